import { sql } from 'kysely';
import type { Db, Trx } from '#server/db/database.ts';
import type { RunKey } from './runs.ts';

/** An item whose stocks are to be sent. */
export interface StockItem {
  id: number;
  card_id: number;
  vendor_code: string;
}

/** Takes some items that wait for their stocks; nobody else takes them for a while. */
export async function takeItemsForStocks(
  db: Db,
  run: RunKey,
  { atOnce, inHandMinutes }: { atOnce: number; inHandMinutes: number },
): Promise<StockItem[]> {
  const { rows } = await sql<StockItem>`
    UPDATE shipment_items SET stock_tried_at = now()
    WHERE id = any(ARRAY(
      SELECT id FROM shipment_items
      WHERE account_id = ${run.accountId} AND shipment_id = ${run.shipmentId} AND shop_id = ${run.shopId}
        AND stage <> 'CARD' AND stock_sent_at IS NULL
        AND (stock_tried_at IS NULL OR stock_tried_at < now() - make_interval(mins => ${inHandMinutes}))
      ORDER BY id LIMIT ${atOnce} FOR NO KEY UPDATE SKIP LOCKED))
    RETURNING id, card_id, vendor_code`.execute(db);
  return rows;
}

export async function markStocksSent(trx: Trx, run: RunKey, itemIds: readonly number[]): Promise<void> {
  await trx
    .updateTable('shipment_items')
    .set({ stock_sent_at: sql`now()` })
    .where('account_id', '=', run.accountId)
    .where('shipment_id', '=', run.shipmentId)
    .where('id', '=', sql<number>`any(${[...itemIds]}::bigint[])`)
    .execute();
}

/** Nothing is tried after the last one. */
export async function countStockTry(
  trx: Trx,
  { accountId, shipmentId }: Omit<RunKey, 'shopId'>,
  { isLast }: { isLast: boolean },
): Promise<void> {
  await trx
    .updateTable('shipments')
    .set({
      stock_tries: sql`stock_tries + 1`,
      ...(isLast ? { stocks_done_at: sql`now()` } : {}),
    })
    .where('account_id', '=', accountId)
    .where('id', '=', shipmentId)
    .execute();
}
