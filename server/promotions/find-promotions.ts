import { sql } from 'kysely';
import type { Promotion } from '#contract/promotions.ts';
import type { Db } from '#server/db/database.ts';

export interface PromotionFilter {
  shopIds?: readonly number[] | undefined;
  period?: Promotion['period'] | undefined;
  id?: number;
}

/** Current ones end soonest first, future ones begin soonest first, past ones last ended first. */
export async function findPromotions(
  db: Db,
  accountId: number,
  filter: PromotionFilter,
  now: Date,
): Promise<Promotion[]> {
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
}

/** The marketplace's ids of a shop's promotions that end after `since`. */
export async function findPromotionIds(
  db: Db,
  accountId: number,
  shopId: number,
  since: Date,
): Promise<number[]> {
  const rows = await db
    .selectFrom('promotions')
    .select('wb_promotion_id')
    .where('account_id', '=', accountId)
    .where('shop_id', '=', shopId)
    .where('ends_at', '>=', since)
    .orderBy('starts_at')
    .execute();
  return rows.map((row) => row.wb_promotion_id);
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
