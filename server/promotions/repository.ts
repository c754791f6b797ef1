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

export interface PromotionFilter {
  shopIds?: readonly number[] | undefined;
  period?: Promotion['period'] | undefined;
  id?: number;
}

/** Promotions of an account's shops. Every query says whose. */
export function promotionRepository(db: Db, accountId: number) {
  return {
    /** Current ones end soonest first, future ones begin soonest first, past ones last ended first. */
    async list(filter: PromotionFilter, now: Date): Promise<Promotion[]> {
      const rows = await db
        .selectFrom('promotions')
        .innerJoin('shops', 'shops.id', 'promotions.shop_id')
        .selectAll('promotions')
        .select('shops.name as shop_name')
        .where('promotions.account_id', '=', accountId)
        .where('shops.account_id', '=', accountId)
        .$if(filter.shopIds !== undefined, (query) =>
          query.where(sql<boolean>`promotions.shop_id = any(${[...(filter.shopIds ?? [])]}::bigint[])`),
        )
        .$if(filter.id !== undefined, (query) => query.where('promotions.id', '=', filter.id ?? 0))
        .orderBy('promotions.starts_at')
        .orderBy('promotions.id')
        .execute();
      return rows
        .map(({ starts_at: startsAt, ends_at: endsAt, ...row }) => ({
          id: row.id,
          wbPromotionId: row.wb_promotion_id,
          shopId: row.shop_id,
          shopName: row.shop_name,
          name: row.name,
          description: row.description,
          type: row.type,
          period: periodOf(startsAt, endsAt, now),
          startsAt: startsAt.toISOString(),
          endsAt: endsAt.toISOString(),
          inActionCount: row.in_action_count,
          availableCount: row.available_count,
          participationPercent: row.participation_percent,
          boosts: row.boosts,
        }))
        .filter((promotion) => filter.period === undefined || promotion.period === filter.period)
        .sort((one, other) => byPeriod(one, other));
    },

    /** The calendar of a shop from `since` on: what it has not any more is removed, details are kept. */
    async storeList(shopId: number, promotions: readonly StoredPromotion[], since: Date): Promise<void> {
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
    },

    async storeDetails(shopId: number, promotions: readonly PromotionFacts[], at: Date): Promise<void> {
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
    },

    async idsSince(shopId: number, since: Date): Promise<number[]> {
      const rows = await db
        .selectFrom('promotions')
        .select('wb_promotion_id')
        .where('account_id', '=', accountId)
        .where('shop_id', '=', shopId)
        .where('ends_at', '>=', since)
        .orderBy('starts_at')
        .execute();
      return rows.map((row) => row.wb_promotion_id);
    },
  };
}

function periodOf(startsAt: Date, endsAt: Date, now: Date): Promotion['period'] {
  if (endsAt < now) return 'past';
  return startsAt > now ? 'upcoming' : 'current';
}

const PERIOD_ORDER = { current: 0, upcoming: 1, past: 2 };

function byPeriod(one: Promotion, other: Promotion): number {
  if (one.period !== other.period) return PERIOD_ORDER[one.period] - PERIOD_ORDER[other.period];
  if (one.period === 'upcoming') return one.startsAt < other.startsAt ? -1 : 1;
  const isSooner = one.endsAt < other.endsAt ? -1 : 1;
  return one.period === 'current' ? isSooner : -isSooner;
}
