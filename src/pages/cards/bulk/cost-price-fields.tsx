import { AMOUNT_ACTIONS, AmountFields } from './amount-fields.tsx';
import type { CostDraft } from './price-draft.ts';

interface CostPriceFieldsProps {
  draft: CostDraft;
  onChange: (draft: CostDraft) => void;
}

/** What is to become of the cost price. */
export function CostPriceFields({ draft, onChange }: CostPriceFieldsProps) {
  return (
    <div className="flex flex-col gap-4">
      <AmountFields
        label="Себестоимость"
        actions={AMOUNT_ACTIONS}
        action={draft.priceAction}
        amount={draft.priceAmount}
        onChange={onChange}
        roubleDigits={2}
      />
      <p className="text-sm text-muted">
        Себестоимость остаётся у вас: по ней считаются прибыль и нижняя граница цены.
      </p>
    </div>
  );
}
