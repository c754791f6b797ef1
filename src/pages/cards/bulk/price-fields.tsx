import { AMOUNT_ACTIONS, AmountFields } from './amount-fields.tsx';
import { DISCOUNT_ACTIONS, DiscountFields } from './discount-fields.tsx';
import { EndingField } from './ending-field.tsx';
import { OverCostFields } from './over-cost-fields.tsx';
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
      <OverCostFields draft={draft} onChange={change} />
    </div>
  );
}
