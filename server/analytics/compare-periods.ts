import type { Profit } from '#contract/analytics.ts';
import { commonDays, comparableDays } from './comparable-days.ts';
import type { SourceDayLines } from './day-lines.ts';
import type { Period } from './moscow-days.ts';
import { sumLines } from './profit-engine.ts';
import { profitByDay } from './profit-report.ts';
import type { ShopCoverage } from './repository.ts';
import { lastReadDay } from './shop-sources.ts';
import type { CountedTaxes } from './year-taxes.ts';

type Comparison = Pick<Profit, 'coverage' | 'comparison'>;

/**
 * What each source covers, and the two periods over the days that both have in it. Money is compared by the report alone:
 * a day of operational sales has no logistics, no storage and no deductions.
 */
export function comparePeriods(
  { selected, previous }: { selected: Period; previous: Period },
  shops: readonly ShopCoverage[],
  lines: readonly SourceDayLines[],
  /** Counted from the reports alone. */
  reportTaxes: CountedTaxes,
): Required<Comparison> {
  // Costs that a person has said come from no source that covers days.
  const withLines = new Set(lines.flatMap(({ source, shopId }) => (source === 'own_costs' ? [] : shopId)));
  const asked = shops.filter((shop) => withLines.has(shop.shopId));
  const orders = commonDays(
    asked.map((shop) => ({
      from: shop.orderedFrom,
      to: lastReadDay(shop.ordersSyncedAt),
    })),
  );
  const report = commonDays(asked.map((shop) => ({ from: shop.reportedFrom, to: shop.reportedUntil })));
  const byReport = lines.filter((row) => row.source !== 'sales');
  return {
    coverage: { orders, report },
    comparison: {
      orders: bothSides(comparableDays(selected, previous, orders), (period) => ordersOf(lines, period)),
      report: bothSides(
        comparableDays(selected, previous, report),
        (period) => profitByDay(period, byReport, reportTaxes).totals,
      ),
    },
  };
}

function bothSides<Totals>(
  days: ReturnType<typeof comparableDays>,
  totalsOf: (period: Period) => Totals,
): { SELECTED: Period & { totals: Totals }; PREVIOUS: Period & { totals: Totals } } | null {
  if (days === null) return null;
  const side = (period: Period) => ({ ...period, totals: totalsOf(period) });
  return { SELECTED: side(days.SELECTED), PREVIOUS: side(days.PREVIOUS) };
}

function ordersOf(rows: readonly SourceDayLines[], { from, to }: Period) {
  const inPeriod = rows.filter((row) => row.day >= from && row.day <= to);
  const { orders, ordersKopecks } = sumLines(inPeriod.map((row) => row.lines));
  return { orders, ordersKopecks };
}
