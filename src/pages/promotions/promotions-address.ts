import { promotionPeriods, type Promotion } from '#contract/promotions.ts';

/** What the promotions screen shows; it lives in the address. */
export interface PromotionsState {
  period: Promotion['period'];
  shopIds: number[];
  /** The promotion that is open. */
  id: number | null;
  /** Cards with a smaller margin at the planned price are not taken; per cent. */
  minMargin: number;
  /** The same in roubles of profit with a piece; null: nobody asks for so much. */
  minProfitRub: number | null;
}

export type AskedGuards = Pick<PromotionsState, 'minMargin' | 'minProfitRub'>;

/** Nothing is sold below its cost unless the seller says so. */
const DEFAULT_MIN_MARGIN = 0;

export function parsePromotionsState(params: URLSearchParams): PromotionsState {
  const id = params.get('id');
  const margin = params.get('margin') ?? '';
  const profit = params.get('profit') ?? '';
  return {
    period: promotionPeriods.find((period) => period === params.get('period')) ?? 'current',
    shopIds: [...new Set(params.getAll('shop').filter(isId).map(Number))],
    id: id !== null && isId(id) ? Number(id) : null,
    minMargin: /^-?\d{1,2}$/.test(margin) ? Number(margin) : DEFAULT_MIN_MARGIN,
    minProfitRub: /^-?\d{1,6}$/.test(profit) ? Number(profit) : null,
  };
}

export function promotionsSearch({ period, shopIds, id, minMargin, minProfitRub }: PromotionsState): string {
  const params = new URLSearchParams();
  if (period !== 'current') params.set('period', period);
  for (const shopId of shopIds) params.append('shop', String(shopId));
  if (id !== null) params.set('id', String(id));
  if (minMargin !== DEFAULT_MIN_MARGIN) params.set('margin', String(minMargin));
  if (minProfitRub !== null) params.set('profit', String(minProfitRub));
  return params.toString();
}

function isId(text: string): boolean {
  return /^[1-9]\d{0,14}$/.test(text);
}
