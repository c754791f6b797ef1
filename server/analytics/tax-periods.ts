import type { TaxPeriod } from '#contract/users.ts';
import type { Db } from '#server/db/database.ts';
import { withDefaults } from '#server/users/stored-settings.ts';

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
  return withDefaults(user?.settings ?? {}).taxPeriods;
}
