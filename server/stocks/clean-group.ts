import type { CleaningPreview, CleaningResult } from '#contract/warehouses.ts';
import type { Database, Db } from '#server/db/database.ts';
import type { Marketplace } from '#server/marketplace/marketplace.ts';
import { conflict } from '#server/errors/http-error.ts';
import { plural } from '#server/text/plural.ts';
import { sendStocks } from './send-stocks.ts';
import { groupOr404 } from '#server/warehouses/group-writes.ts';
import { readStocksOf } from './read-group-stocks.ts';
import { findFilledStocks, findWarehouses } from '#server/warehouses/repository.ts';

interface Deps {
  database: Database;
  marketplace: Marketplace;
}

/** What the group would set to zero, as the marketplace was last read. */
export async function previewCleaning(db: Db, accountId: number, groupId: number): Promise<CleaningPreview> {
  await groupOr404(db, accountId, groupId);
  return {
    ...(await countFilled(db, accountId, groupId)),
    readAt: await lastReadAt(db, accountId, groupId),
    unread: [],
  };
}

/** The same after reading the marketplace. */
export async function readCleaning(deps: Deps, accountId: number, groupId: number): Promise<CleaningPreview> {
  const { db } = deps.database;
  await groupOr404(db, accountId, groupId);
  const startedAt = new Date().toISOString();
  const unread = await readStocksOf(deps, accountId, await findWarehouses(db, accountId, { groupId }));
  const readAt = unread.length === 0 ? startedAt : await lastReadAt(db, accountId, groupId);
  return { ...(await countFilled(db, accountId, groupId)), readAt, unread };
}

/** Sets to zero what the warehouses hold now, and says what they hold afterwards. */
export async function cleanGroup(
  deps: Deps,
  accountId: number,
  groupId: number,
  expected: { rows: number; units: number } | undefined,
): Promise<CleaningResult> {
  const { db } = deps.database;
  const group = await groupOr404(db, accountId, groupId);
  if (group.kind !== 'CLEANING') throw conflict('Обнулить остатки можно только в группе для обнуления');
  const unread = await readStocksOf(deps, accountId, group.warehouses);
  const filled = await findFilledStocks(db, accountId, groupId);
  const before = sumOf(filled);
  // Less than was agreed to is what buyers have bought meanwhile.
  if (expected && (before.rows > expected.rows || before.units > expected.units)) {
    const rows = plural(before.rows, ['строка', 'строки', 'строк']);
    throw conflict(
      `Остатки на складах изменились: стало ${rows}, ${String(before.units)} шт. Посчитайте ещё раз`,
    );
  }
  const result = await sendStocks(
    deps,
    accountId,
    filled.map((row) => ({
      warehouseId: row.warehouse_id,
      chrtId: row.chrt_id,
      cardId: row.card_id,
      amount: 0,
    })),
  );
  const left = sumOf(await findFilledStocks(db, accountId, groupId));
  return { ...result, units: Math.max(0, before.units - left.units), left, unread };
}

async function countFilled(db: Db, accountId: number, groupId: number) {
  const filled = await findFilledStocks(db, accountId, groupId);
  return {
    warehouses: new Set(filled.map((row) => row.warehouse_id)).size,
    cards: new Set(filled.map((row) => row.card_id)).size,
    ...sumOf(filled),
  };
}

function sumOf(filled: readonly { amount: number }[]): { rows: number; units: number } {
  return { rows: filled.length, units: filled.reduce((sum, row) => sum + row.amount, 0) };
}

/** Of the group's shop that was read the longest ago; null when one has never been read to its end. */
async function lastReadAt(db: Db, accountId: number, groupId: number): Promise<string | null> {
  const shops = await db
    .selectFrom('warehouse_group_warehouses')
    .innerJoin('warehouses', 'warehouses.id', 'warehouse_group_warehouses.warehouse_id')
    .innerJoin('shops', 'shops.id', 'warehouses.shop_id')
    .select('shops.last_synced_at')
    .where('warehouse_group_warehouses.account_id', '=', accountId)
    .where('warehouse_group_warehouses.group_id', '=', groupId)
    .execute();
  const times = shops.map((shop) => shop.last_synced_at?.getTime() ?? null);
  if (times.length === 0 || times.includes(null)) return null;
  return new Date(Math.min(...times.flatMap((time) => time ?? []))).toISOString();
}
