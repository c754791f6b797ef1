import { Field } from '#ui/field.tsx';
import { NumberInput } from '#ui/number-input.tsx';
import { Select } from '#ui/select.tsx';
import { AMOUNT_ACTIONS, AmountFields } from './amount-fields.tsx';
import { DISCOUNT_ACTIONS, DiscountFields } from './discount-fields.tsx';
import { EndingField } from './ending-field.tsx';
import type { PriceDraft } from './price-draft.ts';

const PRICE_ACTIONS = ['KEEP', ...AMOUNT_ACTIONS] as const;

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
        <EndingField ending={draft.ending} onChange={(ending) => change({ ending })} />
      </AmountFields>
      <DiscountFields
        label="Скидка"
        actions={DISCOUNT_ACTIONS}
        action={draft.discountAction}
        percent={draft.discountPercent}
        onChange={(discountAction, discountPercent) => change({ discountAction, discountPercent })}
      />
      <DiscountFields
        label="Скидка WB Клуба"
        actions={DISCOUNT_ACTIONS}
        action={draft.clubAction}
        percent={draft.clubPercent}
        onChange={(clubAction, clubPercent) => change({ clubAction, clubPercent })}
      />
      <div className="grid items-end gap-x-4 gap-y-3 sm:grid-cols-[1fr_8.5rem_1fr]">
        <Field label="Цена со скидкой не ниже">
          <Select
            value={draft.floor}
            onChange={(floor) => change({ floor })}
            options={[
              { value: 'NONE', label: 'Не ограничивать' },
              { value: 'MARKUP', label: 'Наценки к себестоимости' },
              { value: 'MARGIN', label: 'Маржи до комиссии' },
            ]}
          />
        </Field>
        {draft.floor === 'NONE' ? null : (
          <Field label="Не ниже: сколько" isLabelHidden>
            <NumberInput
              value={draft.floorPercent}
              onChange={(floorPercent) => change({ floorPercent })}
              maxDigits={2}
              unit="%"
            />
          </Field>
        )}
      </div>
    </div>
  );
}
