import { useState } from 'react';
import type { SubjectCharacteristic } from '#contract/subjects.ts';
import { inQuotes } from '#lib/text.ts';
import { ComboInput } from '#ui/combo-input.tsx';
import { Field } from '#ui/field.tsx';
import { TokenInput } from '#ui/token-input.tsx';
import { useValueSuggestions } from './use-value-suggestions.ts';

interface WordsFieldProps {
  /** Of the cards: what those of the account have of it is offered. */
  subjectIds: readonly number[];
  definition: Pick<SubjectCharacteristic, 'id' | 'name' | 'directory'>;
  label: string;
  isRequired?: boolean;
  error?: string | undefined;
  hint?: string | undefined;
  /** 0: no limit. */
  maxCount: number;
  values: readonly string[];
  onChange: (values: string[]) => void;
  /** What may come of a value that the marketplace's list does not have; null: nothing. */
  oddAdvice: string | null;
}

/** Values of a characteristic in words, with the marketplace's list of them to search in. */
export function WordsField({
  subjectIds,
  definition,
  label,
  isRequired = false,
  error,
  hint,
  maxCount,
  values,
  onChange,
  oddAdvice,
}: WordsFieldProps) {
  const { groups, ask, ...suggested } = useValueSuggestions(subjectIds, definition);
  const isOdd = (value: string) => oddAdvice !== null && suggested.isOdd(value);
  // Half a word is in no directory: while one types, only what was there before is spoken of.
  const [before, setBefore] = useState<readonly string[] | null>(null);
  const marked = values.filter((value) => suggested.needsMarking(value));
  const odd = values.filter((value) => isOdd(value) && (before?.includes(value) ?? true));
  const list = {
    groups,
    listLabel: `Подсказки: ${definition.name}`,
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
      label={label}
      isRequired={isRequired}
      error={error}
      counter={maxCount > 1 || values.length > 1 ? counterOf(values.length, maxCount) : undefined}
      hint={
        odd.length > 0
          ? `Нет в справочнике Wildberries: ${odd.map(inQuotes).join(', ')}. ${oddAdvice}`
          : (hint ?? (marked.length > 0 ? 'Товару с этим кодом нужна маркировка «Честный знак»' : undefined))
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
