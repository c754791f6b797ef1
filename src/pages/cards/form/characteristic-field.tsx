import { useState } from 'react';
import type { SubjectCharacteristic } from '#contract/subjects.ts';
import { parseNumber } from '#lib/typed-numbers.ts';
import { inQuotes } from '#lib/text.ts';
import { ComboInput } from '#ui/combo-input.tsx';
import { Field } from '#ui/field.tsx';
import { NumberInput } from '#ui/number-input.tsx';
import { TokenInput } from '#ui/token-input.tsx';
import { useValueSuggestions } from './use-value-suggestions.ts';

interface CharacteristicFieldProps {
  subjectId: number;
  definition: SubjectCharacteristic;
  values: readonly string[];
  onChange: (values: string[]) => void;
  error?: string | undefined;
}

export function CharacteristicField(props: CharacteristicFieldProps) {
  return props.definition.type === 'NUMBER' ? <NumberField {...props} /> : <WordsField {...props} />;
}

function NumberField({ definition, values, onChange, error }: CharacteristicFieldProps) {
  return (
    <Field
      label={definition.name}
      isRequired={definition.isRequired}
      error={error ?? whatIsMissing(definition, values)}
    >
      <NumberInput
        // What the marketplace has is no typing: all of its decimals are meant.
        value={parseNumber(values[0] ?? '', { maxDigits: Infinity })}
        onChange={(number) => onChange(number === null ? [] : [String(number)])}
        maxDigits={3}
        unit={definition.unit}
      />
    </Field>
  );
}

function WordsField({ subjectId, definition, values, onChange, error }: CharacteristicFieldProps) {
  const { groups, isOdd, ask } = useValueSuggestions(subjectId, definition);
  const { name, unit, maxCount, isRequired } = definition;
  // Half a word is in no directory: while one types, only what was there before is spoken of.
  const [before, setBefore] = useState<readonly string[] | null>(null);
  const odd = values.filter((value) => isOdd(value) && (before?.includes(value) ?? true));
  const list = {
    groups,
    listLabel: `Подсказки: ${name}`,
    onFocus: () => {
      ask();
      setBefore(values);
    },
    onBlur: () => setBefore(null),
  };
  // The marketplace's own cards may have more than it takes.
  const isSingle = maxCount === 1 && values.length <= 1;
  return (
    <Field
      label={unit ? `${name}, ${unit}` : name}
      isRequired={isRequired}
      error={error ?? whatIsMissing(definition, values)}
      counter={maxCount > 1 || values.length > 1 ? counterOf(values.length, maxCount) : undefined}
      hint={
        odd.length > 0
          ? `Нет в справочнике Wildberries: ${odd.map(inQuotes).join(', ')}. Карточку могут не принять`
          : undefined
      }
    >
      {isSingle ? (
        <ComboInput
          {...list}
          value={values[0] ?? ''}
          onChange={(text) => onChange(text.trim() === '' ? [] : [text])}
        />
      ) : (
        <TokenInput
          {...list}
          values={values}
          onChange={onChange}
          maxCount={maxCount}
          isOdd={isOdd}
          placeholder="Значения через Enter"
        />
      )}
    </Field>
  );
}

function counterOf(length: number, maxCount: number) {
  return maxCount > 0 ? { length, limit: maxCount } : undefined;
}

function whatIsMissing({ isRequired }: SubjectCharacteristic, values: readonly string[]): string | undefined {
  return isRequired && values.length === 0 ? 'Заполните: обязательная' : undefined;
}
