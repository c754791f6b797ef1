import {
  MAX_RAISE_BASIS_POINTS,
  type AmountChange,
  type CostClearing,
  type CostPriceChange,
  type DatedCostChange,
  type DiscountChange,
  type PriceChange,
  type PriceEnding,
} from '#contract/bulk-rules.ts';
import { daySchema, MAX_PRICED_KOPECKS } from '#contract/fields.ts';
import { formatKopecks } from '#lib/money.ts';
import { formatInteger } from '#lib/numbers.ts';
import { NO_FLOOR_DRAFT, overCostDraftOf, overCostOf, type OverCostDraft } from './over-cost-draft.ts';

/** What the form of prices holds while it is filled in. */
export interface PriceDraft extends OverCostDraft {
  priceAction: 'KEEP' | 'SET' | 'UP_PERCENT' | 'DOWN_PERCENT' | 'UP_ROUBLES' | 'DOWN_ROUBLES' | 'TIMES';
  /** In the unit of the action: roubles, per cent or times. */
  priceAmount: number | null;
  ending: PriceEnding;
  discountAction: 'KEEP' | 'SET' | 'UP' | 'DOWN';
  discountPercent: number | null;
  clubAction: 'KEEP' | 'SET' | 'UP' | 'DOWN';
  clubPercent: number | null;
}

export const EMPTY_PRICE_DRAFT: PriceDraft = {
  priceAction: 'UP_PERCENT',
  priceAmount: null,
  ending: 'ROUBLE',
  discountAction: 'KEEP',
  discountPercent: null,
  clubAction: 'KEEP',
  clubPercent: null,
  ...NO_FLOOR_DRAFT,
};

/** The change, or what is missing to it. */
export function priceChangeOf(draft: PriceDraft): PriceChange | { problem: string } {
  const { priceAction, priceAmount, discountAction, clubAction } = draft;
  if (priceAction === 'KEEP' && discountAction === 'KEEP' && clubAction === 'KEEP') {
    return { problem: 'Выберите, что изменить' };
  }
  if (priceAction !== 'KEEP' && priceAmount === null) return { problem: 'Укажите цену' };
  const problem = amountProblem(priceAction, priceAmount ?? 0);
  if (problem !== null) return { problem };
  const discount = discountChangeOf(discountAction, draft.discountPercent);
  const clubDiscount = discountChangeOf(clubAction, draft.clubPercent);
  if (discount === null || clubDiscount === null) return { problem: 'Укажите скидку от 0 до 99\u00a0%' };
  const floor = overCostOf(draft);
  if ('problem' in floor) return floor;
  return {
    kind: 'PRICES',
    ...(priceAction !== 'KEEP' && {
      price: amountChangeOf(priceAction, priceAmount ?? 0),
      ending: draft.ending,
    }),
    ...(discount && { discount }),
    ...(clubDiscount && { clubDiscount }),
    ...floor,
  };
}

const MAX_ROUBLES = MAX_PRICED_KOPECKS / 100;
const MAX_UP_PERCENT = MAX_RAISE_BASIS_POINTS / 100;
const MAX_TIMES = MAX_UP_PERCENT / 100 + 1;

/** Of an amount that is there. */
export function amountProblem(action: PriceDraft['priceAction'], amount: number): string | null {
  switch (action) {
    case 'KEEP':
      return null;
    case 'UP_PERCENT':
      return amount > MAX_UP_PERCENT ? `Поднять можно до ${formatInteger(MAX_UP_PERCENT)}\u00a0%` : null;
    case 'DOWN_PERCENT':
      return amount > 99 ? 'Снизить можно до 99\u00a0%' : null;
    case 'TIMES':
      return amount < 0.01 || amount > MAX_TIMES
        ? `Умножить можно на число от 0,01 до ${formatInteger(MAX_TIMES)}`
        : null;
    case 'SET':
    case 'UP_ROUBLES':
    case 'DOWN_ROUBLES':
      return amount > MAX_ROUBLES ? `Не больше ${formatKopecks(MAX_PRICED_KOPECKS)}` : null;
  }
}

