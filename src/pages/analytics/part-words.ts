import type { PartedLine, ProfitPart, RowsPart } from '#contract/profit-parts.ts';
import type { ProfileShop } from '#contract/users.ts';
import { costFacts, costTitle, rateFacts, rateText } from './own-cost-texts.ts';

/** What a part of a line is called. */
export function partName(part: ProfitPart, line: PartedLine, shopName: (shopId: number) => string): string {
  if (part.kind === 'ROWS') return partTitle(part);
  if (part.kind === 'OWN_COST') return costTitle(part.rate ?? part.cost);
  if (part.kind === 'SHOP') return shopName(part.shopId);
  return line === 'VAT' || line === 'TAX'
    ? 'Доля карточки в налоге магазина'
    : 'Доля того, что не относится к одной карточке';
}

/** What rows of one kind are called. */
export function partTitle({ source, operation, isReturn }: RowsPart): string {
  if (source === 'orders') return 'Заказы';
  if (source === 'sales')
    return isReturn ? 'Возвраты, которых ещё нет в отчёте' : 'Выкупы, которых ещё нет в отчёте';
  return operation || 'Операция без названия';
}

/** Where they come from, and the document when the operation does not say it. */
export function partSource({ source, operation, isReturn }: RowsPart): string {
  if (source === 'orders') return 'лента заказов';
  if (source === 'sales') return 'лента продаж, предварительно';
  return isReturn && operation !== 'Возврат' ? 'отчёт, документ «Возврат»' : 'отчёт';
}

type OwnCostPart = Extract<ProfitPart, { kind: 'OWN_COST' }>;

/** Its days, whose it is, and of a rate its percentage. */
export function ownCostPartFacts(
  { cost, rate }: OwnCostPart,
  shops: readonly Pick<ProfileShop, 'id' | 'name'>[],
): string {
  return rate ? `${rateText(rate)} от выручки · ${rateFacts(rate, shops)}` : costFacts(cost, shops);
}
