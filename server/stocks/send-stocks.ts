import { sql } from 'kysely';
import type { StockSendResult } from '#contract/warehouses.ts';
import type { Database, Db } from '#server/db/database.ts';
import { MarketplaceError } from '#server/marketplace/errors.ts';
import type { Marketplace } from '#server/marketplace/marketplace.ts';
import { notFound } from '#server/errors/http-error.ts';
import { keepAmountsOf } from './keep-amounts.ts';
import { sendToWarehouse, type StockOutcome } from './warehouse-stocks.ts';

/** One amount to set: a size of a card (chrtId) in one of the account's warehouses (our id). */
export interface StockToSend {
  warehouseId: number;
  chrtId: number;
  amount: number;
  /** The size's card; where every row names it, sizes are found without looking through the whole shop. */
  cardId?: number;
}

export interface SendStocksDeps {
  database: Database;
  marketplace: Marketplace;
}

interface WarehouseRow {
  id: number;
  shop_id: number;
  wb_warehouse_id: number;
  name: string;
}

interface SizeOwner {
  shopCardId: number;
  cardId: number;
  vendorCode: string;
}

/**
 * Sets amounts at the marketplace, reads them back, keeps what was read and says how each row went. A shop or a row that
 * fails does not stop the others. Throws 404 when a warehouse is not the account's.
 */
export async function sendStocks(
  deps: SendStocksDeps,
  accountId: number,
  rows: readonly StockToSend[],
): Promise<StockSendResult> {
  const { db } = deps.database;
  const warehouses = await readWarehouses(db, accountId, rows);
  const owners = await readSizeOwners(db, accountId, [...warehouses.values()], rows);
  const result: StockSendResult = { sent: 0, failed: 0, errors: [] };

  for (const [warehouseId, ofWarehouse] of groupByWarehouse(rows)) {
    const warehouse = warehouses.get(warehouseId);
    if (!warehouse) continue;
    const known = ofWarehouse.filter((row) => owners.has(ownerKey(warehouse.shop_id, row.chrtId)));
    const outcomes = await outcomesOf(deps, accountId, warehouse, known);
    await keepAmounts(deps.database, accountId, warehouse, outcomes, owners);
    for (const row of ofWarehouse) {
      const owner = owners.get(ownerKey(warehouse.shop_id, row.chrtId));
      const outcome = outcomes.get(row.chrtId);
      if (owner && outcome?.isSet) {
        result.sent += 1;
        continue;
      }
      result.failed += 1;
      result.errors.push({
        warehouseName: warehouse.name,
        vendorCode: owner?.vendorCode ?? '',
        detail: outcome?.detail ?? `В этом магазине нет размера ${String(row.chrtId)}`,
      });
    }
  }
  return result;
}

async function outcomesOf(
  deps: SendStocksDeps,
  accountId: number,
  warehouse: WarehouseRow,
  rows: readonly StockToSend[],
): Promise<Map<number, StockOutcome>> {
  if (rows.length === 0) return new Map();
  try {
    const client = await deps.marketplace.forShop(deps.database.db, accountId, warehouse.shop_id);
    return await sendToWarehouse(client, warehouse.wb_warehouse_id, rows);
  } catch (error) {
    if (!(error instanceof MarketplaceError)) throw error;
    const outcome: StockOutcome = { isSet: false, detail: error.detail.join('. ') };
    return new Map(rows.map((row) => [row.chrtId, outcome]));
  }
}

async function readWarehouses(
  db: Db,
  accountId: number,
  rows: readonly StockToSend[],
): Promise<Map<number, WarehouseRow>> {
  const ids = [...new Set(rows.map((row) => row.warehouseId))];
  const found = await db
    .selectFrom('warehouses')
    .select(['id', 'shop_id', 'wb_warehouse_id', 'name'])
    .where('account_id', '=', accountId)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute();
  if (found.length < ids.length) throw notFound('Склад не найден');
  return new Map(found.map((warehouse) => [warehouse.id, warehouse]));
}

/** Whose sizes they are; a size that the account does not have in the warehouse's shop is left out. */
async function readSizeOwners(
  db: Db,
  accountId: number,
  warehouses: readonly WarehouseRow[],
  rows: readonly StockToSend[],
): Promise<Map<string, SizeOwner>> {
  const shopIds = [...new Set(warehouses.map((warehouse) => warehouse.shop_id))];
  const chrtIds = [...new Set(rows.map((row) => row.chrtId))];
  const cardIds = rows.every((row) => row.cardId !== undefined)
    ? [...new Set(rows.flatMap((row) => row.cardId ?? []))]
    : null;
  const found = await sql<{
    id: number;
    card_id: number;
    shop_id: number;
    vendor_code: string;
    chrt_id: number;
  }>`
    SELECT shop_cards.id, card_id, shop_id, vendor_code, (size ->> 'chrtId')::bigint AS chrt_id
    FROM shop_cards, jsonb_array_elements(sizes) AS size
    WHERE account_id = ${accountId} AND shop_id = any(${shopIds}::bigint[])
      AND (${cardIds}::bigint[] IS NULL OR card_id = any(${cardIds}::bigint[]))
      AND (size ->> 'chrtId')::bigint = any(${chrtIds}::bigint[])`.execute(db);
  return new Map(
    found.rows.map((row) => [
      ownerKey(row.shop_id, row.chrt_id),
      { shopCardId: row.id, cardId: row.card_id, vendorCode: row.vendor_code },
    ]),
  );
}

function ownerKey(shopId: number, chrtId: number): string {
  return `${String(shopId)}:${String(chrtId)}`;
}

function groupByWarehouse(rows: readonly StockToSend[]): Map<number, StockToSend[]> {
  const groups = new Map<number, Map<number, StockToSend>>();
  for (const row of rows) {
    const group = groups.get(row.warehouseId) ?? new Map<number, StockToSend>();
    // One amount per size: the contract refuses a second one, and whoever sends many gives them all the same.
    group.set(row.chrtId, row);
    groups.set(row.warehouseId, group);
  }
  return new Map([...groups].map(([id, group]) => [id, [...group.values()]]));
}

/** Our rows say what the marketplace says, whether it took the amount or not. */
async function keepAmounts(
  database: Database,
  accountId: number,
  warehouse: WarehouseRow,
  outcomes: ReadonlyMap<number, StockOutcome>,
  owners: ReadonlyMap<string, SizeOwner>,
): Promise<void> {
  const read = [...outcomes].flatMap(([chrtId, { amount }]) => {
    const owner = owners.get(ownerKey(warehouse.shop_id, chrtId));
    return owner && amount !== undefined ? [{ chrtId, amount, ...owner }] : [];
  });
  if (read.length === 0) return;
  await database.transaction((trx) => keepAmountsOf(trx, accountId, warehouse.id, read));
}
