import { sql } from 'kysely';
import type { Promotion } from '#contract/promotions.ts';
import type { Db } from '#server/db/database.ts';

/** A promotion as it is stored: what one shop's calendar says. */
export interface StoredPromotion {
  wbPromotionId: number;
  name: string;
  type: Promotion['type'];
  startsAt: string;
  endsAt: string;
}

export interface PromotionFacts extends StoredPromotion {
  description: string;
  inActionCount: number | null;
  availableCount: number | null;
  participationPercent: number | null;
  boosts: string[];
}

/** The calendar of a shop from `since` on: what it has not any more is removed, details are kept. */
export async function storePromotions(
  db: Db,
  accountId: number,
  shopId: number,
  promotions: readonly StoredPromotion[],
  since: Date,
): Promise<void> {
  const ids = promotions.map((promotion) => promotion.wbPromotionId);
  await db
    .deleteFrom('promotions')
    .where('account_id', '=', accountId)
    .where('shop_id', '=', shopId)
    .where('ends_at', '>=', since)
    .where(sql<boolean>`wb_promotion_id <> all(${ids}::bigint[])`)
    .execute();
  for (const promotion of promotions) {
    const values = {
      name: promotion.name,
      type: promotion.type,
      starts_at: promotion.startsAt,
      ends_at: promotion.endsAt,
    };
    await db
      .insertInto('promotions')
      .values({
        account_id: accountId,
        shop_id: shopId,
        wb_promotion_id: promotion.wbPromotionId,
        in_action_count: null,
        available_count: null,
        participation_percent: null,
        ...values,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['shop_id', 'wb_promotion_id'])
          .doUpdateSet(values)
          .where('promotions.account_id', '=', accountId),
      )
      .execute();
  }
}

export async function storePromotionDetails(
  db: Db,
  accountId: number,
  shopId: number,
  promotions: readonly PromotionFacts[],
  at: Date,
): Promise<void> {
  for (const promotion of promotions) {
    await db
      .updateTable('promotions')
      .set({
        name: promotion.name,
        type: promotion.type,
        starts_at: promotion.startsAt,
        ends_at: promotion.endsAt,
        description: promotion.description,
        in_action_count: promotion.inActionCount,
        available_count: promotion.availableCount,
        participation_percent: promotion.participationPercent,
        boosts: JSON.stringify(promotion.boosts),
        synced_at: at,
      })
      .where('account_id', '=', accountId)
      .where('shop_id', '=', shopId)
      .where('wb_promotion_id', '=', promotion.wbPromotionId)
      .execute();
  }
}

/** Of the cards that the marketplace has just named: younger than what the calendar's details said, or all that is known. */
export async function storePromotionCounts(
  db: Db,
  accountId: number,
  promotionId: number,
  counts: { inActionCount: number; availableCount: number },
): Promise<void> {
  await db
    .updateTable('promotions')
    .set({ in_action_count: counts.inActionCount, available_count: counts.availableCount })
    .where('account_id', '=', accountId)
    .where('id', '=', promotionId)
    .execute();
}
