import { sql } from 'kysely';
import type { ListedHeldPrice } from '#contract/held-prices.ts';
import { titleInShop } from '#server/cards/title-in-shop.ts';
import type { Db } from '#server/db/database.ts';
import type { ShopProblem } from '#contract/shop-problem.ts';
import { findSyncProblems } from '#server/sync/sync-cursors.ts';

/** Prices in quarantine in the shops of an account, the newest first. */
export async function findHeldPrices(
  db: Db,
  accountId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ count: number; results: ListedHeldPrice[] }> {
  const held = db.selectFrom('held_prices as held').where('held.account_id', '=', accountId);
  const { count } = await held
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await held
    .leftJoin('shop_cards', (join) =>
      join
        .onRef('shop_cards.account_id', '=', 'held.account_id')
        .onRef('shop_cards.shop_id', '=', 'held.shop_id')
        .onRef('shop_cards.nm_id', '=', 'held.nm_id'),
    )
    .leftJoin('cards', 'cards.id', 'shop_cards.card_id')
    .select([
      'held.shop_id',
      'held.nm_id',
      'held.price_kopecks',
      'held.discount',
      'held.present_price_kopecks',
      'held.present_discount',
      'held.held_since',
      'cards.id as card_id',
      titleInShop(sql`held.shop_id`).as('title'),
      'cards.vendor_code',
      'cards.cover',
    ])
    .orderBy('held.held_since', 'desc')
    .orderBy('held.shop_id')
    .orderBy('held.nm_id')
    .limit(limit)
    .offset(offset)
    .execute();
  return {
    count,
    results: rows.map((row) => ({
      shopId: row.shop_id,
      nmId: row.nm_id,
      priceKopecks: row.price_kopecks,
      discount: row.discount,
      presentPriceKopecks: row.present_price_kopecks,
      presentDiscount: row.present_discount,
      heldSince: row.held_since.toISOString(),
      card:
        row.card_id === null
          ? null
          : {
              id: row.card_id,
              title: row.title ?? '',
              vendorCode: row.vendor_code ?? '',
              photo: row.cover,
            },
    })),
  };
}

/** How far these shops' quarantine is known. */
export async function findHeldPricesReading(
  db: Db,
  accountId: number,
  shopIds: readonly number[],
): Promise<{ readAt: string | null; problems: ShopProblem[] }> {
  const rows = await db
    .selectFrom('sync_cursors')
    .select('synced_at')
    .where('account_id', '=', accountId)
    .where('kind', '=', 'held-prices')
    .where('shop_id', 'in', [0, ...shopIds])
    .execute();
  const times = rows.flatMap((row) => (row.synced_at === null ? [] : [row.synced_at.getTime()]));
  return {
    readAt:
      times.length < shopIds.length || times.length === 0 ? null : new Date(Math.min(...times)).toISOString(),
    problems: await findSyncProblems(db, accountId, shopIds, ['held-prices']),
  };
}