/** What the form of the cost price holds while it is filled in. */
export type CostDraft = Pick<PriceDraft, 'priceAmount'> & {
  priceAction: Exclude<PriceDraft['priceAction'], 'KEEP'>;
};
/** The cost price, or none, with the day that it is valid from; null: what is valid today is corrected. */
export type CostPriceDraft = Pick<PriceDraft, 'priceAmount'> & {
  priceAction: CostDraft['priceAction'] | 'NONE';
  from: string | null;
};

export const EMPTY_COST_DRAFT: CostPriceDraft = { priceAction: 'SET', priceAmount: null, from: null };

/** The change, or what is missing to it. */
export function costPriceChangeOf({
  priceAction,
  priceAmount,
  from,
}: CostPriceDraft): CostPriceChange | DatedCostChange | CostClearing | { problem: string } {
  if (from !== null && !daySchema.safeParse(from).success)
    return { problem: 'Укажите день, с которого действует себестоимость' };
  if (priceAction === 'NONE') return { kind: 'NO_COST', from };
  if (priceAmount === null) return { problem: 'Укажите себестоимость' };
  const problem = amountProblem(priceAction, priceAmount);
  if (problem !== null) return { problem };
  const costPrice = amountChangeOf(priceAction, priceAmount);
  return from === null ? { kind: 'COST_PRICE', costPrice } : { kind: 'DATED_COST', costPrice, from };
}

const WHOLE_BASIS_POINTS = 10_000;

export function amountChangeOf(action: CostDraft['priceAction'], amount: number): AmountChange {
  switch (action) {
    case 'SET':
      return { kind: 'SET', kopecks: hundredths(amount) };
    case 'UP_ROUBLES':
      return { kind: 'ADD', kopecks: hundredths(amount) };
    case 'DOWN_ROUBLES':
      return { kind: 'ADD', kopecks: -hundredths(amount) };
    case 'UP_PERCENT':
      return { kind: 'PERCENT', basisPoints: hundredths(amount) };
    case 'DOWN_PERCENT':
      return { kind: 'PERCENT', basisPoints: -hundredths(amount) };
    case 'TIMES':
      return { kind: 'TIMES', basisPoints: hundredths(amount * 100) - WHOLE_BASIS_POINTS };
  }
}

/** undefined: nothing is to change; null: nobody can tell to what. */
export function discountChangeOf(
  action: PriceDraft['discountAction'],
  percent: number | null,
): DiscountChange | undefined | null {
  if (action === 'KEEP') return undefined;
  if (percent === null || percent > 99) return null;
  if (action === 'SET') return { kind: 'SET', percent };
  return { kind: 'ADD', percent: action === 'UP' ? percent : -percent };
}

/** Roubles as kopecks, per cent as basis points. */
function hundredths(value: number): number {
  return Math.round(value * 100);
}

/** The form that comes to the change: for whoever wants to change it a little. */
export function priceDraftOf({
  price,
  ending = 'ROUBLE',
  discount,
  clubDiscount,
  ...floor
}: PriceChange): PriceDraft {
  const [discountAction, discountPercent] = discountDraftOf(discount);
  const [clubAction, clubPercent] = discountDraftOf(clubDiscount);
  return {
    ...(price ? amountDraftOf(price) : { priceAction: 'KEEP', priceAmount: null }),
    ending,
    discountAction,
    discountPercent,
    clubAction,
    clubPercent,
    ...overCostDraftOf(floor),
  };
}

/** The form that comes to an amount. */
export function amountDraftOf(price: AmountChange): CostDraft {
  if (price.kind === 'SET') return { priceAction: 'SET', priceAmount: price.kopecks / 100 };
  if (price.kind === 'TIMES')
    return {
      priceAction: 'TIMES',
      priceAmount: (WHOLE_BASIS_POINTS + price.basisPoints) / WHOLE_BASIS_POINTS,
    };
  const [amount, unit] =
    price.kind === 'ADD' ? [price.kopecks, 'ROUBLES' as const] : [price.basisPoints, 'PERCENT' as const];
  return { priceAction: `${amount < 0 ? 'DOWN' : 'UP'}_${unit}`, priceAmount: Math.abs(amount) / 100 };
}

export function discountDraftOf(
  change: DiscountChange | undefined,
): [PriceDraft['discountAction'], percent: number | null] {
  if (change === undefined) return ['KEEP', null];
  if (change.kind === 'SET') return ['SET', change.percent];
  return [change.percent < 0 ? 'DOWN' : 'UP', Math.abs(change.percent)];
}
