import { sql, type RawBuilder } from 'kysely';
import type { UnsentChange } from '#contract/shop-cards.ts';
import type { Db, Trx } from '#server/db/database.ts';
import { isAmong } from '#server/db/is-among.ts';

/** The difference of a card and what a shop was given last: migration 009 and decision 011. */

/** Of a row of `cards` in `shop_cards`: what would be sent now. */
const factsOf = (card: RawBuilder<unknown>) =>
  sql`facts_for_shop(${card}, shop_cards.shop_id, shop_cards.own_price_kopecks, shop_cards.own_discount)`;
const factsNow = factsOf(sql`cards`);
const unsentFieldsOf = (card: RawBuilder<unknown>) =>
  sql<
    string[]
  >`unsent_fields(${factsOf(card)}, shop_cards.sent, shop_cards.price_kopecks, shop_cards.discount)`;
const unsentFields = unsentFieldsOf(sql`cards`);

/** Whether some shop has another version of the card: of a row of `cards`, stored or about to be. */
export const isUnsent = (cardId: RawBuilder<unknown>, card: RawBuilder<unknown>) => sql<boolean>`EXISTS (
  SELECT FROM shop_cards
  WHERE shop_cards.card_id = ${cardId} AND shop_cards.sent IS NOT NULL
    AND shop_cards.state IN ('PUBLISHED', 'HAS_ERRORS') AND ${unsentFieldsOf(card)} <> '{}')`;

/** Brings the cards' mark up to date; part of their summary. What is on its way to a shop is not compared. */
export async function refreshUnsentMark(
  trx: Trx,
  accountId: number,
  cardIds: readonly number[],
): Promise<void> {
  await sql`
    UPDATE cards SET has_unsent_changes = found.is_unsent
    FROM (
      SELECT cards.id, ${isUnsent(sql`cards.id`, sql`cards`)} AS is_unsent
      FROM cards
      WHERE cards.account_id = ${accountId} AND ${isAmong(sql`cards.id`, cardIds)}
    ) found
    WHERE cards.id = found.id AND cards.account_id = ${accountId} AND ${isAmong(sql`cards.id`, cardIds)}
      AND cards.has_unsent_changes <> found.is_unsent`.execute(trx);
}

/** By shop: what differs, with both values where they are short enough to be kept. */
export async function findUnsentChanges(
  db: Db,
  accountId: number,
  cardId: number,
): Promise<Map<number, UnsentChange[]>> {
  const { rows } = await sql<{
    shop_id: number;
    fields: string[];
    now: Record<string, unknown>;
    sent: Record<string, unknown>;
    price_kopecks: number | null;
    discount: number | null;
  }>`
    SELECT shop_cards.shop_id, ${unsentFields} AS fields, ${factsNow} AS now, shop_cards.sent,
      shop_cards.price_kopecks, shop_cards.discount
    FROM shop_cards JOIN cards ON cards.id = shop_cards.card_id
    WHERE shop_cards.account_id = ${accountId} AND shop_cards.card_id = ${cardId} AND shop_cards.sent IS NOT NULL
      AND shop_cards.state IN ('PUBLISHED', 'HAS_ERRORS') AND cards.state <> 'ARCHIVED'`.execute(db);
  return new Map(
    rows.map(({ shop_id: shopId, fields, now, sent, ...there }) => {
      // What was read at the marketplace is truer than what was given.
      const inShop = {
        ...sent,
        ...(there.price_kopecks === null ? {} : { priceKopecks: there.price_kopecks }),
        ...(there.discount === null ? {} : { discount: there.discount }),
      };
      return [
        shopId,
        fields.map((field) => ({ field, here: shown(field, now), inShop: shown(field, inShop) })),
      ];
    }),
  );
}

/** Long values are kept as digests: of them only the difference is known. */
const SHOWN_FIELDS = new Set(['title', 'brand', 'priceKopecks', 'discount', 'clubDiscount']);

function shown(field: string, facts: Record<string, unknown>): string | number | null {
  const value = SHOWN_FIELDS.has(field) ? facts[field] : null;
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}
