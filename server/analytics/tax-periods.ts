import { defaultSettings, type TaxPeriod } from '#contract/users.ts';
import type { Db } from '#server/db/database.ts';

/** The dated tax rates of a person's settings, earliest first. */
export async function taxPeriodsOf(
  db: Db,
  { accountId, userId }: { accountId: number; userId: number },
): Promise<TaxPeriod[]> {
  const user = await db
    .selectFrom('users')
    .select('settings')
    .where('account_id', '=', accountId)
    .where('id', '=', userId)
    .executeTakeFirst();
  const periods = user?.settings.taxPeriods ?? defaultSettings.taxPeriods;
  return [...periods].sort((one, other) => (one.from < other.from ? -1 : 1));
}
