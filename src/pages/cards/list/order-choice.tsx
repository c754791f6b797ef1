import { cardColumnIds, type CardOrdering } from '#contract/card-list.ts';
import { Field } from '#ui/field.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { Select } from '#ui/select.tsx';
import { cardColumns, firstOrdering, type SortField } from './card-columns.tsx';

interface OrderChoiceProps {
  ordering: CardOrdering;
  onChange: (ordering: CardOrdering) => void;
}

/** What the heads of the table order by; the first is the card’s own. */
const FIELDS: readonly { value: SortField; label: string }[] = [
  { value: 'title', label: 'Название' },
  ...cardColumnIds.flatMap((id) => {
    const { sortField, title } = cardColumns[id];
    return sortField ? [{ value: sortField, label: title }] : [];
  }),
];

const DIRECTIONS = [
  { value: 'asc', label: 'По возрастанию' },
  { value: 'desc', label: 'По убыванию' },
] as const;

/** The order of the list where there are no heads to press. */
export function OrderChoice({ ordering, onChange }: OrderChoiceProps) {
  const isDescending = ordering.startsWith('-');
  const field = FIELDS.find(({ value }) => ordering === value || ordering === `-${value}`)?.value ?? '';
  return (
    <div className="flex flex-col gap-2">
      <Field label="Сортировка">
        <Select value={field} onChange={(chosen) => onChange(firstOrdering(chosen))} options={FIELDS} />
      </Field>
      {field === '' ? null : (
        <Segmented
          label="Порядок"
          value={isDescending ? 'desc' : 'asc'}
          onChange={(direction) => onChange(direction === 'desc' ? `-${field}` : field)}
          options={DIRECTIONS}
        />
      )}
    </div>
  );
}
