import type { VatThreshold } from '#contract/taxpayers.ts';
import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { findTaxpayers } from '#server/taxpayers/taxpayer-rows.ts';
import { findDayLines } from './day-lines.ts';
import { moscowDay, type Period } from './moscow-days.ts';
import { vatThresholdOf, type DayIncome } from './vat-threshold.ts';

/** Of every taxpayer of the account that has a shop, for the year that it is now in Moscow. */
export async function readVatThresholds(db: Db, accountId: number, now: Date): Promise<VatThreshold[]> {
  const today = moscowDay(now);
  const year = Number(today.slice(0, 4));
  const taxpayers = (await findTaxpayers(db, accountId)).filter(({ shopIds }) => shopIds.length > 0);
  if (taxpayers.length === 0) return [];
  const income = await readIncome(db, accountId, {
    shopIds: taxpayers.flatMap(({ shopIds }) => shopIds),
    period: { from: `${year}-01-01`, to: today },
  });
  const unread = await findUnreadShops(db, accountId);
  return taxpayers.flatMap((one) => {
    const threshold = vatThresholdOf(one, year, income, today);
    return threshold ? { ...threshold, unreadShopIds: one.shopIds.filter((id) => unread.has(id)) } : [];
  });
}

/** What buyers paid, by day, shop and source. */
export async function readIncome(
  db: Db,
  accountId: number,
  range: { shopIds: readonly number[]; period: Period },
): Promise<DayIncome[]> {
  const lines = await findDayLines(db, accountId, { ...range, shopIds: [...range.shopIds] });
  // Of what was ordered nothing is paid yet.
  return lines.flatMap(({ source, shopId, day, lines: { realizedKopecks } }) =>
    source === 'orders' ? [] : [{ shopId, day, realizedKopecks }],
  );
}

/** Those whose report has not been read to its end even once. */
async function findUnreadShops(db: Db, accountId: number): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM shops WHERE account_id = ${accountId} AND NOT EXISTS (
      SELECT FROM sync_cursors cursor WHERE cursor.account_id = shops.account_id AND cursor.shop_id = shops.id
        AND cursor.kind = 'report' AND cursor.synced_at IS NOT NULL)`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
