import * as fc from 'fast-check';
import { sql } from 'kysely';
import {
  deviceCardOrderings,
  changesFilters,
  qualityFilters,
  stockFilters,
  type CardFilterValues,
} from '#contract/card-list.ts';
import type { CatalogueColumns, CatalogueRow } from '#contract/catalogue-feed.ts';
import { cardStates } from '#contract/card-states.ts';
import { searchTextOf } from '#server/cards/card-summary.ts';
import type { Db } from '#server/db/database.ts';

/** Test support: cards and questions that are hard to agree on, for the list of the server and for that of a device. */

/** With ё, mistyped, in the other layout, with letters that look alike, with what LIKE and code points stumble over. */
const WORDS = (
  'Платье платья плотье gkfnmt Тёмное темное КРУЖКА кружка rhe;rf cупер супер МВ-77 MB-77 ab12 AB-12 100% % _ a_b axb \\ c\\d ' +
  'O\'Neil "xl" XL 12 7 ж я é ß İ ﬀ \uE000 \uFFFD 🦔 🦔🦓 𝒳 𝒳кружка ёж Ёж ЕЖ Zebra zebra «Ёлка» плт-12 2039485716203 120000001'
)
  .split(' ')
  // What is typed as one word, or in letters of two alphabets.
  .concat('500 мл|500мл|500|мл|iPhone 15|iphone15|15|dress-red|dressred|МB-77|mв77|Kружкa|ХL'.split('|'));
const NAMES = '|Юг|юг|Ёлка|Елка|Zeta|alpha|Ωmega|🦔|\uFB00|\uE000|a b|ab|a-b|"|_|%|1'.split('|');
const TAGS = ['', 'Хит', 'хит', 'Сезон', 'Ёж', '🦔', '%'];
const WB_TAGS = ['Вывод', 'вывод', 'Хит', 'Ёж', '🦔', '%'];
const SHOPS = [1, 2, 3, 10];
const NM_IDS = [1, 12, 123, 1234, 120_000_001, 999_999_999_999];
const SUBJECTS = NAMES.slice(0, 11).map((name, index) => ({ id: 7001 + index, name }));
const SUBJECT_IDS = SUBJECTS.map(({ id }) => id);

const FIRST_MIDNIGHT_US = Date.parse('2026-03-01T00:00:00+03:00') * 1000;
const DAY_US = 86_400_000_000;

const upTo = (max: number) => fc.integer({ min: 0, max });

const cardFacts = fc.record({
  title: fc.array(fc.constantFrom(...WORDS), { maxLength: 4 }).map((words) => words.join(' ')),
  subjectId: fc.constantFrom(...SUBJECT_IDS),
  brand: fc.constantFrom(...NAMES),
  photos: fc.constantFrom([], ['/media/1.svg'], ['', '/media/2.svg']),
  nmIds: fc.uniqueArray(fc.constantFrom(...NM_IDS), { maxLength: 3 }),
  shopIds: fc.subarray(SHOPS),
  sizeCm: upTo(1),
  priceKopecks: fc.oneof(
    upTo(5).map((n) => n * 100),
    upTo(9_000_000_000),
  ),
  discount: fc.oneof(upTo(3), upTo(99)),
  costPriceKopecks: fc.option(upTo(9).map((n) => n * 50)),
  stock: fc.constantFrom(0, 0, 1, 5, 19, 20, 500),
  state: fc.constantFrom(...cardStates),
  hasUnsentChanges: fc.boolean(),
  tags: fc.subarray(TAGS),
  wbTags: fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: fc.subarray(WB_TAGS) }),
  // On both sides of the midnights that are asked for.
  updatedAtUs: fc
    .tuple(upTo(4), fc.constantFrom(-1, 0, 1, 999, 1000, 123_456))
    .map(([day, us]) => FIRST_MIDNIGHT_US + day * DAY_US + us),
});
type CardFacts = typeof cardFacts extends fc.Arbitrary<infer Facts> ? Facts : never;

/** The same cards for the same seed. */
export function drawCards(count: number, seed: number): CardFacts[] {
  return fc.sample(cardFacts, { numRuns: count, seed });
}

const piece = fc
  .tuple(fc.constantFrom(...WORDS), upTo(3), upTo(9))
  .map(([word, from, length]) => word.slice(from, from + length + 1));
const search = fc
  .array(fc.oneof(fc.constantFrom(...WORDS), piece), { minLength: 1, maxLength: 3 })
  .chain((words) =>
    fc.constantFrom(
      words.join(' '),
      words.join('  ').toUpperCase(),
      ` ${words[0] ?? ''} `,
      words.map((word) => `${word}ами`).join(', '),
      `«${words[0]?.slice(0, -1) ?? ''}ек»`,
    ),
  );
const kopecks = fc.oneof(upTo(600), upTo(9_000_000_000));
const percent = fc.integer({ min: -120, max: 100 });
const day = fc.constantFrom('2026-02-28', '2026-03-01', '2026-03-02', '2026-03-03', '2026-03-05');
const flag = fc.boolean();

/** What is easily answered in two ways, and would be drawn too seldom. */
const OFTEN = [
  ['search'],
  ['search'],
  ['search', 'withArchived'],
  ['changes', 'withArchived'],
  ['tag'],
  ['wbTag'],
];

