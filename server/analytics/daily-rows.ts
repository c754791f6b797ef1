import type { Db } from '#server/db/database.ts';
import type { Day } from './moscow-days.ts';

interface Place {
  db: Db;
  accountId: number;
  shopId: number;
}

/** Rows of daily reports go where a weekly one tells of their day. */
export async function dropDailyRows(place: Place, until: Day | undefined): Promise<void> {
  if (until !== undefined) await deleteDailyRows(place).where('day', '<=', until).execute();
}

/** Those of the days from `from` on that the marketplace does not give any more. */
export async function dropOtherDailyRows(
  place: Place,
  { from, kept }: { from: Day; kept: readonly number[] },
): Promise<void> {
  await deleteDailyRows(place)
    .where('day', '>=', from)
    .where((eb) => eb.not(eb('rrd_id', '=', eb.fn.any(eb.val([...kept])))))
    .execute();
}

function deleteDailyRows({ db, accountId, shopId }: Place) {
  return db
    .deleteFrom('report_rows')
    .where('account_id', '=', accountId)
    .where('shop_id', '=', shopId)
    .where('is_daily', '=', true);
}
