import type { ReactNode } from 'react';
import { Field } from '#ui/field.tsx';
import { NumberInput } from '#ui/number-input.tsx';
import { Select } from '#ui/select.tsx';
import { amountProblem, type PriceDraft } from './price-draft.ts';

type Action = PriceDraft['priceAction'] | 'CLEAR' | 'NONE';

const ACTIONS: Record<Action, { label: string; unit: string }> = {
  KEEP: { label: 'Не менять', unit: '' },
  SET: { label: 'Сделать', unit: '₽' },
  UP_PERCENT: { label: 'Поднять на', unit: '%' },
  DOWN_PERCENT: { label: 'Снизить на', unit: '%' },
  UP_ROUBLES: { label: 'Поднять на', unit: '₽' },
  DOWN_ROUBLES: { label: 'Снизить на', unit: '₽' },
  TIMES: { label: 'Умножить на', unit: '×' },
  CLEAR: { label: 'Как в карточке', unit: '' },
  NONE: { label: 'Убрать', unit: '' },
};

/** What can be done with an amount that is to change. */
export const AMOUNT_ACTIONS = [
  'SET',
  'UP_PERCENT',
  'DOWN_PERCENT',
  'UP_ROUBLES',
  'DOWN_ROUBLES',
  'TIMES',
] as const;

interface AmountFieldsProps<Offered extends Action> {
  label: string;
  actions: readonly Offered[];
  action: Offered;
  /** In the unit of the action. */
  amount: number | null;
  onChange: (changed: { priceAction: Offered; priceAmount: number | null }) => void;
  /** Digits of roubles behind the comma. */
  roubleDigits: number;
  /** Beside the amount, where there is one. */
  children?: ReactNode;
}

/** What is to become of an amount of money. */
export function AmountFields<Offered extends Action>({
  label,
  actions,
  action,
  amount,
  onChange,
  roubleDigits,
  children,
}: AmountFieldsProps<Offered>) {
  const { unit } = ACTIONS[action];
  return (
    <div className="grid items-start gap-x-4 gap-y-3 sm:grid-cols-[1fr_8.5rem_1fr]">
      <Field label={label}>
        <Select
          value={action}
          onChange={(priceAction) =>
            onChange({
              priceAction,
              priceAmount: measureOf(priceAction) === measureOf(action) ? amount : null,
            })
          }
          options={actions.map((value) => ({ value, label: optionLabel(value) }))}
        />
      </Field>
      {unit === '' ? null : (
        <>
          <Field label={unit === '×' ? 'Во сколько раз' : 'Сколько'} error={problemOf(action, amount)}>
            <NumberInput
              // An amount of another measure is a field of its own: nothing of what was typed into the last is left in it.
              key={measureOf(action)}
              data-autofocus
              value={amount}
              onChange={(priceAmount) => onChange({ priceAction: action, priceAmount })}
              maxDigits={unit === '₽' ? roubleDigits : 2}
              unit={unit}
            />
          </Field>
          {children}
        </>
      )}
    </div>
  );
}

/** Said while it is typed: the button that waits for it has no room for a reason. */
function problemOf(action: Action, amount: number | null): string | null {
  // «0» may become «0,5».
  if (amount === null || amount === 0 || action === 'CLEAR' || action === 'NONE') return null;
  return amountProblem(action, amount);
}

/** Per cent and times are both a number of the old amount: a number of one is a number of the other. */
function measureOf(action: Action): 'roubles' | 'number' | 'nothing' {
  const { unit } = ACTIONS[action];
  if (unit === '') return 'nothing';
  return unit === '₽' ? 'roubles' : 'number';
}

function optionLabel(action: Action): string {
  const { label, unit } = ACTIONS[action];
  return unit === '' ? label : `${label}, ${unit}`;
}
