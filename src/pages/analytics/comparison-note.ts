import type { Profit } from '#contract/analytics.ts';
import { formatDay, formatPeriod } from '#lib/dates.ts';

/** Orders are compared by the feed of orders, everything else by the report. */
export type ComparisonSource = keyof NonNullable<Profit['comparison']>;

const DATA_NAMES: Record<ComparisonSource, string> = { orders: 'заказы', report: 'отчёты' };

/**
 * What the changes on the tiles are against: the whole period before, or which days were left to compare and why; of
 * orders and of the rest apart when they differ.
 */
export function comparisonNote(profit: Profit): string {
  const orders = noteOf(profit, 'orders');
  const report = noteOf(profit, 'report');
  if (orders.text === report.text) return report.isWhole ? `в сравнении с ${report.text}` : report.text;
  return `изменения: заказов — ${withTo(orders)}, остального — ${withTo(report)}`;
}

interface Note {
  /** All days of both periods are compared; the text is then the period before. */
  isWhole: boolean;
  text: string;
}

function withTo({ isWhole, text }: Note): string {
  return isWhole ? `к ${text}` : text;
}

function noteOf(profit: Profit, source: ComparisonSource): Note {
  const compared = profit.comparison?.[source];
  const coverage = profit.coverage?.[source];
  const beginning =
    coverage && coverage.from > profit.PREVIOUS.from
      ? `${DATA_NAMES[source]} начинаются ${formatDay(coverage.from)}`
      : null;
  if (!compared) {
    return { isWhole: false, text: `не с чем сравнить, ${beginning ?? missingNote(profit, source)}` };
  }
  const { SELECTED, PREVIOUS } = compared;
  const before = formatPeriod(PREVIOUS.from, PREVIOUS.to);
  if (SELECTED.from === profit.SELECTED.from && SELECTED.to === profit.SELECTED.to) {
    return { isWhole: true, text: before };
  }
  const readDays = source === 'report' ? 'по отчётам' : 'прочитанные дни';
  const reasons = [SELECTED.to < profit.SELECTED.to ? readDays : null, beginning].filter(
    (reason) => reason !== null,
  );
  const days = `${formatPeriod(SELECTED.from, SELECTED.to)} к ${before}`;
  return { isWhole: false, text: `${days} (${reasons.join('; ')})` };
}

function missingNote({ SELECTED, coverage }: Profit, source: ComparisonSource): string {
  if (source === 'report') return 'отчётов за эти дни ещё нет';
  // Some of today's may have been read, and are shown.
  const last = coverage?.orders?.to;
  return last && last < SELECTED.from
    ? `заказы целиком известны до ${formatDay(last)}`
    : 'заказы этих дней не прочитаны';
}
