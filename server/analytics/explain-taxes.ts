import type { AskedBasis } from '#contract/analytics.ts';
import type { TaxYear } from '#contract/profit-parts.ts';
import type { Taxpayer } from '#contract/taxpayers.ts';
import type { Period } from './moscow-days.ts';
import { taxRuleOn } from './taxes.ts';
import { createYear, type ShopDayLines } from './year-taxes.ts';

type TaxpayerOfYear = Pick<Taxpayer, 'id' | 'name' | 'shopIds' | 'taxRates'>;

/** How the taxes that {@link countTaxes} puts on days have grown since 1 January: of each taxpayer, in each year of the period. */
export function explainTaxes(
  rows: readonly ShopDayLines[],
  { taxpayers, basis, period }: { taxpayers: readonly TaxpayerOfYear[]; basis: AskedBasis; period: Period },
): TaxYear[] {
  return taxpayers.flatMap((taxpayer) =>
    yearsOf(period).flatMap((year) => explainYear(rows, taxpayer, { year, basis, period })),
  );
}

function explainYear(
  rows: readonly ShopDayLines[],
  { id, name, shopIds, taxRates }: TaxpayerOfYear,
  { year, basis, period }: { year: number; basis: AskedBasis; period: Period },
): TaxYear[] {
  const lastDay = `${year}-12-31`;
  const until = period.to < lastDay ? period.to : lastDay;
  const own = rows
    .filter(({ shopId, day }) => shopIds.includes(shopId) && day >= `${year}-01-01` && day <= until)
    .toSorted((one, other) => (one.day < other.day ? -1 : 1));
  if (own.length === 0) return [];
  const owedBy = (isCounted: (day: string) => boolean) => {
    const all = createYear();
    for (const { day, lines } of own) if (isCounted(day)) all.add(lines, taxRuleOn(taxRates, day, basis));
    return all;
  };
  const whole = owedBy(() => true);
  return [
    {
      taxpayerId: id,
      name,
      shopCount: shopIds.length,
      year,
      until,
      rates: whole.rules().map(({ rule, ...sums }) => ({
        basis: rule.basis,
        ratePercent: rule.rateHundredths / 100,
        vatPercent: rule.vatPercent,
        ...sums,
      })),
      minimumKopecks: whole.minimum(),
      before: owedBy((day) => day < period.from).taxes(),
      owed: whole.taxes(),
    },
  ];
}

function yearsOf({ from, to }: Period): number[] {
  const [first, last] = [Number(from.slice(0, 4)), Number(to.slice(0, 4))];
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
