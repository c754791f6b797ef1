import { sql } from 'kysely';
import { refreshListedFacts } from '#server/cards/card-summary.ts';
import type { Db, Trx } from '#server/db/database.ts';
import { inBatches } from '#server/db/in-batches.ts';
import { MAX_STOCKS_PER_CALL } from '#server/marketplace/warehouse-operations.ts';
import type { StageRun, StageStep } from './stage.ts';

interface Size {
  shop_card_id: number;
  card_id: number;
  chrt_id: number;
}

/** Stocks of a thousand sizes in every warehouse of the shop. */
export const syncStocks: StageStep = (run, offset) => readStocks(run, offset);

/** The same of one warehouse (our id) or one card. */
export async function readStocks(
  { deps, accountId, shopId }: StageRun,
  offset: number,
  { warehouseId, cardId }: { warehouseId?: number; cardId?: number } = {},
): Promise<{ nextOffset: number } | null> {
  const { database, marketplace } = deps;
  const { db } = database;
  const { sizes, isLast } = await findSizes(db, { accountId, shopId, cardId }, offset);
  const last = sizes.at(-1);
  if (last === undefined) return null;
  const warehouses = await db
    .selectFrom('warehouses')
    .select(['id', 'wb_warehouse_id'])
    .where('account_id', '=', accountId)
    .where('shop_id', '=', shopId)
    .$if(warehouseId !== undefined, (query) => query.where('id', '=', warehouseId ?? 0))
    .orderBy('id')
    .execute();
  const client = await marketplace.forShop(db, accountId, shopId);
  const chrtIds = sizes.map((size) => size.chrt_id);
  for (const warehouse of warehouses) {
    const stocks = await client.getStocks(warehouse.wb_warehouse_id, chrtIds);
    const amountOf = new Map(stocks.map((stock) => [stock.chrtId, stock.amount]));
    await inBatches(database, sizes, async (trx, batch) => {
      const changed = await storeStocks(trx, accountId, warehouse.id, batch, amountOf);
      await refreshListedFacts(trx, accountId, changed);
    });
  }
  return isLast ? null : { nextOffset: last.shop_card_id };
}

interface SizesPart {
  /** Of whole cards; a card has no more sizes than the marketplace takes at once. */
  sizes: Size[];
  isLast: boolean;
}

/** As many as the marketplace takes at once, of the cards after `afterId`. */
async function findSizes(
  db: Db,
  { accountId, shopId, cardId }: { accountId: number; shopId: number; cardId: number | undefined },
  afterId: number,
): Promise<SizesPart> {
  const { rows: sizes } = await sql<Size>`
    SELECT listed.id AS shop_card_id, listed.card_id, (size ->> 'chrtId')::bigint AS chrt_id
    FROM (
      SELECT id, card_id, sizes FROM shop_cards
      WHERE account_id = ${accountId} AND shop_id = ${shopId} AND id > ${afterId} AND sizes <> '[]'
        AND (${cardId ?? null}::bigint IS NULL OR card_id = ${cardId ?? null})
      ORDER BY id LIMIT ${MAX_STOCKS_PER_CALL}
    ) AS listed, jsonb_array_elements(listed.sizes) AS size
    ORDER BY listed.id, chrt_id LIMIT ${MAX_STOCKS_PER_CALL}
  `.execute(db);
  if (sizes.length < MAX_STOCKS_PER_CALL) return { sizes, isLast: true };
  const cut = sizes.at(-1)?.shop_card_id;
  const whole = sizes.filter((size) => size.shop_card_id !== cut);
  return { sizes: whole.length > 0 ? whole : sizes, isLast: false };
}

/**
 * The cards whose amounts were others. A size without a record at the marketplace has nothing in stock; a row is made only for what has
 * some. What is as it was is not written: a shop is read every hour, and most of it has not changed.
 */
async function storeStocks(
  trx: Trx,
  accountId: number,
  warehouseId: number,
  sizes: readonly Size[],
  amountOf: ReadonlyMap<number, number>,
): Promise<number[]> {
  const rows = sizes.map((size) => ({ ...size, amount: amountOf.get(size.chrt_id) ?? null }));
  const { rows: changed } = await sql<{ card_id: number }>`
    WITH read AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS r(shop_card_id bigint, card_id bigint, chrt_id bigint, amount int)
    ), gone AS (
      UPDATE stocks SET amount = 0, updated_at = now() FROM read
      WHERE stocks.warehouse_id = ${warehouseId} AND stocks.account_id = ${accountId}
        AND stocks.chrt_id = read.chrt_id AND read.amount IS NULL AND stocks.amount <> 0
      RETURNING stocks.chrt_id
    ), kept AS (
      INSERT INTO stocks (warehouse_id, chrt_id, account_id, shop_card_id, amount)
      SELECT ${warehouseId}, chrt_id, ${accountId}, shop_card_id, amount FROM read WHERE amount IS NOT NULL
      ON CONFLICT (warehouse_id, chrt_id) DO UPDATE
        SET amount = excluded.amount, shop_card_id = excluded.shop_card_id, updated_at = now()
        WHERE stocks.account_id = ${accountId}
          AND (stocks.amount, stocks.shop_card_id) IS DISTINCT FROM (excluded.amount, excluded.shop_card_id)
      RETURNING chrt_id
    )
    SELECT card_id FROM read
    WHERE chrt_id IN (SELECT chrt_id FROM gone UNION ALL SELECT chrt_id FROM kept)
    UNION
    -- A size that is another card's by now was counted there: all parts of a statement see what was before it.
    SELECT listed.card_id FROM read
    JOIN stocks ON stocks.warehouse_id = ${warehouseId} AND stocks.account_id = ${accountId}
      AND stocks.chrt_id = read.chrt_id AND stocks.shop_card_id <> read.shop_card_id
    JOIN shop_cards listed ON listed.id = stocks.shop_card_id AND listed.account_id = ${accountId}
  `.execute(trx);
  return changed.map((row) => row.card_id);
}
