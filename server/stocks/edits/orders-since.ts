import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

interface Asked {
  key: string;
  cardId: number;
  countedAt: string;
}

export interface OrdersSince {
  orders: number;
  /** Until when they are known; null: nobody has read them of some of the shops. */
  readAt: string | null;
}

/**
 * How often each card was ordered in the shops of these warehouses since it was counted. The marketplace's orders name the card and the
 * day, and when they changed last; neither the size nor the warehouse.
 */
export async function findOrdersSince(
  db: Db,
  accountId: number,
  warehouseIds: readonly number[],
  asked: readonly Asked[],
): Promise<Map<string, OrdersSince>> {
  const { rows } = await sql<{ key: string; orders: number; readAt: Date | null }>`
    SELECT asked.key, sum((
        SELECT count(*) FROM orders
        WHERE orders.account_id = ${accountId} AND orders.shop_id = listed.shop_id AND orders.nm_id = listed.nm_id
          AND orders.day >= (asked."countedAt" AT TIME ZONE 'Europe/Moscow')::date
          AND orders.changed_at > asked."countedAt" AND NOT orders.is_cancel
      ))::int AS orders,
      CASE WHEN bool_and(cursor.synced_at IS NOT NULL) THEN min(cursor.synced_at) END AS "readAt"
    FROM jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
      AS asked(key text, "cardId" bigint, "countedAt" timestamptz)
    JOIN shop_cards listed ON listed.account_id = ${accountId} AND listed.card_id = asked."cardId"
      AND listed.shop_id IN (
        SELECT shop_id FROM warehouses
        WHERE account_id = ${accountId} AND id = any(${[...warehouseIds]}::bigint[]))
    LEFT JOIN sync_cursors cursor ON cursor.account_id = ${accountId} AND cursor.shop_id = listed.shop_id
      AND cursor.kind = 'orders'
    GROUP BY asked.key`.execute(db);
  return new Map(
    rows.map(({ key, orders, readAt }) => [key, { orders, readAt: readAt?.toISOString() ?? null }]),
  );
}
