import { priceEndings } from '#contract/bulk-rules.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { Field } from '#ui/field.tsx';
import { NumberInput } from '#ui/number-input.tsx';
import { Select } from '#ui/select.tsx';
import { AMOUNT_ACTIONS, AmountFields } from './amount-fields.tsx';
import { ENDING_LABELS } from './change-text.ts';
import type { PriceDraft } from './price-draft.ts';

const PRICE_ACTIONS = ['KEEP', ...AMOUNT_ACTIONS] as const;

const DISCOUNT_ACTIONS = [
  { value: 'KEEP', label: 'Не менять' },
  { value: 'SET', label: 'Сделать' },
  { value: 'UP', label: 'Увеличить на' },
  { value: 'DOWN', label: 'Уменьшить на' },
] as const;

interface PriceFieldsProps {
  draft: PriceDraft;
  onChange: (draft: PriceDraft) => void;
}

/** What is to become of price, discount and club discount. */
export function PriceFields({ draft, onChange }: PriceFieldsProps) {
  const change = (changed: Partial<PriceDraft>) => onChange({ ...draft, ...changed });
  return (
    <div className="flex flex-col gap-4">
      <AmountFields
        label="Цена до скидки"
        actions={PRICE_ACTIONS}
        action={draft.priceAction}
        amount={draft.priceAmount}
        onChange={change}
        roubleDigits={0}
      >
        <Field label="Округлить">
          <Select
            value={draft.ending}
            onChange={(ending) => change({ ending })}
            options={priceEndings.map((ending) => ({ value: ending, label: ENDING_LABELS[ending] }))}
          />
        </Field>
      </AmountFields>
      <DiscountFields
        label="Скидка"
        action={draft.discountAction}
        percent={draft.discountPercent}
        onChange={(discountAction, discountPercent) => change({ discountAction, discountPercent })}
      />
      <DiscountFields
        label="Скидка WB Клуба"
        action={draft.clubAction}
        percent={draft.clubPercent}
        onChange={(clubAction, clubPercent) => change({ clubAction, clubPercent })}
      />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Checkbox
          checked={draft.hasFloor}
          onChange={(hasFloor) => change({ hasFloor })}
          label="Не опускать цену со скидкой ниже себестоимости и наценки"
        />
        {draft.hasFloor ? (
          <Field label="Наценка к себестоимости" isLabelHidden className="w-28">
            <NumberInput
              value={draft.floorPercent}
              onChange={(floorPercent) => change({ floorPercent })}
              maxDigits={2}
              unit="%"
            />
          </Field>
        ) : null}
      </div>
    </div>
  );
}

interface DiscountFieldsProps {
  label: string;
  action: PriceDraft['discountAction'];
  percent: number | null;
  onChange: (action: PriceDraft['discountAction'], percent: number | null) => void;
}

function DiscountFields({ label, action, percent, onChange }: DiscountFieldsProps) {
  return (
    <div className="grid items-end gap-x-4 gap-y-3 sm:grid-cols-[1fr_8.5rem_1fr]">
      <Field label={label}>
        <Select value={action} onChange={(chosen) => onChange(chosen, percent)} options={DISCOUNT_ACTIONS} />
      </Field>
      {action === 'KEEP' ? null : (
        <Field label={`${label}: сколько`} isLabelHidden>
          <NumberInput value={percent} onChange={(value) => onChange(action, value)} unit="%" />
        </Field>
      )}
    </div>
  );
}
