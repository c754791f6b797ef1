import { sql, type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool } from 'kysely';
import { LOW_STOCK_MAX } from '#contract/card-rules.ts';
import type { changesFilters, qualityFilters, stockFilters } from '#contract/card-list.ts';
import type { CardState } from '#contract/cards.ts';
import type { Tables } from '#server/db/schema.ts';
import { searchVariants } from '#server/text/search-variants.ts';
import { foldForSearch } from '#server/text/text-rules.ts';

/** Parsed filters of the list; a selection «all that match» has the same. */
export interface CardFilterValues {
  search?: string | undefined;
  state?: CardState | undefined;
  shop?: number[] | undefined;
  subject?: number[] | undefined;
  brand?: string[] | undefined;
  stock?: (typeof stockFilters)[number] | undefined;
  quality?: (typeof qualityFilters)[number] | undefined;
  changes?: (typeof changesFilters)[number] | undefined;
  priceFromKopecks?: number | undefined;
  priceToKopecks?: number | undefined;
  marginFromPercent?: number | undefined;
  marginToPercent?: number | undefined;
  updatedFrom?: string | undefined;
  updatedTo?: string | undefined;
  filledFromPercent?: number | undefined;
  filledToPercent?: number | undefined;
  tag?: string[] | undefined;
  nmId?: number | undefined;
  withArchived?: boolean | undefined;
}

/** Shorter words are found at the beginning of a word only: the trigram index knows nothing inside. */
const TRIGRAM_LENGTH = 3;
const DAY_MS = 86_400_000;

type Cards = ExpressionBuilder<Tables, 'cards'>;

/** The conditions of a filter on one account's cards, as one expression. */
export function matchesFilter(eb: Cards, accountId: number, filter: CardFilterValues): Expression<SqlBool> {
  const conditions: Expression<SqlBool>[] = [eb('cards.account_id', '=', accountId)];
  if (filter.state !== undefined) conditions.push(eb('cards.state', '=', filter.state));
  else if (filter.withArchived !== true) conditions.push(eb('cards.state', '<>', 'ARCHIVED'));
  const looks = looksOf(filter);
  if (looks.length > 0) {
    conditions.push(sql<boolean>`cards.id IN (
      SELECT card_id FROM card_search WHERE account_id = ${accountId} AND ${sql.join(looks, sql` AND `)})`);
  }
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
  if (filter.stock === 'none') conditions.push(eb('cards.stock', '=', 0));
  if (filter.stock === 'some') conditions.push(eb('cards.stock', '>', 0));
  if (filter.stock === 'low') conditions.push(eb.between('cards.stock', 1, LOW_STOCK_MAX));
  if (filter.quality === 'no_photo') conditions.push(eb('cards.cover', 'is', null));
  if (filter.quality === 'no_dimensions') conditions.push(eb.not(eb.ref('cards.has_dimensions')));
  if (filter.quality === 'no_cost_price') conditions.push(eb('cards.cost_price_kopecks', 'is', null));
  if (filter.changes === 'unsent') conditions.push(eb.ref('cards.has_unsent_changes'));
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
  if (updatedFrom !== undefined) conditions.push(eb('cards.updated_at', '>=', moscowMidnight(updatedFrom)));
  if (updatedTo !== undefined)
    conditions.push(eb('cards.updated_at', '<', new Date(moscowMidnight(updatedTo).getTime() + DAY_MS)));
  return conditions;
}

/** The zone is UTC+3 without summer time. */
function moscowMidnight(day: string): Date {
  return new Date(`${day}T00:00:00+03:00`);
}

/** What is looked up in `card_search`. */
function looksOf({ search = '', nmId }: CardFilterValues): RawBuilder<boolean>[] {
  const looks = searchPatterns(search).map((patterns) => {
    const anyOf = patterns.map((pattern) => sql<boolean>`search_text LIKE ${pattern}`);
    return sql<boolean>`(${sql.join(anyOf, sql` OR `)})`;
  });
  if (nmId !== undefined) looks.push(sql<boolean>`nm_ids @> ${[nmId]}::bigint[]`);
  return looks;
}

/** True of a filter whose number of cards is known without counting them. */
export function asksForStatesOnly({ state, withArchived, changes, ...others }: CardFilterValues): boolean {
  const { search = '', shop, subject, brand, tag, ...values } = others;
  const lists = [shop, subject, brand, tag];
  return (
    lists.every((list) => !list?.length) &&
    searchPatterns(search).length === 0 &&
    Object.values(values).every((value) => value === undefined) &&
    // Their number is kept over all states together, without the archive.
    (changes === undefined || (state === undefined && withArchived !== true))
  );
}

/** LIKE patterns: every word has to be found, by any of its patterns. */
export function searchPatterns(search: string): string[][] {
  return foldForSearch(search)
    .split(' ')
    .filter((word) => word !== '')
    .map((word) =>
      word.length < TRIGRAM_LENGTH ? [`% ${escapePattern(word)}%`] : searchVariants(word).map(anywhere),
    );
}

const anywhere = (word: string) => `%${escapePattern(word)}%`;

function escapePattern(word: string): string {
  return word.replace(/[\\%_]/g, (character) => `\\${character}`);
}
