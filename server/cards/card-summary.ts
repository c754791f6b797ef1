import { sql } from 'kysely';
import { withOtherSpellings } from '#contract/catalogue/other-spellings.ts';
import { foldForSearch } from '#contract/catalogue/search-words.ts';
import type { CardState } from '#contract/card-states.ts';
import type { CardContent } from '#contract/cards.ts';
import type { Trx } from '#server/db/database.ts';
import { isAmong } from '#server/db/is-among.ts';
import type { Tables } from '#server/db/schema.ts';
import { refreshUnsentMark } from './unsent-changes.ts';

type ShopCardState = Tables['shop_cards']['state']['__select__'];

interface NameInShop {
  shop_id: number;
  vendor_code: string;
  nm_id: number | null;
  state: ShopCardState;
  skus: string[][];
}

interface CardFacts {
  title: string;
  vendor_code: string;
  brand: string;
  sizes: { skus: string[] }[];
  shop_cards: (NameInShop & { stock: number })[];
}

/**
 * Brings what the card list shows of the shops' cards (shops, nmIDs, stock, state, unsent changes) and the search text up to date. To be
 * called, in the same transaction, by whoever changes cards or shop_cards. Changes neither version nor updated_at: nobody edited the
 * card.
 */
export async function refreshCardSummary(
  trx: Trx,
  accountId: number,
  cardIds: readonly number[],
): Promise<void> {
  await refreshListedFacts(trx, accountId, cardIds);
  if (cardIds.length > 0) await refreshUnsentMark(trx, accountId, cardIds);
}

/**
 * The same without the unsent changes, which take more than half of the time: for whoever changes stocks or texts of the search alone,
 * which no shipment sends.
 */
export async function refreshListedFacts(
  trx: Trx,
  accountId: number,
  cardIds: readonly number[],
): Promise<void> {
  if (cardIds.length === 0) return;
  const cards = await trx
    .selectFrom('cards')
    .select(['id', 'title', 'vendor_code', 'brand', 'sizes'])
    .where('account_id', '=', accountId)
    .where(isAmong(sql`id`, cardIds))
    // Two writers that refresh the same cards wait for each other in one order.
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const ids = cards.map((card) => card.id);
  const inShops = await readShopCards(trx, accountId, ids);
  const summaries = cards.map((card) => ({
    id: card.id,
    ...summariseCard({ ...card, shop_cards: inShops.get(card.id) ?? [] }),
  }));
  await sql`
    UPDATE cards SET
      nm_id = s.nm_id, shop_ids = s.shop_ids, nm_ids = s.nm_ids, stock = s.stock, search_text = s.search_text,
      state = CASE WHEN cards.state = 'ARCHIVED' THEN cards.state ELSE s.state END,
      state_before_archive = CASE WHEN cards.state = 'ARCHIVED' THEN s.state END
    FROM jsonb_to_recordset(${JSON.stringify(summaries)}::jsonb)
      AS s(id bigint, nm_id bigint, shop_ids bigint[], nm_ids bigint[], stock int, search_text text, state text)
    WHERE cards.id = s.id AND cards.account_id = ${accountId}
      AND ${isAmong(sql`cards.id`, ids)}
      AND (cards.nm_id, cards.shop_ids, cards.nm_ids, cards.stock, cards.search_text,
           coalesce(cards.state_before_archive, cards.state))
        IS DISTINCT FROM (s.nm_id, s.shop_ids, s.nm_ids, s.stock, s.search_text, s.state)
  `.execute(trx);
}

type NamedCard = Omit<CardFacts, 'shop_cards'> & { id: number };

/** What cards are found by under these names, whatever the database still has, by their ids. */
export async function findSearchTexts(
  trx: Trx,
  accountId: number,
  cards: readonly NamedCard[],
): Promise<Map<number, string>> {
  const ids = cards.map(({ id }) => id);
  const inShops = byCard(await namesInShops(trx, accountId, ids).execute());
  return new Map(
    cards.map((card) => {
      const names = inShops.get(card.id) ?? [];
      const nmIds = sentOf(names).flatMap((row) => row.nm_id ?? []);
      return [card.id, searchTextOf({ ...card, vendorCode: card.vendor_code }, names, nmIds)];
    }),
  );
}

