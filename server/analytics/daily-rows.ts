import type { Db } from '#server/db/database.ts';
import type { Day } from './moscow-days.ts';

interface Place {
  db: Db;
  accountId: number;
  shopId: number;
}

/** Rows of daily reports go where a weekly one tells of their day. */
export async function dropDailyRows({ db, accountId, shopId }: Place, until: Day | undefined): Promise<void> {
  if (until === undefined) return;
  await db
    .deleteFrom('report_rows')
    .where('account_id', '=', accountId)
    .where('shop_id', '=', shopId)
    .where('is_daily', '=', true)
    .where('day', '<=', until)
    .execute();
}

/** Those of the days from `from` on that the marketplace does not give any more. */
export async function dropOtherDailyRows(
  { db, accountId, shopId }: Place,
  { from, kept }: { from: Day; kept: readonly number[] },
): Promise<void> {
  await db
    .deleteFrom('report_rows')
    .where('account_id', '=', accountId)
    .where('shop_id', '=', shopId)
    .where('is_daily', '=', true)
    .where('day', '>=', from)
    .where((eb) => eb.not(eb('rrd_id', '=', eb.fn.any(eb.val([...kept])))))
    .execute();
}
