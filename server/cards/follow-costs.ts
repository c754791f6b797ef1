import { sql } from 'kysely';
import type { Trx } from '#server/db/database.ts';
import { isAmong } from '#server/db/is-among.ts';

/**
 * The card says what is valid today. It is a change like any other, with a version and a line in the card's history, so that a
 * form that was open meanwhile does not write the old cost back. `userId` null: a day has come, and it is the change of whoever
 * said the cost.
 */
export async function followCosts(
  trx: Trx,
  accountId: number,
  cardIds: readonly number[],
  userId: number | null,
): Promise<void> {
  await sql`
    UPDATE cards SET cost_price_kopecks = today.cost_kopecks, version = cards.version + 1, updated_at = now(),
      updated_by = coalesce(${userId}::bigint, today.user_id, cards.updated_by)
    FROM (
      SELECT card.id, valid.cost_kopecks, valid.user_id
      FROM unnest(${[...cardIds]}::bigint[]) AS card (id)
      LEFT JOIN LATERAL (
        SELECT cost.cost_kopecks, cost.user_id FROM card_costs cost
        WHERE cost.account_id = ${accountId} AND cost.card_id = card.id
          AND cost.shop_id IS NULL AND cost.tech_size IS NULL AND cost.from_day <= moscow_today()
        ORDER BY cost.from_day DESC LIMIT 1
      ) valid ON true
    ) today
    WHERE cards.account_id = ${accountId} AND cards.id = today.id AND ${isAmong(sql`cards.id`, cardIds)}
      AND cards.cost_price_kopecks IS DISTINCT FROM today.cost_kopecks`.execute(trx);
}
