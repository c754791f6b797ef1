import { Field } from '#ui/field.tsx';
import { NumberInput } from '#ui/number-input.tsx';
import { Select } from '#ui/select.tsx';
import type { PriceDraft } from './price-draft.ts';

type Action = PriceDraft['discountAction'] | 'CLEAR';

const LABELS: Record<Action, string> = {
  KEEP: 'Не менять',
  SET: 'Сделать',
  UP: 'Увеличить на',
  DOWN: 'Уменьшить на',
  CLEAR: 'Как в карточке',
};

/** What can be done with a discount. */
export const DISCOUNT_ACTIONS = ['KEEP', 'SET', 'UP', 'DOWN'] as const;

interface DiscountFieldsProps<Offered extends Action> {
  label: string;
  actions: readonly Offered[];
  action: Offered;
  percent: number | null;
  onChange: (action: Offered, percent: number | null) => void;
}

/** What is to become of a discount. */
export function DiscountFields<Offered extends Action>({
  label,
  actions,
  action,
  percent,
  onChange,
}: DiscountFieldsProps<Offered>) {
  return (
    <div className="grid items-end gap-x-4 gap-y-3 sm:grid-cols-[1fr_8.5rem_1fr]">
      <Field label={label}>
        <Select
          value={action}
          onChange={(chosen) => onChange(chosen, percent)}
          options={actions.map((value) => ({ value, label: LABELS[value] }))}
        />
      </Field>
      {action === 'KEEP' || action === 'CLEAR' ? null : (
        <Field label={`${label}: сколько`} isLabelHidden>
          <NumberInput value={percent} onChange={(value) => onChange(action, value)} unit="%" />
        </Field>
      )}
    </div>
  );
}
