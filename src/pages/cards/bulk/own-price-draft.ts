import type { OwnPriceChange, PriceEnding } from '#contract/bulk-rules.ts';
import { NO_FLOOR_DRAFT, overCostDraftOf, overCostOf, type OverCostDraft } from './over-cost-draft.ts';
import {
  amountChangeOf,
  amountDraftOf,
  amountProblem,
  discountChangeOf,
  discountDraftOf,
  type PriceDraft,
} from './price-draft.ts';

/** What the form of shops' own prices holds while it is filled in; CLEAR: the shop takes the card's again. */
export interface OwnPriceDraft extends OverCostDraft {
  shopIds: number[];
  priceAction: PriceDraft['priceAction'] | 'CLEAR';
  priceAmount: number | null;
  ending: PriceEnding;
  discountAction: PriceDraft['discountAction'] | 'CLEAR';
  discountPercent: number | null;
}

export const EMPTY_OWN_PRICE_DRAFT: OwnPriceDraft = {
  shopIds: [],
  priceAction: 'UP_PERCENT',
  priceAmount: null,
  ending: 'ROUBLE',
  discountAction: 'KEEP',
  discountPercent: null,
  ...NO_FLOOR_DRAFT,
};

/** The change, or what is missing to it. */
export function ownPriceChangeOf(draft: OwnPriceDraft): OwnPriceChange | { problem: string } {
  const { shopIds, priceAction, discountAction, ending } = draft;
  if (shopIds.length === 0) return { problem: 'Выберите магазин' };
  if (priceAction === 'KEEP' && discountAction === 'KEEP') return { problem: 'Выберите, что изменить' };
  const price = priceOf(draft);
  if (price && 'problem' in price) return price;
  const discount =
    discountAction === 'CLEAR'
      ? ({ kind: 'CLEAR' } as const)
      : discountChangeOf(discountAction, draft.discountPercent);
  if (discount === null) return { problem: 'Укажите скидку от 0 до 99\u00a0%' };
  const floor = overCostOf(draft);
  if ('problem' in floor) return floor;
  const rule = {
    shopIds,
    ...(price && { price }),
    ...(price && price.kind !== 'CLEAR' && { ending }),
    ...(discount && { discount }),
  };
  return draft.floor === 'NONE'
    ? { kind: 'OWN_PRICES', ...rule }
    : { kind: 'OWN_PRICES_OVER_COST', ...rule, ...floor };
}

/** undefined: it stays. */
function priceOf({ priceAction, priceAmount }: OwnPriceDraft): OwnPriceChange['price'] | { problem: string } {
  if (priceAction === 'KEEP') return undefined;
  if (priceAction === 'CLEAR') return { kind: 'CLEAR' };
  if (priceAmount === null) return { problem: 'Укажите цену' };
  const problem = amountProblem(priceAction, priceAmount);
  return problem === null ? amountChangeOf(priceAction, priceAmount) : { problem };
}

export function ownPriceDraftOf(change: OwnPriceChange): OwnPriceDraft {
  const { shopIds, price, ending = 'ROUBLE', discount } = change;
  return {
    shopIds,
    ending,
    ...priceDraft(price),
    ...discountDraft(discount),
    ...(change.kind === 'OWN_PRICES' ? NO_FLOOR_DRAFT : overCostDraftOf(change)),
  };
}

function priceDraft(price: OwnPriceChange['price']): Pick<OwnPriceDraft, 'priceAction' | 'priceAmount'> {
  if (!price) return { priceAction: 'KEEP', priceAmount: null };
  return price.kind === 'CLEAR' ? { priceAction: 'CLEAR', priceAmount: null } : amountDraftOf(price);
}

function discountDraft(
  discount: OwnPriceChange['discount'],
): Pick<OwnPriceDraft, 'discountAction' | 'discountPercent'> {
  if (discount?.kind === 'CLEAR') return { discountAction: 'CLEAR', discountPercent: null };
  const [discountAction, discountPercent] = discountDraftOf(discount);
  return { discountAction, discountPercent };
}
