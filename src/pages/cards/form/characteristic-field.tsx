import type { SubjectCharacteristic } from '#contract/subjects.ts';
import { parseNumber } from '#lib/typed-numbers.ts';
import { Field } from '#ui/field.tsx';
import { NumberInput } from '#ui/number-input.tsx';
import { WordsField } from './words-field.tsx';

interface CharacteristicFieldProps {
  subjectId: number;
  definition: SubjectCharacteristic;
  values: readonly string[];
  onChange: (values: string[]) => void;
  error?: string | undefined;
}

export function CharacteristicField(props: CharacteristicFieldProps) {
  return props.definition.type === 'NUMBER' ? <NumberField {...props} /> : <ListedField {...props} />;
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

function ListedField({ subjectId, definition, values, onChange, error }: CharacteristicFieldProps) {
  const { name, unit, maxCount, isRequired } = definition;
  return (
    <WordsField
      subjectIds={[subjectId]}
      definition={definition}
      label={unit ? `${name}, ${unit}` : name}
      isRequired={isRequired}
      error={error ?? whatIsMissing(definition, values)}
      maxCount={maxCount}
      values={values}
      onChange={onChange}
      oddAdvice="Карточку могут не принять"
    />
  );
}

function whatIsMissing({ isRequired }: SubjectCharacteristic, values: readonly string[]): string | undefined {
  return isRequired && values.length === 0 ? 'Заполните: обязательная' : undefined;
}
