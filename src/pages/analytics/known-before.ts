import type { Profit, ProfitDay } from '#contract/analytics.ts';
import type { ComparisonSource } from './comparison-note.ts';

/** A figure of a day to compare with; null before the data of its source begin: that nothing is known is no zero. */
export function knownBefore(
  { coverage }: Profit,
  source: ComparisonSource,
  valueOf: (day: ProfitDay) => number,
): (day: ProfitDay | null) => number | null {
  const begins = coverage?.[source]?.from ?? '';
  return (day) => (day && day.day >= begins ? valueOf(day) : null);
}
