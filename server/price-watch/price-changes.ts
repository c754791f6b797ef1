import { sql } from 'kysely';
import type { PriceChange } from '#contract/price-watch.ts';
import { titleInShop } from '#server/cards/title-in-shop.ts';
import type { Db } from '#server/db/database.ts';
import { noData, type JobDefinition } from '#server/jobs/job.ts';

const KEEP_DAYS = 90;

/** The newest first. */
export async function findPriceChanges(
  db: Db,
  accountId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ count: number; unseenCount: number; results: PriceChange[] }> {
  const totals = await sql<{ count: number; unseen: number }>`
    SELECT count(*)::int AS count, count(*) FILTER (WHERE seen_at IS NULL)::int AS unseen
    FROM price_changes WHERE account_id = ${accountId}`.execute(db);
  const { rows } = await sql<
    Omit<PriceChange, 'card' | 'noticedAt' | 'ordersSince'> & {
      noticedAt: Date;
      orders: number;
      days: number;
      cardId: number | null;
      title: string | null;
      vendorCode: string | null;
    }
  >`
    SELECT change.id, change.shop_id AS "shopId", shops.name AS "shopName", change.nm_id AS "nmId",
      change.before_price_kopecks AS "beforePriceKopecks", change.before_discount AS "beforeDiscount",
      change.price_kopecks AS "priceKopecks", change.discount, change.noticed_at AS "noticedAt",
      change.seen_at IS NOT NULL AS "isSeen", cards.id AS "cardId", ${titleInShop(sql`change.shop_id`)} AS title, cards.vendor_code AS "vendorCode",
      (listed.price_kopecks, listed.discount) IS DISTINCT FROM (change.price_kopecks, change.discount) AS "isOver",
      coalesce((SELECT array_agg(promotions.name ORDER BY promotions.starts_at) FROM promotions
        WHERE promotions.account_id = ${accountId} AND promotions.shop_id = change.shop_id AND promotions.type = 'auto'
          AND promotions.starts_at <= change.noticed_at AND promotions.ends_at >= change.noticed_at - interval '1 hour'), '{}')
        AS "autoPromotions",
      (SELECT count(*)::int FROM orders placed
        WHERE placed.account_id = ${accountId} AND placed.nm_id = change.nm_id AND placed.shop_id = change.shop_id
          AND placed.day >= (change.noticed_at AT TIME ZONE 'Europe/Moscow')::date AND NOT placed.is_cancel) AS orders,
      (now() AT TIME ZONE 'Europe/Moscow')::date - (change.noticed_at AT TIME ZONE 'Europe/Moscow')::date + 1 AS days
    FROM price_changes change
    JOIN shops ON shops.id = change.shop_id AND shops.account_id = ${accountId}
    LEFT JOIN shop_cards listed ON listed.account_id = ${accountId} AND listed.shop_id = change.shop_id
      AND listed.nm_id = change.nm_id
    LEFT JOIN cards ON cards.id = listed.card_id AND cards.account_id = ${accountId}
    WHERE change.account_id = ${accountId}
    ORDER BY change.id DESC LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return {
    count: totals.rows[0]?.count ?? 0,
    unseenCount: totals.rows[0]?.unseen ?? 0,
    results: rows.map(({ cardId, title, vendorCode, noticedAt, orders, days, ...row }) => ({
      ...row,
      noticedAt: noticedAt.toISOString(),
      ordersSince: row.isOver ? null : { count: orders, dayCount: days },
      card: cardId === null ? null : { id: cardId, title: title ?? '', vendorCode: vendorCode ?? '' },
    })),
  };
}

export async function markPriceChangesSeen(db: Db, accountId: number, upToId: number): Promise<void> {
  await db
    .updateTable('price_changes')
    .set({ seen_at: new Date() })
    .where('account_id', '=', accountId)
    .where('id', '<=', upToId)
    .where('seen_at', 'is', null)
    .execute();
}

export const forgetPriceChangesJob: JobDefinition = {
  name: 'price-changes-forget',
  schema: noData,
  options: { cron: '53 4 * * *' },
  handler: async (_data, { database: { db } }) => {
    await db
      .deleteFrom('price_changes')
      .where('noticed_at', '<', new Date(Date.now() - KEEP_DAYS * 86_400_000))
      .execute();
  },
};
