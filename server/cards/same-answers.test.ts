import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deviceCardOrderings, serverCardOrderings } from '#contract/card-list.ts';
import { createCatalogue, type Catalogue } from '#contract/catalogue/catalogue.ts';
import { fromWire } from '#contract/wire.ts';
import type { Database } from '#server/db/database.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import {
  addRandomSubjects,
  drawCards,
  insertCards,
  listQuestion,
  readColumns,
  rewriteCard,
} from '#tests/support/cards/random-catalogue.ts';
import { countCardsByState } from './card-counts.ts';
import { listCards, pageByOrders } from './card-list.ts';
import { orderOf } from './card-sorts.ts';

/** `npm run test:same-answers` asks more, of more accounts with more cards. */
const QUESTIONS = Number(process.env['SAME_ANSWERS'] ?? 300);
const ACCOUNTS = Number(process.env['SAME_ANSWERS_ACCOUNTS'] ?? 3);
const CARDS = Number(process.env['SAME_ANSWERS_CARDS'] ?? 150);
/** Only ends what hangs. */
const HANGS_AFTER_MS_EACH = 800;
const HANGS_AFTER_MS_EACH_CARD = 20;
const QUESTIONS_PER_STATE = Math.min(50, QUESTIONS);
const STATES_PER_ACCOUNT = Math.ceil(QUESTIONS / QUESTIONS_PER_STATE / ACCOUNTS);
const SEED = Number(process.env['SAME_ANSWERS_SEED'] ?? 20_261_123);

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
  await addRandomSubjects(database.db);
});
afterAll(() => database.close());

async function addAccount(): Promise<number> {
  const { id } = await database.db
    .insertInto('accounts')
    .values({ name: 'Кабинет', resellup_id: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Some cards are written anew, some go. */
async function edit(
  accountId: number,
  catalogue: Catalogue,
  ids: readonly number[],
  seed: number,
): Promise<number[]> {
  const gone = ids.filter((id) => (id + seed) % 23 === 0);
  const written = ids.filter((id) => (id + seed) % 17 === 0 && !gone.includes(id));
  for (const [n, card] of drawCards(written.length, seed).entries())
    await rewriteCard(database.db, accountId, written[n] ?? 0, card);
  await database.db
    .deleteFrom('cards')
    .where('account_id', '=', accountId)
    .where('id', 'in', [0, ...gone])
    .execute();
  const added = await insertCards(database.db, accountId, drawCards(gone.length, -seed), `NEW-${seed}`);
  catalogue.remove(gone);
  catalogue.put(await readColumns(database.db, accountId, [...written, ...added]));
  return [...ids.filter((id) => !gone.includes(id)), ...added];
}

async function compare(accountId: number, catalogue: Catalogue, seed: number): Promise<void> {
  expect(catalogue.counters()).toEqual(await countCardsByState(database.db, accountId));
  await fc.assert(
    fc.asyncProperty(listQuestion(CARDS), async ({ filter, ordering, offset, limit }) => {
      const query = { ...filter, ordering };
      const { count, results } = await listCards(database.db, accountId, { ...query, offset, limit });
      expect(catalogue.query(query, { offset, limit })).toEqual({
        count,
        rows: fromWire(JSON.parse(results)),
      });
    }),
    { numRuns: QUESTIONS_PER_STATE, seed },
  );
}

it('words that are typed as one, and letters of two alphabets, are found by the device as by the database', async () => {
  const accountId = await addAccount();
  const titles = ['Термос 500 мл', 'Термос 1500 мл', 'Чехол iPhone 15', 'Kружкa', 'Платье ХL'];
  const cards = drawCards(titles.length, SEED).map((card, n) => ({
    ...card,
    title: titles[n] ?? '',
    brand: '',
    state: 'PUBLISHED' as const,
  }));
  // The first letter of the vendor codes is Russian, the second Latin.
  await insertCards(database.db, accountId, cards, 'МB 7');
  const catalogue = createCatalogue();
  catalogue.put(await readColumns(database.db, accountId));
  for (const [search, found] of [
    ['500мл', ['Термос 500 мл']],
    ['iphone15', ['Чехол iPhone 15']],
    ['кружки', ['Kружкa']],
    ['xl', ['Платье ХL']],
    ['мв72', ['Чехол iPhone 15']],
    ['mb-7-2', ['Чехол iPhone 15']],
  ] as const) {
    const query = { search, ordering: 'title' } as const;
    const { results } = await listCards(database.db, accountId, { ...query, offset: 0, limit: 9 });
    const { rows } = catalogue.query(query, { offset: 0, limit: 9 });
    const asked: { title: string }[] = JSON.parse(results);
    expect([search, ...asked.map(({ title }) => title)]).toEqual([search, ...found]);
    expect([search, ...rows.map(({ title }) => title)]).toEqual([search, ...found]);
  }
});

it.each(deviceCardOrderings)(
  'a page by %s is walked to by an index, texts by code points',
  async (ordering) => {
    const plan = await database.transaction(async (trx) => {
      // Of few cards a table is read whole.
      await sql`SET LOCAL enable_seqscan = off`.execute(trx);
      await sql`SET LOCAL enable_bitmapscan = off`.execute(trx);
      const { rows } = await sql<{ 'QUERY PLAN': string }>`
      EXPLAIN SELECT id FROM cards WHERE account_id = 1 ORDER BY ${orderOf(ordering, 'cards')} LIMIT 50
    `.execute(trx);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    expect(plan).not.toContain('Sort');
  },
);

it.each(serverCardOrderings)(
  'a page by %s is walked to by an index that knows the states too',
  async (ordering) => {
    const plan = await database.transaction(async (trx) => {
      await sql`SET LOCAL enable_seqscan = off`.execute(trx);
      await sql`SET LOCAL enable_bitmapscan = off`.execute(trx);
      const { rows } = await sql<{ 'QUERY PLAN': string }>`
      EXPLAIN ${pageByOrders(1, { ordering, limit: 50, offset: 50 })}`.execute(trx);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    expect(plan).toMatch(/Index Only Scan (Backward )?using card_orders_recent/);
    expect(plan).not.toContain('Sort');
  },
);

it(
  'the list of a device is what the database answers: the same cards in the same order, whatever is asked',
  async () => {
    for (let account = 0; account < ACCOUNTS; account += 1) {
      const accountId = await addAccount();
      let ids = await insertCards(database.db, accountId, drawCards(CARDS, SEED + account));
      const catalogue = createCatalogue();
      catalogue.put(await readColumns(database.db, accountId));
      for (let state = 0; state < STATES_PER_ACCOUNT; state += 1) {
        const seed = SEED + account * 1000 + state;
        if (state > 0) ids = await edit(accountId, catalogue, ids, seed);
        await compare(accountId, catalogue, seed);
      }
    }
  },
  QUESTIONS * HANGS_AFTER_MS_EACH + ACCOUNTS * CARDS * HANGS_AFTER_MS_EACH_CARD,
);
