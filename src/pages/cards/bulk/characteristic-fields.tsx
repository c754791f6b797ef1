import { useQuery } from '@tanstack/react-query';
import { bulkEditQueries } from '#api/bulk-edits.ts';
import type { CharacteristicAction } from '#contract/bulk-rules.ts';
import type { CardSelection } from '#contract/card-operations.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import type { CharacteristicDraft } from './characteristic-draft.ts';
import { CharacteristicValueField } from './characteristic-value-field.tsx';
import { CharacteristicPicker, coverage } from './characteristic-picker.tsx';
import { CharacteristicsProblem } from './characteristics-problem.tsx';

const ACTIONS: readonly { value: CharacteristicAction; label: string }[] = [
  { value: 'SET', label: 'Сделать' },
  { value: 'ADD', label: 'Добавить к тому, что есть' },
  { value: 'REMOVE', label: 'Убрать из того, что есть' },
  { value: 'CLEAR', label: 'Очистить' },
];

/** One that none of the cards has any more. */
const UNKNOWN = { type: 'TEXT', unit: '', maxCount: 0, cardCount: 0 } as const;

interface CharacteristicFieldsProps {
  selection: CardSelection;
  draft: CharacteristicDraft;
  onChange: (draft: CharacteristicDraft) => void;
}

/** Which characteristic, and what is to become of its values. */
export function CharacteristicFields({ selection, draft, onChange }: CharacteristicFieldsProps) {
  const query = useQuery(bulkEditQueries.characteristics(selection));
  const { chosen } = draft;
  if (!query.data) return <CharacteristicsProblem query={query} />;
  const { characteristics, cardTotal } = query.data;
  if (chosen === null) {
    return (
      <CharacteristicPicker
        characteristics={characteristics}
        cardTotal={cardTotal}
        onChoose={({ id, name }) => onChange({ ...draft, chosen: { id, name } })}
      />
    );
  }
  const definition = characteristics.find(({ id }) => id === chosen.id);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p className="min-w-0 wrap-anywhere">
          <span className="font-medium">{chosen.name}</span>{' '}
          <span className="text-sm text-muted">
            {definition ? coverage(definition.cardCount, cardTotal) : null}
          </span>
        </p>
        <Button size="sm" variant="ghost" onClick={() => onChange({ ...draft, chosen: null, values: [] })}>
          Другая характеристика
        </Button>
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label="Что сделать">
          <Select
            value={draft.action}
            onChange={(action) => onChange({ ...draft, action })}
            options={ACTIONS}
          />
        </Field>
        {draft.action === 'CLEAR' ? null : (
          <CharacteristicValueField
            definition={definition ?? { ...UNKNOWN, ...chosen }}
            draft={draft}
            onChange={(values) => onChange({ ...draft, values })}
          />
        )}
      </div>
    </div>
  );
}
