import { z } from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { daySchema } from './fields.ts';
import { settingsSchema, taxPeriodSchema, type TaxPeriod } from './users.ts';

/** Which of the periods begins on the day of an earlier one in the list: its index; -1 when each has its own day. */
function repeatedTaxDay(periods: readonly TaxPeriod[]): number {
  return periods.findIndex(({ from }, index) => periods.findIndex((one) => one.from === from) < index);
}

/** What may be saved: every period begins on a day of its own, and one that the calendar has. */
const newTaxPeriodsSchema = z
  .array(z.extend(taxPeriodSchema, { from: daySchema }))
  .check(z.minLength(1), z.maxLength(20), ({ value, issues }) => {
    const index = repeatedTaxDay(value);
    if (index === -1) return;
    issues.push({ code: 'custom', input: value, path: [index, 'from'], message: 'Этот день уже есть' });
  });

/** A partial settings object; fields left out stay as they are. */
export const changeSettingsEndpoint = endpoint({
  method: 'PATCH',
  path: '/users/settings/',
  summary: 'Изменить настройки',
  access: 'user',
  body: z.partial(z.extend(settingsSchema, { taxPeriods: newTaxPeriodsSchema })),
  response: z.object({ settings: settingsSchema, settingsVersion: z.int() }),
  ifMatch: 'optional',
  idempotency: 'optional',
});
