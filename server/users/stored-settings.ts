import { isCalendarDay } from '#contract/fields.ts';
import { defaultSettings, type Settings, type TaxPeriod } from '#contract/users.ts';

/** Settings are stored as far as they were changed: a new one begins with its default. */
export function withDefaults(stored: Partial<Settings>): Settings {
  return { ...defaultSettings, ...stored, taxPeriods: usableTaxPeriods(stored.taxPeriods ?? []) };
}

/**
 * The tax periods that can be reckoned with, earliest first. What is stored may be older than its checks: a day that the
 * calendar does not have never begins, and of two periods of one day the later in the list holds.
 */
function usableTaxPeriods(stored: readonly TaxPeriod[]): TaxPeriod[] {
  const byDay = new Map(
    stored.filter(({ from }) => isCalendarDay(from)).map((period) => [period.from, period]),
  );
  if (byDay.size === 0) return defaultSettings.taxPeriods;
  return [...byDay.values()].sort((one, other) => (one.from < other.from ? -1 : 1));
}
