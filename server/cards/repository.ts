import { MAX_FACETS } from '#contract/facet-limits.ts';
import { sql } from 'kysely';
import type { CardRow } from '#contract/card-list.ts';
import type { Card } from '#contract/cards.ts';
import type { ShopCard } from '#contract/shop-cards.ts';
import type { Db } from '#server/db/database.ts';
import { notFound } from '#server/errors/http-error.ts';
import { ROW_COLUMNS, toCard } from './card-rows.ts';
import { findUnsentChanges } from './unsent-changes.ts';

/** Every function here reads the cards of one account only; another account's card does not exist for it. */

export async function findCards(db: Db, accountId: number, cardIds: readonly number[]): Promise<Card[]> {
  const rows = await db
    .selectFrom('cards')
    .innerJoin('subjects', 'subjects.id', 'cards.subject_id')
    .leftJoin('users', 'users.id', 'cards.updated_by')
    .selectAll('cards')
    .select(['subjects.name as subject_name', 'users.name as updated_by_name'])
    .where('cards.account_id', '=', accountId)
    .where('cards.id', '=', sql<number>`any(${[...cardIds]}::bigint[])`)
    .orderBy('cards.id')
    .execute();
  return rows.map(toCard);
}

export async function cardOr404(db: Db, accountId: number, cardId: number): Promise<Card> {
  const [card] = await findCards(db, accountId, [cardId]);
  if (!card) throw notFound('Карточка не найдена');
  return card;
}

/** Rows of the list for the given cards, in the order of the ids. */
export async function findCardRows(
  db: Db,
  accountId: number,
  cardIds: readonly number[],
): Promise<CardRow[]> {
  const { rows } = await sql<CardRow>`
    SELECT ${ROW_COLUMNS} FROM cards JOIN subjects ON subjects.id = cards.subject_id
    WHERE cards.account_id = ${accountId} AND cards.id = any(${[...cardIds]}::bigint[])
    ORDER BY cards.id
  `.execute(db);
  return rows;
}

export async function findCardFacets(db: Db, accountId: number) {
  const subjects = await db
    // Counted before the join: the index alone is read.
    .with('counted', (cte) =>
      cte
        .selectFrom('cards')
        .select((eb) => ['subject_id', eb.fn.countAll<number>().as('count')])
        .where('account_id', '=', accountId)
        .where('state', '<>', 'ARCHIVED')
        .groupBy('subject_id'),
    )
    .selectFrom('counted')
    .innerJoin('subjects', 'subjects.id', 'counted.subject_id')
    .select(['subjects.id', 'subjects.name', 'counted.count'])
    .orderBy('subjects.name')
    .orderBy('subjects.id')
    .limit(MAX_FACETS)
    .execute();
  const brands = await db
    .selectFrom('cards')
    .select((eb) => ['brand as name', eb.fn.countAll<number>().as('count')])
    .where('account_id', '=', accountId)
    .where('state', '<>', 'ARCHIVED')
    .where('brand', '<>', '')
    .groupBy('brand')
    .orderBy('brand')
    .limit(MAX_FACETS)
    .execute();
  return { subjects, brands };
}

/** The card in every shop of the account, also where it was never sent. */
export async function findShopCards(db: Db, accountId: number, cardId: number): Promise<ShopCard[]> {
  const rows = await db
    .selectFrom('shops')
    .innerJoin('cards', (join) =>
      join.onRef('cards.account_id', '=', 'shops.account_id').on('cards.id', '=', cardId),
    )
    .leftJoin('shop_cards', (join) =>
      join.onRef('shop_cards.shop_id', '=', 'shops.id').on('shop_cards.card_id', '=', cardId),
    )
    .leftJoin('held_prices as held', (join) =>
      join
        .onRef('held.account_id', '=', 'shops.account_id')
        .onRef('held.shop_id', '=', 'shops.id')
        .onRef('held.nm_id', '=', 'shop_cards.nm_id'),
    )
    .leftJoin('subjects', 'subjects.id', 'shop_cards.subject_id')
    .select([
      'held.price_kopecks as held_price_kopecks',
      'held.discount as held_discount',
      'held.present_price_kopecks',
      'held.present_discount',
      'held.held_since',
      'shops.id as shop_id',
      'shops.name as shop_name',
      'cards.vendor_code as card_vendor_code',
      sql<string | null>`text_in_shop(cards.shop_texts, shops.id, 'title')`.as('title'),
      'shop_cards.id',
      'shop_cards.nm_id',
      'shop_cards.vendor_code',
      'subjects.id as subject_id',
      'subjects.name as subject_name',
      'shop_cards.price_kopecks',
      'shop_cards.discount',
      'shop_cards.own_price_kopecks',
      'shop_cards.own_discount',
      'shop_cards.state',
      'shop_cards.errors',
      'shop_cards.sizes',
      'shop_cards.wb_tags',
      'shop_cards.synced_at',
    ])
    .where('shops.account_id', '=', accountId)
    .orderBy('shops.id')
    .execute();
  const amounts = await db
    .selectFrom('stocks')
    .innerJoin('shop_cards', 'shop_cards.id', 'stocks.shop_card_id')
    .select(['stocks.chrt_id', 'stocks.warehouse_id', 'stocks.amount'])
    .where('stocks.account_id', '=', accountId)
    .where('shop_cards.card_id', '=', cardId)
    .orderBy('stocks.warehouse_id')
    .execute();
  const unsent = await findUnsentChanges(db, accountId, cardId);
  return rows.map((row) => ({
    shopId: row.shop_id,
    shopName: row.shop_name,
    nmId: row.nm_id,
    vendorCode: row.vendor_code ?? row.card_vendor_code,
    subject: row.subject_id === null ? null : { id: row.subject_id, name: row.subject_name ?? '' },
    title: row.title,
    priceKopecks: row.price_kopecks,
    discount: row.discount,
    ownPriceKopecks: row.own_price_kopecks,
    ownDiscount: row.own_discount,
    state: row.state ?? 'NOT_SENT',
    errors: row.errors ?? [],
    unsentChanges: unsent.get(row.shop_id) ?? [],
    heldPrice:
      row.held_since === null
        ? null
        : {
            priceKopecks: row.held_price_kopecks ?? 0,
            discount: row.held_discount ?? 0,
            presentPriceKopecks: row.present_price_kopecks ?? 0,
            presentDiscount: row.present_discount ?? 0,
            heldSince: row.held_since.toISOString(),
          },
    wbTags: row.wb_tags ?? [],
    sizes: (row.sizes ?? []).map((size) => ({
      ...size,
      stocks: amounts
        .filter((amount) => amount.chrt_id === size.chrtId)
        .map((amount) => ({ warehouseId: amount.warehouse_id, amount: amount.amount })),
    })),
    syncedAt: row.synced_at?.toISOString() ?? null,
  }));
}
