import { sql } from 'kysely';
import type { CardOrdering } from '#contract/card-list.ts';
import type { CardSelection } from '#contract/card-operations.ts';
import type { CharacteristicValue } from '#contract/cards.ts';
import type { TableCard } from '#contract/card-table.ts';
import { MAX_TABLE_ROWS } from '#contract/selection-limits.ts';
import type { Db } from '#server/db/database.ts';
import { badRequest } from '#server/errors/http-error.ts';
import { orderOf, sortedCards } from './card-sorts.ts';
import { nextSelected, resolveSelection } from './selection.ts';

/** A part is a moment of the server: descriptions are long. */
export const CARDS_PER_PART = 500;

interface TableQuestion {
  selection: CardSelection;
  ordering?: CardOrdering | undefined;
  afterId?: number | undefined;
}

interface TablePart {
  cardTotal: number;
  results: TableCard[];
  order?: number[];
  nextAfterId: number | null;
}

/** A part of the chosen cards by id. Throws as {@link nextSelected} does, with each part: the choice is the same to its end. */
export async function findTablePart(
  db: Db,
  accountId: number,
  { selection, ordering, afterId = 0 }: TableQuestion,
): Promise<TablePart> {
  const part = { afterId, limit: CARDS_PER_PART };
  const { ids, total, hasMore } = await nextSelected(db, accountId, selection, part);
  const cardTotal = await total();
  if (cardTotal > MAX_TABLE_ROWS) {
    throw badRequest('В таблице помещается до 10 000 карточек: сузьте выбор');
  }
  const cards = await db
    .selectFrom('cards')
    .select([
      'brand',
      'dimensions',
      'tags',
      'subject_id as subjectId',
      'id',
      'vendor_code as vendorCode',
      'title',
      'description',
      'price_kopecks as priceKopecks',
      'discount',
      'club_discount as clubDiscount',
      'cost_price_kopecks as costPriceKopecks',
    ])
    .where('account_id', '=', accountId)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('id')
    .execute();
  const ofShops = await findOwnPrices(db, accountId, ids);
  const results = cards.map(({ dimensions, ...card }) => ({
    ...card,
    ...dimensions,
    ...ofShops(card.id),
  }));
  const nextAfterId = hasMore ? (ids.at(-1) ?? null) : null;
  if (ordering === undefined || afterId > 0) return { cardTotal, results, nextAfterId };
  const all = hasMore ? await resolveSelection(db, accountId, selection) : ids;
  return { cardTotal, results, order: await inOrder(db, accountId, all, ordering), nextAfterId };
}

/** The cards as the list has them. */
async function inOrder(
  db: Db,
  accountId: number,
  ids: readonly number[],
  ordering: CardOrdering,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT cards.id FROM ${sortedCards(ordering)}
    WHERE cards.account_id = ${accountId} AND cards.id = any(${[...ids]}::bigint[])
    ORDER BY ${orderOf(ordering, 'cards')}`.execute(db);
  return rows.map(({ id }) => id);
}

interface OwnOfShops {
  ownPrices: NonNullable<TableCard['ownPrices']>;
  ownDiscounts: NonNullable<TableCard['ownDiscounts']>;
}

/** By card: what shops have of their own. */
async function findOwnPrices(
  db: Db,
  accountId: number,
  cardIds: readonly number[],
): Promise<(cardId: number) => OwnOfShops> {
  const rows = await db
    .selectFrom('shop_cards')
    .select(['card_id', 'shop_id', 'own_price_kopecks', 'own_discount'])
    .where('account_id', '=', accountId)
    .where('card_id', '=', sql<number>`any(${[...cardIds]}::bigint[])`)
    .where((eb) => eb.or([eb('own_price_kopecks', 'is not', null), eb('own_discount', 'is not', null)]))
    .orderBy('shop_id')
    .execute();
  const byCard = new Map<number, OwnOfShops>();
  for (const { card_id: cardId, shop_id: shopId, ...own } of rows) {
    const ofCard = byCard.get(cardId) ?? { ownPrices: [], ownDiscounts: [] };
    if (own.own_price_kopecks !== null) {
      ofCard.ownPrices.push({ shopId, priceKopecks: own.own_price_kopecks });
    }
    if (own.own_discount !== null) ofCard.ownDiscounts.push({ shopId, discount: own.own_discount });
    byCard.set(cardId, ofCard);
  }
  return (cardId) => byCard.get(cardId) ?? { ownPrices: [], ownDiscounts: [] };
}

/** What the cards have of the named characteristics; cards without any of them are left out, and so are another account's. */
export async function findTableValues(
  db: Db,
  accountId: number,
  { cardIds, characteristicIds }: { cardIds: readonly number[]; characteristicIds: readonly number[] },
): Promise<{ results: { cardId: number; characteristics: CharacteristicValue[] }[] }> {
  // Chosen by the database: all that a card has is many times as much.
  const { rows } = await sql<{ cardId: number; characteristics: CharacteristicValue[] }>`
    SELECT cards.id AS "cardId", jsonb_agg(one) AS characteristics
    FROM cards CROSS JOIN jsonb_array_elements(cards.characteristics) AS one
    WHERE account_id = ${accountId} AND cards.id = any(${[...cardIds]}::bigint[])
      AND (one ->> 'id')::bigint = any(${[...characteristicIds]}::bigint[])
    GROUP BY cards.id ORDER BY cards.id`.execute(db);
  return { results: rows };
}
