import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CardFilterValues, CardOrdering } from '#contract/card-list.ts';
import type { Database } from '#server/db/database.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import { addTestSubjects, CUPS } from '#tests/support/cards/fixtures.ts';
import { rowsTouched } from '#tests/support/rows-touched.ts';
import { countCardsByState } from './card-counts.ts';
import { listCards } from './card-list.ts';
import { findCardTags, findCardWbTags } from './card-tags.ts';
import { createCardWords } from './card-words.ts';
import { freezeSelection } from './freeze-selection.ts';
import { findCardFacets } from './repository.ts';
import { nextSelected, resolveSelection } from './selection.ts';

/** Every account has the same cards. */
const CARDS = 300;
const ACCOUNTS = 31;
/** In each table that is asked the row and its entry in an index; the cards of others would be thirty times as many. */
const MOST_PER_CARD = 5;

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
  const { db } = database;
  await addTestSubjects(db);
  await sql`INSERT INTO accounts (id, name) SELECT n, 'Кабинет ' || n FROM generate_series(1, ${ACCOUNTS}) AS n`.execute(
    db,
  );
  await sql`INSERT INTO users (id, account_id, login, name, password_hash) VALUES (1, 1, 'a', 'А', '')`.execute(
    db,
  );
  await sql`
    INSERT INTO cards (account_id, vendor_code, title, subject_id, price_kopecks, discount, cost_price_kopecks, tags, wb_tags, search_text)
    SELECT account, 'КР-' || n, 'Кружка ' || n, ${CUPS}, 100000 + n * 100, 20, 40000,
      CASE WHEN n % 30 = 0 THEN '["лето"]'::jsonb ELSE '[]' END,
      CASE WHEN n % 30 = 0 THEN '["вывод"]'::jsonb ELSE '[]' END,
      ' кружка кр-' || n || CASE WHEN n % 30 = 0 THEN ' глубокая' ELSE '' END
    FROM generate_series(1, ${ACCOUNTS}) AS account CROSS JOIN generate_series(1, ${CARDS}) AS n ORDER BY account, n`.execute(
    db,
  );
});
afterAll(() => database.close());

const list = (filter: CardFilterValues, ordering: CardOrdering = '-updated_at') =>
  listCards(database.db, 1, { ...filter, ordering, limit: 50, offset: 50 });

const asked: [what: string, ask: () => Promise<unknown>][] = [
  ['a word that all cards have', () => list({ search: 'кружка' })],
  ['a word that few cards have', () => list({ search: 'глубокая' })],
  ['an article', () => list({ search: 'кр-77' })],
  ['a range of prices', () => list({ priceFromKopecks: 88_000, priceToKopecks: 96_000 })],
  ['a range of margins', () => list({ marginFromPercent: 1, marginToPercent: 90 }, 'margin')],
  ['a tag', () => list({ tag: ['лето'] })],
  ['a tag of the marketplace', () => list({ wbTag: ['вывод'] })],
  ['the order by orders', () => list({}, 'orders')],
  ['the counters', () => countCardsByState(database.db, 1)],
  ['the facets', () => findCardFacets(database.db, 1)],
  ['the tags', () => findCardTags(database.db, 1)],
  ['the tags of the marketplace', () => findCardWbTags(database.db, 1)],
  ['the words that are suggested', () => createCardWords().of(database.db, 1)],
  ['a selection by a word', () => resolveSelection(database.db, 1, { filter: { search: 'кружка' } })],
  ['a selection by prices', () => resolveSelection(database.db, 1, { filter: { priceFromKopecks: 1 } })],
];

describe.each([
  ['nobody has reckoned how cards are spread', async () => undefined],
  ['it is known', async () => void (await sql`ANALYZE`.execute(database.db))],
])('while %s, the cards of other accounts are not looked at', (_when, reckon) => {
  beforeAll(reckon);

  it.each(asked)('for %s', async (_what, ask) => {
    const touched = await rowsTouched(database, ask);
    expect(touched).toBeGreaterThan(0);
    expect(touched).toBeLessThan(CARDS * MOST_PER_CARD);
  });

  it('for a choice: when it is frozen, when it is taken whole and part by part', async () => {
    let id = '';
    const chooser = { accountId: 1, userId: 1 };
    const freeze = async () => {
      ({ id } = await freezeSelection(database.db, chooser, { selection: { filter: {} } }));
    };
    const taken = [
      freeze,
      async () => expect(await resolveSelection(database.db, 1, { id })).toHaveLength(CARDS),
      () => nextSelected(database.db, 1, { id }, { afterId: 0, limit: 50 }),
    ];
    for (const take of taken) {
      const touched = await rowsTouched(database, take);
      expect(touched).toBeGreaterThanOrEqual(50);
      expect(touched).toBeLessThan(CARDS * MOST_PER_CARD);
    }
  });
});

it('a part of a choice by a filter is found from where the last one ended', async () => {
  const all = await resolveSelection(database.db, 1, { filter: {} });
  const afterId = all.at(-100) ?? 0;
  const left = all.slice(-99);
  const parts = [
    { selection: { filter: {} }, ids: left.slice(0, 50), hasMore: true },
    { selection: { filter: {}, except: left.slice(0, 49) }, ids: left.slice(49), hasMore: false },
  ];
  for (const { selection, ids, hasMore } of parts) {
    const touched = await rowsTouched(database, async () =>
      expect(await nextSelected(database.db, 1, selection, { afterId, limit: 50 })).toMatchObject({
        ids,
        hasMore,
      }),
    );
    expect(touched).toBeLessThan(CARDS);
  }
});

it('a word that few cards have is found by the index of words where one account has all cards', async () => {
  await sql`UPDATE card_search SET account_id = 1`.execute(database.db);
  await sql`ANALYZE card_search`.execute(database.db);
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    EXPLAIN SELECT card_id FROM card_search WHERE account_id = 1 AND search_text LIKE '%глубокая%'`.execute(
    database.db,
  );
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('Bitmap Index Scan on card_search_text');
});
