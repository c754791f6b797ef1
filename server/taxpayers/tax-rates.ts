import { isCalendarDay } from '#contract/fields.ts';
import type { TaxRate } from '#contract/taxpayers.ts';
import { defaultSettings, type TaxPeriod } from '#contract/users.ts';

/**
 * The rates that can be reckoned with, earliest first. What is stored may be older than its checks: a day that the
 * calendar does not have never begins, and of two rates of one day the later in the list holds.
 */
export function usableRates(stored: readonly TaxRate[]): TaxRate[] {
  const byDay = new Map(stored.filter(({ from }) => isCalendarDay(from)).map((rate) => [rate.from, rate]));
  if (byDay.size === 0) return defaultSettings.taxPeriods;
  return [...byDay.values()].sort((one, other) => (one.from < other.from ? -1 : 1));
}

/** The rates as `settings.taxPeriods` says them to an app that knows no taxpayers. */
export function ratesForOldApps(rates: readonly TaxRate[]): TaxPeriod[] {
  return rates.map((rate) => ({ ...rate, vatPercent: shownVat(rate) }));
}

/** What such an app has saved: a rate of VAT that it could not know, and has not touched, stays what it was. */
export function ratesFromOldApp(said: readonly TaxPeriod[], before: readonly TaxRate[]): TaxRate[] {
  return said.map((period) => {
    const was = before.find(({ from }) => from === period.from);
    return was && shownVat(was) === period.vatPercent ? { ...period, vatPercent: was.vatPercent } : period;
  });
}

/** An app of last week knows neither 10 % nor 20 %: it is shown the nearest that it knows. */
function shownVat({ vatPercent }: TaxRate): TaxPeriod['vatPercent'] {
  if (vatPercent === 10) return 7;
  return vatPercent === 20 ? 22 : vatPercent;
}