/** By card, ordered by shop. */
async function readShopCards(
  trx: Trx,
  accountId: number,
  cardIds: readonly number[],
): Promise<Map<number, CardFacts['shop_cards']>> {
  const rows = await namesInShops(trx, accountId, cardIds)
    .leftJoin('stocks', 'stocks.shop_card_id', 'shop_cards.id')
    .select(sql<number>`coalesce(sum(stocks.amount), 0)::int`.as('stock'))
    .groupBy('shop_cards.id')
    .execute();
  return byCard(rows);
}

function namesInShops(trx: Trx, accountId: number, cardIds: readonly number[]) {
  return trx
    .selectFrom('shop_cards')
    .select([
      'shop_cards.card_id',
      'shop_cards.shop_id',
      'shop_cards.vendor_code',
      'shop_cards.nm_id',
      'shop_cards.state',
      'shop_cards.sizes',
    ])
    .where('shop_cards.account_id', '=', accountId)
    .where(isAmong(sql`shop_cards.card_id`, cardIds))
    .orderBy('shop_cards.shop_id');
}

function byCard<Row extends { card_id: number; sizes: readonly { skus: string[] }[] }>(rows: readonly Row[]) {
  const inShops = new Map<number, (Omit<Row, 'sizes'> & { skus: string[][] })[]>();
  for (const { sizes, ...row } of rows) {
    const shopCard = { ...row, skus: sizes.map(({ skus }) => skus) };
    const others = inShops.get(row.card_id);
    if (others) others.push(shopCard);
    else inShops.set(row.card_id, [shopCard]);
  }
  return inShops;
}

/** The list's columns of one card, from the card and its rows in shops (ordered by shop). */
export function summariseCard(card: CardFacts) {
  const inShops = sentOf(card.shop_cards);
  const nmIds = inShops.flatMap((row) => row.nm_id ?? []);
  return {
    nm_id: nmIds[0] ?? null,
    shop_ids: inShops.map((row) => row.shop_id),
    nm_ids: nmIds,
    stock: inShops.reduce((sum, row) => sum + row.stock, 0),
    state: stateOf(inShops.map((row) => row.state)),
    search_text: searchTextOf({ ...card, vendorCode: card.vendor_code }, card.shop_cards, nmIds),
  };
}

const sentOf = <Row extends NameInShop>(inShops: readonly Row[]) =>
  inShops.filter((row) => row.state !== 'NOT_SENT');

/** An error is shown before anything else: it waits for a person. */
function stateOf(states: ShopCardState[]): Exclude<CardState, 'ARCHIVED'> {
  if (states.includes('HAS_ERRORS')) return 'HAS_ERRORS';
  if (states.includes('PENDING')) return 'UPDATING';
  return states.includes('PUBLISHED') ? 'PUBLISHED' : 'DRAFT';
}

/** Of what {@link searchTextOf} writes. A higher one has the texts of all accounts written anew (rewrite-search-texts.ts). */
export const SEARCH_TEXT_VERSION = 2;

/** What a card is found by; one that is in no shop, by its own words and barcodes. */
export function searchTextOf(
  card: Pick<CardContent, 'title' | 'vendorCode' | 'brand'> & {
    sizes?: readonly { skus: readonly string[] }[];
  },
  inShops: readonly NameInShop[] = [],
  nmIds: readonly number[] = [],
): string {
  const articles = [card.vendorCode, ...inShops.map((row) => row.vendor_code)];
  const words = new Set([
    card.title,
    ...articles,
    ...nmIds.map(String),
    ...(card.sizes ?? []).flatMap((size) => size.skus),
    ...inShops.flatMap((row) => row.skus.flat()),
    card.brand,
  ]);
  return ` ${withOtherSpellings(foldForSearch([...words].join(' ')), articles.map(foldForSearch))}`;
}