/** Up to three filters of all there are. */
const filter: fc.Arbitrary<CardFilterValues> = fc
  .record({
    search,
    state: fc.constantFrom(...cardStates),
    shop: fc.subarray([...SHOPS, 99]),
    subject: fc.subarray([...SUBJECT_IDS, 99]),
    brand: fc.subarray(NAMES),
    stock: fc.constantFrom(...stockFilters),
    quality: fc.constantFrom(...qualityFilters),
    changes: fc.constantFrom(...changesFilters),
    priceFromKopecks: kopecks,
    priceToKopecks: kopecks,
    marginFromPercent: percent,
    marginToPercent: percent,
    updatedFrom: day,
    updatedTo: day,
    tag: fc.subarray(TAGS),
    wbTag: fc.subarray([...WB_TAGS, '', 'Нет такого']),
    filledFromPercent: percent,
    filledToPercent: percent,
    nmId: fc.constantFrom(...NM_IDS, 2, 23),
    withArchived: flag,
  })
  .chain((all) =>
    fc
      .oneof(
        { weight: 1, arbitrary: fc.constantFrom<string[][]>(...OFTEN) },
        { weight: 3, arbitrary: fc.array(fc.constantFrom(...Object.keys(all)), { maxLength: 3 }) },
      )
      .map((names) => Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)))),
  );

/** A question of the list of so many cards, and which part of what is found: its beginning, its end, and past that. */
export const listQuestion = (cards: number) =>
  fc.record({
    filter,
    ordering: fc.constantFrom(...deviceCardOrderings),
    offset: fc.oneof(fc.constant(0), upTo(200), upTo(cards + 50)),
    limit: fc.constantFrom(1, 7, 50, 200),
  });

export async function addRandomSubjects(db: Db): Promise<void> {
  await db.insertInto('subjects').values(SUBJECTS).execute();
}

function storedAs(
  { nmIds, photos, sizeCm, tags, wbTags, updatedAtUs, ...facts }: CardFacts,
  vendorCode: string,
) {
  return {
    vendor_code: vendorCode,
    title: facts.title,
    subject_id: facts.subjectId,
    brand: facts.brand,
    photos: JSON.stringify(photos),
    dimensions: JSON.stringify({ lengthCm: sizeCm, widthCm: 1, heightCm: 1, weightKg: 1 }),
    nm_id: nmIds[0] ?? null,
    nm_ids: nmIds,
    shop_ids: facts.shopIds,
    price_kopecks: facts.priceKopecks,
    discount: facts.discount,
    cost_price_kopecks: facts.costPriceKopecks,
    stock: facts.stock,
    state: facts.state,
    has_unsent_changes: facts.hasUnsentChanges,
    tags: JSON.stringify(tags),
    wb_tags: JSON.stringify(wbTags),
    search_text: searchTextOf({ title: facts.title, vendorCode, brand: facts.brand }, [], nmIds),
    updated_at: sql<Date>`timestamptz 'epoch' + ${updatedAtUs}::bigint * interval '1 microsecond'`,
  };
}

/** A statement has 65 535 parameters at most. */
const CARDS_PER_INSERT = 1_000;

export async function insertCards(
  db: Db,
  accountId: number,
  cards: readonly CardFacts[],
  codePrefix = 'VC',
): Promise<number[]> {
  const values = cards.map((card, n) => ({ account_id: accountId, ...storedAs(card, `${codePrefix}-${n}`) }));
  const ids: number[] = [];
  for (let from = 0; from < values.length; from += CARDS_PER_INSERT) {
    const part = values.slice(from, from + CARDS_PER_INSERT);
    const rows = await db.insertInto('cards').values(part).returning('id').execute();
    ids.push(...rows.map(({ id }) => id));
  }
  return ids;
}

export async function rewriteCard(db: Db, accountId: number, cardId: number, card: CardFacts): Promise<void> {
  await db
    .updateTable('cards')
    .set(storedAs(card, `VC-${cardId}-anew`))
    .where('account_id', '=', accountId)
    .where('id', '=', cardId)
    .execute();
}

/** Cards as a device gets them; of those that are named, or all. */
export async function readColumns(
  db: Db,
  accountId: number,
  ids?: readonly number[],
): Promise<CatalogueColumns> {
  const { rows } = await sql<CatalogueRow>`
    SELECT cards.id, vendor_code AS "vendorCode", title, subject_id AS "subjectId", subjects.name AS "subjectName", brand,
      cover AS photo, nm_id AS "nmId", nm_ids AS "nmIds", price_kopecks AS "priceKopecks", discount,
      final_price_kopecks AS "finalPriceKopecks", cost_price_kopecks AS "costPriceKopecks",
      margin_percent AS "marginPercent", filled_percent AS "filledPercent", has_dimensions AS "hasDimensions", stock,
      shop_ids AS "shopIds", tags, wb_tags AS "wbTags", state, has_unsent_changes AS "hasUnsentChanges", version,
      (extract(epoch FROM updated_at) * 1000000)::bigint AS "updatedAtUs", search_text AS "searchText"
    FROM cards JOIN subjects ON subjects.id = subject_id
    WHERE account_id = ${accountId} AND (${ids === undefined} OR cards.id = any(${ids ?? []}::bigint[]))
  `.execute(db);
  const names = Object.keys(rows[0] ?? {}) as (keyof CatalogueRow)[];
  // A column per name of a row: what the type says.
  return Object.fromEntries(
    names.map((name) => [name, rows.map((row) => row[name])]),
  ) as unknown as CatalogueColumns;
}
