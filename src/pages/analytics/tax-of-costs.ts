import type { AskedBasis } from '#contract/analytics.ts';
import type { Taxpayer } from '#contract/taxpayers.ts';
import type { Days } from '#parts/period/period-problem.ts';

interface TaxOfCostsQuestion {
  basis: AskedBasis;
  /** Undefined: not known yet. */
  taxpayers: readonly Taxpayer[] | undefined;
  /** None: of all shops. */
  shopIds: readonly number[];
  days: Days;
}

/**
 * Whether the tax of any of these days is taken from what costs leave («Доходы − расходы»): without the report it is as little known as
 * they are. Of income alone it is known by the sales. While nobody has said whose rates they are, it may be either.
 */
export function isTaxOfCosts({ basis, taxpayers, shopIds, days }: TaxOfCostsQuestion): boolean {
  if (basis !== 'OWN') return basis === 'INCOME_MINUS_EXPENSES';
  if (!taxpayers) return true;
  return taxpayers
    .filter((one) => shopIds.length === 0 || one.shopIds.some((id) => shopIds.includes(id)))
    .some(({ taxRates }) =>
      taxRates.some(({ basis: own, from }, index) => {
        const next = taxRates[index + 1]?.from;
        return own === 'INCOME_MINUS_EXPENSES' && from <= days.to && (next === undefined || next > days.from);
      }),
    );
}
