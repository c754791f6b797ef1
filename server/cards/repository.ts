import { sql } from 'kysely';
import type { Card, CardContent, CardRow, ShopCard } from '#contract/cards.ts';
import type { Db, Trx } from '#server/db/database.ts';
import { LIST_COLUMNS, toCard, toCardRow } from './card-rows.ts';
import { findUnsentChanges } from './unsent-changes.ts';

/** Fields to change; one that is undefined is left as it is. */
export type CardChanges = { [K in keyof CardContent]?: CardContent[K] | undefined };

/** Every function here reads or writes the cards of one account only; another account's card does not exist for it. */

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

/** Rows of the list for the given cards, in the order of the ids. */
export async function findCardRows(
  db: Db,
  accountId: number,
  cardIds: readonly number[],
): Promise<CardRow[]> {
  const rows = await db
    .selectFrom('cards')
    .innerJoin('subjects', 'subjects.id', 'cards.subject_id')
    .select(LIST_COLUMNS)
    .where('cards.account_id', '=', accountId)
    .where('cards.id', '=', sql<number>`any(${[...cardIds]}::bigint[])`)
    .orderBy('cards.id')
    .execute();
  return rows.map(toCardRow);
}

/** Ids of the new cards in the order of the contents. The caller refreshes their summary. */
export async function insertCards(
  trx: Trx,
  accountId: number,
  /** null: nobody wrote them, they were read from the marketplace. */
  userId: number | null,
  contents: readonly CardContent[],
  /** `skip`: a vendor code that was taken meanwhile leaves its card out instead of ending the transaction. */
  onTaken: 'fail' | 'skip' = 'fail',
): Promise<number[]> {
  const rows = await trx
    .insertInto('cards')
    .values(
      contents.map((content) => ({
        account_id: accountId,
        updated_by: userId,
        cost_price_kopecks: null,
        ...toColumns(content),
        vendor_code: content.vendorCode,
        title: content.title,
        subject_id: content.subjectId,
      })),
    )
    .$if(onTaken === 'skip', (insert) =>
      insert.onConflict((taken) => taken.columns(['account_id', 'vendor_code']).doNothing()),
    )
    .returning(['id', 'vendor_code'])
    .execute();
  const idOf = new Map(rows.map((row) => [row.vendor_code, row.id]));
  return contents.flatMap((content) => idOf.get(content.vendorCode) ?? []);
}

/** Writes the given fields if the card still has this version; false when it has another or is not there. */
export async function updateCardContent(
  trx: Trx,
  ids: { accountId: number; userId: number; cardId: number; version: number },
  changes: CardChanges,
): Promise<boolean> {
  const result = await trx
    .updateTable('cards')
    .set({
      ...toColumns(changes),
      version: sql`version + 1`,
      updated_at: sql`now()`,
      updated_by: ids.userId,
    })
    .where('account_id', '=', ids.accountId)
    .where('id', '=', ids.cardId)
    .where('version', '=', ids.version)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Fields that are given, as columns. */
function toColumns(content: CardChanges) {
  const columns = {
    vendor_code: content.vendorCode,
    title: content.title,
    description: content.description,
    subject_id: content.subjectId,
    brand: content.brand,
    dimensions: asJson(content.dimensions),
    characteristics: asJson(content.characteristics),
    sizes: asJson(content.sizes),
    photos: asJson(content.photos),
    tags: asJson(content.tags),
    price_kopecks: content.priceKopecks,
    discount: content.discount,
    club_discount: content.clubDiscount,
    cost_price_kopecks: content.costPriceKopecks,
  };
  // Left out is not the same as null: only what was given is written.
  return Object.fromEntries(
    Object.entries(columns).filter(([, value]) => value !== undefined),
  ) as DefinedOnly<typeof columns>;
}

type DefinedOnly<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function asJson(value: unknown): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}

const MAX_FACETS = 500;

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
    .select([
      'shops.id as shop_id',
      'shops.name as shop_name',
      'cards.vendor_code as card_vendor_code',
      'shop_cards.id',
      'shop_cards.nm_id',
      'shop_cards.vendor_code',
      'shop_cards.title',
      'shop_cards.price_kopecks',
      'shop_cards.discount',
      'shop_cards.own_price_kopecks',
      'shop_cards.own_discount',
      'shop_cards.state',
      'shop_cards.errors',
      'shop_cards.sizes',
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
    title: row.title,
    priceKopecks: row.price_kopecks,
    discount: row.discount,
    ownPriceKopecks: row.own_price_kopecks,
    ownDiscount: row.own_discount,
    state: row.state ?? 'NOT_SENT',
    errors: row.errors ?? [],
    unsentChanges: unsent.get(row.shop_id) ?? [],
    sizes: (row.sizes ?? []).map((size) => ({
      ...size,
      stocks: amounts
        .filter((amount) => amount.chrt_id === size.chrtId)
        .map((amount) => ({ warehouseId: amount.warehouse_id, amount: amount.amount })),
    })),
    syncedAt: row.synced_at?.toISOString() ?? null,
  }));
}
