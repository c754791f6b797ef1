import type { OwnCostRate } from '#contract/own-cost-rates.ts';
import type { OwnCost, OwnCostKind } from '#contract/own-costs.ts';
import type { ProfileShop } from '#contract/users.ts';
import { formatDay, formatPeriod } from '#lib/dates.ts';
import { formatPercent, NBSP } from '#lib/numbers.ts';

export const kindLabels: Record<OwnCostKind, string> = {
  ADVERTISING: 'Реклама вне Wildberries',
  SALARY: 'Зарплаты',
  PACKAGING: 'Упаковка',
  OTHER: 'Другое',
};

/** At the end of a line rather than at the beginning of the next. */
const SEPARATOR = `${NBSP}· `;

/** What a cost is called: its name, else its kind. */
export function costTitle({ name, kind }: Pick<OwnCost, 'name' | 'kind'>): string {
  return name === '' ? kindLabels[kind] : name;
}

/** Also of a shop that is no longer there. */
function shopName(shops: readonly Pick<ProfileShop, 'id' | 'name'>[], shopId: number): string {
  return shops.find(({ id }) => id === shopId)?.name ?? `магазин № ${shopId}`;
}

/** «1–31 марта · все магазины · учитывается в налоге» */
export function costFacts(cost: OwnCost, shops: readonly Pick<ProfileShop, 'id' | 'name'>[]): string {
  return [
    formatPeriod(cost.from, cost.to),
    cost.shopId === null ? 'все магазины' : shopName(shops, cost.shopId),
    ...(cost.nmId === null ? [] : [`карточка ${cost.nmId}`]),
    ...(cost.isTaxDeductible ? ['учитывается в налоге'] : []),
  ].join(SEPARATOR);
}

/** «1,5 %» */
export function rateText({ rateHundredths }: Pick<OwnCostRate, 'rateHundredths'>): string {
  return formatPercent(rateHundredths / 100_00, 2);
}

/** «с 1 марта, без срока · все магазины · учитывается в налоге» */
export function rateFacts(rate: OwnCostRate, shops: readonly Pick<ProfileShop, 'id' | 'name'>[]): string {
  return [
    rate.to === null ? `с${NBSP}${formatDay(rate.from)}, без срока` : formatPeriod(rate.from, rate.to),
    rate.shopId === null ? 'все магазины' : shopName(shops, rate.shopId),
    ...(rate.isTaxDeductible ? ['учитывается в налоге'] : []),
  ].join(SEPARATOR);
}
