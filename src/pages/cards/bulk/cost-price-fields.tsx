import { moscowDay } from '#lib/dates.ts';
import { DateInput } from '#ui/date-input.tsx';
import { Field } from '#ui/field.tsx';
import { RadioGroup } from '#ui/radio-group.tsx';
import { AMOUNT_ACTIONS, AmountFields } from './amount-fields.tsx';
import type { CostPriceDraft } from './price-draft.ts';

const COST_ACTIONS = [...AMOUNT_ACTIONS, 'NONE'] as const;

interface CostPriceFieldsProps {
  draft: CostPriceDraft;
  onChange: (draft: CostPriceDraft) => void;
}

/** What is to become of the cost price, and from which day. */
export function CostPriceFields({ draft, onChange }: CostPriceFieldsProps) {
  return (
    <div className="flex flex-col gap-4">
      <AmountFields
        label="Себестоимость"
        actions={COST_ACTIONS}
        action={draft.priceAction}
        amount={draft.priceAmount}
        onChange={(amount) => onChange({ ...draft, ...amount })}
        roubleDigits={2}
      />
      <RadioGroup
        label="Что это"
        value={draft.from === null ? 'CORRECTION' : 'DAY'}
        onChange={(since) => onChange({ ...draft, from: since === 'DAY' ? moscowDay(Date.now()) : null })}
        options={[
          {
            value: 'CORRECTION',
            label: 'Исправление той, что действует сейчас',
            hint: 'Пересчитается прибыль всех продаж, которые она считала',
          },
          {
            value: 'DAY',
            label: 'Новая, с даты',
            hint: 'Продажи до этого дня считаются по прежней',
          },
        ]}
      />
      {draft.from === null ? null : (
        <Field label="Действует с">
          <DateInput value={draft.from} onChange={(from) => onChange({ ...draft, from })} />
        </Field>
      )}
      <p className="text-sm text-muted">
        Себестоимость остаётся у вас: по ней считаются прибыль и нижняя граница цены.
      </p>
    </div>
  );
}
