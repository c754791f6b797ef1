import { sql } from 'kysely';
import type { OwnPriceFacts } from '#contract/bulk-rows.ts';
import type { Trx } from '#server/db/database.ts';
import { isAmong } from '#server/db/is-among.ts';
import type { Author } from './card-writes.ts';
import { changeMany, type FactsChange } from './change-many.ts';
import { refreshUnsentMark } from './unsent-changes.ts';

interface ShopRow {
  card_id: number;
  shop_id: number;
  own_price_kopecks: number | null;
  own_discount: number | null;
}

/**
 * Both what the cards have and what shops have of their own, of those cards that still have all values of `before` here and
 * there; resolves with their ids. A card of which only a shop's price changes was edited by nobody.
 */
export async function changeCardsAndOwnPrices(
  trx: Trx,
  author: Author,
  changes: readonly FactsChange[],
): Promise<number[]> {
  const { accountId } = author;
  // Before the cards, as whoever writes one of them does.
  const shopRows = await lockShopRows(trx, accountId, changes);
  await lockCards(trx, accountId, changes);
  const asBefore = changes.filter(({ cardId, before: { ownPrices = [] } }) =>
    ownPrices.every((facts) => isAs(shopRows.get(keyOf(cardId, facts.shopId)), facts)),
  );
  const ofCards = asBefore.map(withoutOwnPrices).filter(({ before }) => Object.keys(before).length > 0);
  const changedIds = new Set(await changeMany(trx, author, ofCards));
  const sparedIds = new Set(ofCards.map(({ cardId }) => cardId).filter((id) => !changedIds.has(id)));
  const done = asBefore.filter(({ cardId }) => !sparedIds.has(cardId));
  const ofShops = done.filter(({ after }) => after.ownPrices);
  if (ofShops.length > 0) await writeOwnPrices(trx, author, shopRows, ofShops);
  return done.map(({ cardId }) => cardId);
}

function withoutOwnPrices({ cardId, before, after }: FactsChange): FactsChange {
  const { ownPrices: _was, ...cardBefore } = before;
  const { ownPrices: _is, ...cardAfter } = after;
  return { cardId, before: cardBefore, after: cardAfter };
}

/**
 * Writes shops' own prices of those cards that still have all values of `before`, and resolves with their ids. Nobody has
 * edited the card: its version stays.
 */
export async function changeOwnPricesOfMany(
  trx: Trx,
  author: Author,
  changes: readonly FactsChange[],
): Promise<number[]> {
  const { accountId } = author;
  const shopRows = await lockShopRows(trx, accountId, changes);
  const cards = await lockCards(trx, accountId, changes);
  const asBefore = changes.filter(({ cardId, before }) => {
    const card = cards.get(cardId);
    if (!card) return false;
    const { priceKopecks = card.price_kopecks, discount = card.discount, ownPrices = [] } = before;
    if (priceKopecks !== card.price_kopecks || discount !== card.discount) return false;
    return ownPrices.every((facts) => isAs(shopRows.get(keyOf(cardId, facts.shopId)), facts));
  });
  await writeOwnPrices(trx, author, shopRows, asBefore);
  return asBefore.map(({ cardId }) => cardId);
}

async function writeOwnPrices(
  trx: Trx,
  { accountId, userId }: Author,
  shopRows: ReadonlyMap<string, ShopRow>,
  changes: readonly FactsChange[],
): Promise<void> {
  const written = changes.flatMap(({ cardId, after }) =>
    (after.ownPrices ?? []).flatMap((facts) => {
      const row = shopRows.get(keyOf(cardId, facts.shopId));
      return row ? { ...row, ...columnsOf(facts) } : [];
    }),
  );
  await sql`
    UPDATE shop_cards SET own_price_kopecks = own.own_price_kopecks, own_discount = own.own_discount,
      own_price_by = ${userId}
    FROM jsonb_to_recordset(${JSON.stringify(written)}::jsonb)
      AS own(card_id bigint, shop_id bigint, own_price_kopecks bigint, own_discount int)
    WHERE shop_cards.account_id = ${accountId} AND shop_cards.card_id = own.card_id AND shop_cards.shop_id = own.shop_id
      AND ${isAmong(
        sql`shop_cards.card_id`,
        written.map((row) => row.card_id),
      )}
  `.execute(trx);
  await refreshUnsentMark(
    trx,
    accountId,
    changes.map(({ cardId }) => cardId),
  );
}

/**
 * The cards in the named shops, made where the shop has never had the card: a row that is there can be locked. Before the cards,
 * as whoever writes one of them does.
 */
async function lockShopRows(
  trx: Trx,
  accountId: number,
  changes: readonly FactsChange[],
): Promise<Map<string, ShopRow>> {
  const places = changes.flatMap(({ cardId, before }) =>
    (before.ownPrices ?? []).map(({ shopId }) => ({ cardId, shopId })),
  );
  const asked = sql`jsonb_to_recordset(${JSON.stringify(places)}::jsonb) AS place("cardId" bigint, "shopId" bigint)`;
  await sql`
    INSERT INTO shop_cards (account_id, card_id, shop_id, vendor_code)
    SELECT ${accountId}, cards.id, shops.id, cards.vendor_code
    FROM ${asked} JOIN cards ON cards.id = place."cardId" JOIN shops ON shops.id = place."shopId"
    WHERE cards.account_id = ${accountId} AND shops.account_id = ${accountId}
      AND ${isAmong(
        sql`cards.id`,
        places.map(({ cardId }) => cardId),
      )}
    ORDER BY cards.id, shops.id
    ON CONFLICT (card_id, shop_id) DO NOTHING`.execute(trx);
  const { rows } = await sql<ShopRow>`
    SELECT card_id, shop_id, own_price_kopecks, own_discount
    FROM shop_cards JOIN ${asked} ON card_id = place."cardId" AND shop_id = place."shopId"
    WHERE account_id = ${accountId} AND ${isAmong(
      sql`card_id`,
      places.map(({ cardId }) => cardId),
    )}
    ORDER BY card_id, shop_id
    FOR NO KEY UPDATE OF shop_cards`.execute(trx);
  return new Map(rows.map((row) => [keyOf(row.card_id, row.shop_id), row]));
}

async function lockCards(trx: Trx, accountId: number, changes: readonly FactsChange[]) {
  const cards = await trx
    .selectFrom('cards')
    .select(['id', 'price_kopecks', 'discount'])
    .where('account_id', '=', accountId)
    .where(
      isAmong(
        sql`id`,
        changes.map(({ cardId }) => cardId),
      ),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return new Map(cards.map((card) => [card.id, card]));
}

function keyOf(cardId: number, shopId: number): string {
  return `${cardId} ${shopId}`;
}

/** Of what the facts say, everything is so; a shop that is gone has nothing. */
function isAs(row: ShopRow | undefined, { priceKopecks, discount }: OwnPriceFacts): boolean {
  if (!row) return false;
  return (
    (priceKopecks === undefined || priceKopecks === row.own_price_kopecks) &&
    (discount === undefined || discount === row.own_discount)
  );
}

function columnsOf({ priceKopecks, discount }: OwnPriceFacts): Partial<ShopRow> {
  return {
    ...(priceKopecks !== undefined && { own_price_kopecks: priceKopecks }),
    ...(discount !== undefined && { own_discount: discount }),
  };
}
