import { sql } from 'kysely';
import type { BulkChange } from '#contract/bulk-edits.ts';
import type { Trx } from '#server/db/database.ts';
import type { CardInShops, PriceInShop } from './warnings.ts';

/** What a change and its warnings look at, of some cards of an account. */
export async function findCardsToChange(
  trx: Trx,
  accountId: number,
  cardIds: readonly number[],
  change: BulkChange,
): Promise<(CardInShops & { id: number })[]> {
  const cards = await trx
    .selectFrom('cards')
    .select([
      'id',
      'price_kopecks',
      'discount',
      'club_discount',
      'cost_price_kopecks',
      'title',
      'brand',
      'dimensions',
    ])
    // Wide, and of no use for a price.
    .select(change.kind === 'REPLACE' ? 'description' : sql<string>`''`.as('description'))
    .where('account_id', '=', accountId)
    .where('id', '=', sql<number>`any(${[...cardIds]}::bigint[])`)
    .execute();
  const inShops = isAboutPrices(change) ? await findPricesInShops(trx, accountId, cardIds) : null;
  return cards.map((card) => ({
    id: card.id,
    priceKopecks: card.price_kopecks,
    discount: card.discount,
    clubDiscount: card.club_discount,
    costPriceKopecks: card.cost_price_kopecks,
    title: card.title,
    description: card.description,
    brand: card.brand,
    ...card.dimensions,
    inShops: inShops?.get(card.id) ?? [],
  }));
}

function isAboutPrices(change: BulkChange): boolean {
  if (change.kind === 'TABLE') return change.fields.some((field) => field !== 'costPriceKopecks');
  return change.kind === 'PRICES';
}

async function findPricesInShops(
  trx: Trx,
  accountId: number,
  cardIds: readonly number[],
): Promise<Map<number, PriceInShop[]>> {
  const rows = await trx
    .selectFrom('shop_cards')
    .select(['card_id', 'price_kopecks', 'discount', 'own_price_kopecks', 'own_discount'])
    .where('account_id', '=', accountId)
    .where('card_id', '=', sql<number>`any(${[...cardIds]}::bigint[])`)
    .execute();
  const byCard = new Map<number, PriceInShop[]>();
  for (const row of rows) {
    const known = byCard.get(row.card_id);
    if (known) known.push(row);
    else byCard.set(row.card_id, [row]);
  }
  return byCard;
}
