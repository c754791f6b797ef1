import { promotionPeriods, type Promotion } from '#contract/promotions.ts';

/** What the promotions screen shows; it lives in the address. */
export interface PromotionsState {
  period: Promotion['period'];
  shopIds: number[];
  /** The promotion that is open. */
  id: number | null;
  /** Cards with a smaller margin at the planned price are not taken; per cent. */
  minMargin: number;
}

/** Nothing is sold below its cost unless the seller says so. */
const DEFAULT_MIN_MARGIN = 0;

export function parsePromotionsState(params: URLSearchParams): PromotionsState {
  const id = params.get('id');
  const margin = params.get('margin') ?? '';
  return {
    period: promotionPeriods.find((period) => period === params.get('period')) ?? 'current',
    shopIds: [...new Set(params.getAll('shop').filter(isId).map(Number))],
    id: id !== null && isId(id) ? Number(id) : null,
    minMargin: /^-?\d{1,2}$/.test(margin) ? Number(margin) : DEFAULT_MIN_MARGIN,
  };
}

export function promotionsSearch({ period, shopIds, id, minMargin }: PromotionsState): string {
  const params = new URLSearchParams();
  if (period !== 'current') params.set('period', period);
  for (const shopId of shopIds) params.append('shop', String(shopId));
  if (id !== null) params.set('id', String(id));
  if (minMargin !== DEFAULT_MIN_MARGIN) params.set('margin', String(minMargin));
  return params.toString();
}

function isId(text: string): boolean {
  return /^[1-9]\d{0,14}$/.test(text);
}
