import { useQuery } from '@tanstack/react-query';
import { bulkEditQueries } from '#api/bulk-edits.ts';
import type { SelectedCharacteristic } from '#contract/bulk-edits.ts';
import type { CharacteristicAction } from '#contract/bulk-rules.ts';
import type { CardSelection } from '#contract/card-operations.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { TextInput } from '#ui/text-input.tsx';
import type { CharacteristicDraft } from './characteristic-draft.ts';
import { CharacteristicPicker, coverage } from './characteristic-picker.tsx';
import { CharacteristicsProblem } from './characteristics-problem.tsx';

const ACTIONS: readonly { value: CharacteristicAction; label: string }[] = [
  { value: 'SET', label: 'Сделать' },
  { value: 'ADD', label: 'Добавить к тому, что есть' },
  { value: 'REMOVE', label: 'Убрать из того, что есть' },
  { value: 'CLEAR', label: 'Очистить' },
];

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
        <Button size="sm" variant="ghost" onClick={() => onChange({ ...draft, chosen: null })}>
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
          <Field label="Значение" hint={hintFor(definition)}>
            <TextInput
              data-autofocus
              value={draft.text}
              onChange={(text) => onChange({ ...draft, text })}
              inputMode={definition?.type === 'NUMBER' ? 'decimal' : 'text'}
              maxLength={30_000}
            />
          </Field>
        )}
      </div>
    </div>
  );
}

function hintFor(definition: SelectedCharacteristic | undefined): string {
  if (definition?.type === 'NUMBER') return definition.unit === '' ? 'Число' : `Число, ${definition.unit}`;
  if (definition?.maxCount === 1) return 'Одно значение';
  const most = definition && definition.maxCount > 0 ? `, не больше ${definition.maxCount}` : '';
  return `Несколько значений — через точку с запятой${most}`;
}
