import { sql } from 'kysely';
import { RECENT_ORDER_DAYS } from '#contract/recent-orders.ts';
import type { Db } from '#server/db/database.ts';
import { addDays, moscowDay } from './moscow-days.ts';

/**
 * How often each of the cards was ordered in the last days, in all its shops. Without a card that is not the account's, and
 * without one in whose shops nobody has read orders yet: none is not the same as not known.
 */
export async function findRecentOrders(
  db: Db,
  accountId: number,
  cardIds: readonly number[],
  now = new Date(),
): Promise<{ cardId: number; orders: number }[]> {
  const today = moscowDay(now);
  const { rows } = await sql<{ cardId: number; orders: number }>`
    SELECT listed.card_id AS "cardId", sum((
      SELECT count(*) FROM orders
      WHERE orders.account_id = ${accountId} AND orders.nm_id = listed.nm_id AND orders.shop_id = listed.shop_id
        AND orders.day BETWEEN ${addDays(today, 1 - RECENT_ORDER_DAYS)} AND ${today}
    ))::int AS orders
    FROM shop_cards listed
    JOIN sync_cursors cursor ON cursor.account_id = listed.account_id AND cursor.shop_id = listed.shop_id
      AND cursor.kind = 'orders' AND cursor.synced_at IS NOT NULL
    WHERE listed.account_id = ${accountId} AND listed.card_id = any(${[...cardIds]}::bigint[])
      AND listed.nm_id IS NOT NULL
    GROUP BY listed.card_id
    ORDER BY listed.card_id`.execute(db);
  return rows;
}
