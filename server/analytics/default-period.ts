import type { Db } from '#server/db/database.ts';
import { findDayLines } from './day-lines.ts';
import { addDays, type Day, type Period } from './moscow-days.ts';
import { lastReportedDays, sellingShops } from './reported-days.ts';
import type { ShopCoverage } from './repository.ts';

/** Further back the default does not go: a sale that no report will ever have would hold it for ever. */
const MOST_DAYS_BACK = 3;

/**
 * The days that are shown when none are asked for. The reports often lack the last sales of the day that they end with, and of such a day no cost is
 * known in full: the default ends before it, else most measures of the page that is opened first would be «—».
 */
export async function defaultPeriod(
  db: Db,
  accountId: number,
  shops: readonly ShopCoverage[],
  today: Day,
): Promise<Period> {
  const { from, to } = lastReportedDays(shops, today);
  const isReported = ({ reportedUntil }: ShopCoverage) => reportedUntil !== null && reportedUntil >= to;
  if (!sellingShops(shops).every(isReported)) return { from, to };
  const lines = await findDayLines(db, accountId, {
    shopIds: shops.map((shop) => shop.shopId),
    period: { from: addDays(to, -MOST_DAYS_BACK), to },
  });
  const lacking = new Set(lines.flatMap(({ source, day }) => (source === 'sales' ? day : [])));
  let back = 0;
  while (back <= MOST_DAYS_BACK && lacking.has(addDays(to, -back))) back += 1;
  if (back > MOST_DAYS_BACK) back = 0;
  return { from: addDays(from, -back), to: addDays(to, -back) };
}
