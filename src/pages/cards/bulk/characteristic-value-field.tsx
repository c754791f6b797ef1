import type { SelectedCharacteristic } from '#contract/bulk-edits.ts';
import { MAX_CHARACTERISTIC_VALUES } from '#contract/bulk-rules.ts';
import { parseNumber } from '#lib/typed-numbers.ts';
import { WordsField } from '#pages/cards/form/words-field.tsx';
import { Field } from '#ui/field.tsx';
import { NumberInput } from '#ui/number-input.tsx';
import type { CharacteristicDraft } from './characteristic-draft.ts';

/** What the cards of more have is seldom what one looks for, and each is asked for by itself. */
const SUBJECTS_ASKED = 5;

interface CharacteristicValueFieldProps {
  definition: SelectedCharacteristic;
  draft: CharacteristicDraft;
  onChange: (values: string[]) => void;
}

/** The values that cards are to have, get or lose, as a card's editor asks for them. */
export function CharacteristicValueField({ definition, draft, onChange }: CharacteristicValueFieldProps) {
  const { type, unit, subjects = [] } = definition;
  const { action, values } = draft;
  if (type === 'NUMBER') {
    return (
      <Field label="Значение">
        <NumberInput
          value={parseNumber(values[0] ?? '', { maxDigits: Infinity })}
          // As a person reads it: the history says it again.
          onChange={(number) => onChange(number === null ? [] : [String(number).replace('.', ',')])}
          maxDigits={3}
          unit={unit}
        />
      </Field>
    );
  }
  const isTaking = action === 'REMOVE';
  return (
    <WordsField
      subjectIds={subjects.slice(0, SUBJECTS_ASKED).map(({ id }) => id)}
      definition={definition}
      label={unit === '' ? 'Значение' : `Значение, ${unit}`}
      hint={isTaking ? undefined : limitHint(definition)}
      maxCount={isTaking ? MAX_CHARACTERISTIC_VALUES : largestLimit(definition)}
      values={values}
      onChange={onChange}
      // What is taken away may well be what nobody should have written.
      oddAdvice={isTaking ? null : 'Карточки могут не принять'}
    />
  );
}

/** Of their subjects; a card of one that takes fewer is refused by itself. 0: no limit. */
function largestLimit({ maxCount, subjects = [] }: SelectedCharacteristic): number {
  const limits = subjects.map((subject) => subject.maxCount);
  return limits.includes(0) ? 0 : Math.max(maxCount, ...limits);
}

function limitHint(definition: SelectedCharacteristic): string | undefined {
  const { maxCount } = definition;
  const isSame = maxCount === largestLimit(definition);
  return isSame ? undefined : `В части предметов — не больше ${maxCount}`;
}
