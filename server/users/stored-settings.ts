import type { TaxRate } from '#contract/taxpayers.ts';
import { defaultSettings, type Settings } from '#contract/users.ts';
import { ratesForOldApps } from '#server/taxpayers/tax-rates.ts';

/**
 * Settings are stored as far as they were changed: a new one begins with its default. Tax rates belong to the account's
 * taxpayers (decision 040); the default one's are still told here, to apps that know no others.
 */
export function withDefaults(stored: Partial<Settings>, taxRates: readonly TaxRate[]): Settings {
  return { ...defaultSettings, ...stored, taxPeriods: ratesForOldApps(taxRates) };
}
