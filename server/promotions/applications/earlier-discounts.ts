import { sql } from 'kysely';
import type { Promotion } from '#contract/promotions.ts';
import type { Db } from '#server/db/database.ts';

interface Earlier {
  discount: number;
  subjectId: number;
}

/** The discount that a card had before it joined from here; else the one that it has here, for this shop. */
export async function readEarlierDiscounts(
  db: Db,
  accountId: number,
  { shopId, wbPromotionId }: Promotion,
  nmIds: readonly number[],
): Promise<Map<number, Earlier>> {
  const { rows } = await sql<Earlier & { nmId: number }>`
    SELECT listed.nm_id AS "nmId", card.subject_id AS "subjectId",
      coalesce(joined.discount, listed.own_discount, card.discount) AS discount
    FROM shop_cards listed
    JOIN cards card ON card.id = listed.card_id AND card.account_id = ${accountId}
    LEFT JOIN LATERAL (
      SELECT applied.discount FROM promotion_application_cards applied
      JOIN promotion_applications application ON application.id = applied.application_id
      WHERE applied.account_id = ${accountId} AND applied.shop_id = ${shopId} AND applied.nm_id = listed.nm_id
        AND application.kind = 'JOIN' AND application.wb_promotion_id = ${wbPromotionId}
        AND applied.state = 'CONFIRMED'
      ORDER BY applied.application_id DESC LIMIT 1
    ) joined ON true
    WHERE listed.account_id = ${accountId} AND listed.shop_id = ${shopId}
      AND listed.nm_id = any(${[...nmIds]}::bigint[])`.execute(db);
  return new Map(rows.map(({ nmId, ...one }) => [nmId, one]));
}
