import type { ProfitDay } from '#contract/analytics.ts';

export interface PreliminaryDays {
  count: number;
  /** The days at the end that the report does not reach: nothing is taken off them yet. */
  unreported: number;
  /** Days of the report with sales that it does not have. */
  completed: number;
  /** The first of the unreported days. */
  firstUnreported: string | undefined;
}

export function preliminaryDays(days: readonly ProfitDay[]): PreliminaryDays {
  const lastReported = days.findLastIndex((day) => !day.isPreliminary);
  const count = days.filter((day) => day.isPreliminary).length;
  const unreported = days.length - 1 - lastReported;
  return {
    count,
    unreported,
    completed: count - unreported,
    firstUnreported: days[lastReported + 1]?.day,
  };
}
