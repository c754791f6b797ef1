import { sql, type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool } from 'kysely';
import { LOW_STOCK_MAX } from '#contract/card-rules.ts';
import type { CardFilterValues } from '#contract/card-list.ts';
import { DAY_MS, moscowMidnightMs } from '#contract/catalogue/moscow-days.ts';
import { searchWords } from '#contract/catalogue/search-words.ts';
import type { Tables } from '#server/db/schema.ts';

type Cards = ExpressionBuilder<Tables, 'cards'>;

/** The conditions of a filter on one account's cards, as one expression. */
export function matchesFilter(eb: Cards, accountId: number, filter: CardFilterValues): Expression<SqlBool> {
  const conditions: Expression<SqlBool>[] = [eb('cards.account_id', '=', accountId)];
  if (filter.state !== undefined) conditions.push(eb('cards.state', '=', filter.state));
  else if (filter.withArchived !== true) conditions.push(eb('cards.state', '<>', 'ARCHIVED'));
  const isFound = isFoundBy(sql.ref('cards.id'), accountId, filter);
  if (isFound) conditions.push(isFound);
  if (filter.shop?.length) conditions.push(sql<boolean>`cards.shop_ids && ${filter.shop}::bigint[]`);
  if (filter.subject?.length) {
    conditions.push(eb('cards.subject_id', '=', sql<number>`any(${filter.subject}::bigint[])`));
  }
  if (filter.brand?.length)
    conditions.push(eb('cards.brand', '=', sql<string>`any(${filter.brand}::text[])`));
  if (filter.tag?.length) {
    conditions.push(sql<boolean>`cards.id IN (
      SELECT card_id FROM card_tags WHERE account_id = ${accountId} AND tag = any(${filter.tag}::text[]))`);
  }
  if (filter.wbTag?.length)
    conditions.push(
      sql<boolean>`cards.wb_tags <> '[]'`,
      sql<boolean>`cards.wb_tags ?| ${filter.wbTag}::text[]`,
    );
  if (filter.stock === 'none') conditions.push(eb('cards.stock', '=', 0));
  if (filter.stock === 'some') conditions.push(eb('cards.stock', '>', 0));
  if (filter.stock === 'low') conditions.push(eb.between('cards.stock', 1, LOW_STOCK_MAX));
  if (filter.quality === 'no_photo') conditions.push(eb('cards.cover', 'is', null));
  if (filter.quality === 'no_dimensions') conditions.push(eb.not(eb.ref('cards.has_dimensions')));
  if (filter.quality === 'no_cost_price') conditions.push(eb('cards.cost_price_kopecks', 'is', null));
  // Nobody waits for an archived card to be sent.
  if (filter.changes === 'unsent')
    conditions.push(eb.ref('cards.has_unsent_changes'), eb('cards.state', '<>', 'ARCHIVED'));
  conditions.push(...withinRanges(eb, filter));
  return eb.and(conditions);
}

/** Both ends belong to a range. A card without a margin is in none. */
function withinRanges(eb: Cards, filter: CardFilterValues): Expression<SqlBool>[] {
  const {
    priceFromKopecks,
    priceToKopecks,
    marginFromPercent,
    marginToPercent,
    filledFromPercent,
    filledToPercent,
    updatedFrom,
    updatedTo,
  } = filter;
  const conditions: Expression<SqlBool>[] = [];
  if (priceFromKopecks !== undefined)
    conditions.push(eb('cards.final_price_kopecks', '>=', priceFromKopecks));
  if (priceToKopecks !== undefined) conditions.push(eb('cards.final_price_kopecks', '<=', priceToKopecks));
  if (marginFromPercent !== undefined) conditions.push(eb('cards.margin_percent', '>=', marginFromPercent));
  if (marginToPercent !== undefined) conditions.push(eb('cards.margin_percent', '<=', marginToPercent));
  if (filledFromPercent !== undefined) conditions.push(eb('cards.filled_percent', '>=', filledFromPercent));
  if (filledToPercent !== undefined) conditions.push(eb('cards.filled_percent', '<=', filledToPercent));
  if (updatedFrom !== undefined)
    conditions.push(eb('cards.updated_at', '>=', new Date(moscowMidnightMs(updatedFrom))));
  if (updatedTo !== undefined)
    conditions.push(eb('cards.updated_at', '<', new Date(moscowMidnightMs(updatedTo) + DAY_MS)));
  return conditions;
}

/** That a search finds the card of this id; null: it looks for nothing. */
export function isFoundBy(
  cardId: RawBuilder<unknown>,
  accountId: number,
  sought: Pick<CardFilterValues, 'search' | 'nmId'>,
): Expression<SqlBool> | null {
  const looks = looksOf(sought);
  if (looks.length === 0) return null;
  return sql<boolean>`${cardId} IN (
    SELECT card_id FROM card_search WHERE account_id = ${accountId} AND ${sql.join(looks, sql` AND `)})`;
}

/** What is looked up in `card_search`. */
function looksOf({ search = '', nmId }: Pick<CardFilterValues, 'search' | 'nmId'>): RawBuilder<boolean>[] {
  const looks = searchWords(search).map((alternatives) => {
    const anyOf = alternatives.map((text) => sql<boolean>`search_text LIKE ${`%${escapePattern(text)}%`}`);
    return sql<boolean>`(${sql.join(anyOf, sql` OR `)})`;
  });
  if (nmId !== undefined) looks.push(sql<boolean>`nm_ids @> ${[nmId]}::bigint[]`);
  return looks;
}

/** True of a filter whose number of cards is known without counting them. */
export function asksForStatesOnly({ state, withArchived, changes, ...others }: CardFilterValues): boolean {
  const { search = '', shop, subject, brand, tag, wbTag, ...values } = others;
  const lists = [shop, subject, brand, tag, wbTag];
  return (
    lists.every((list) => !list?.length) &&
    searchWords(search).length === 0 &&
    Object.values(values).every((value) => value === undefined) &&
    // Their number is kept over all states together, without the archive.
    (changes === undefined || (state === undefined && withArchived !== true))
  );
}

function escapePattern(word: string): string {
  return word.replace(/[\\%_]/g, (character) => `\\${character}`);
}
