import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import { addTestSubjects, CUPS } from '#tests/support/cards/fixtures.ts';
import { rowsTouched } from '#tests/support/rows-touched.ts';
import { readPortion, type Portion } from './portions.ts';

const CARDS = 2000;
const CARDS_OF_OTHERS = 10_000;
const PORTION = 100;
/** Entries of an index and the row, once for its number and once for what it says. */
const MOST_PER_CARD = 6;
const TABLES = ['cards', 'removed_cards'];

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
  const { db } = database;
  await addTestSubjects(db);
  await sql`INSERT INTO accounts (id, name) SELECT n, 'Кабинет' FROM generate_series(1, 3) AS n`.execute(db);
  // A shop after another, as they are read.
  for (const account of [1, 2, 3]) await addCards(account, account === 2 ? CARDS : CARDS_OF_OTHERS);
});
afterAll(() => database.close());

async function addCards(accountId: number, count: number): Promise<void> {
  await database.transaction(async (trx) => {
    // What a card brings about in other tables is of no interest here, and takes most of the time.
    await sql`SET LOCAL session_replication_role = replica`.execute(trx);
    await sql`
      INSERT INTO cards (account_id, vendor_code, title, subject_id)
      SELECT ${accountId}, 'КР-' || n, 'Кружка ' || n, ${CUPS} FROM generate_series(1, ${count}::int) AS n
      ORDER BY n`.execute(trx);
  });
}

/** What it has looked at itself is counted when its changes are: a connection tells of both at once, a second later or among the portions. */
async function changeAll(): Promise<void> {
  const before = await changesTold();
  await database.transaction((trx) =>
    sql`UPDATE cards SET stock = stock + 1 WHERE account_id = 2`.execute(trx),
  );
  await vi.waitFor(async () => expect(await changesTold()).toBe(before + CARDS), { timeout: 30_000 });
}

async function changesTold(): Promise<number> {
  await sql`SELECT pg_stat_force_next_flush()`.execute(database.db);
  const { rows } = await sql<{ count: number }>`
    SELECT n_tup_upd::int AS count FROM pg_stat_user_tables WHERE relname = 'cards'`.execute(database.db);
  return rows[0]?.count ?? 0;
}

/** Goes through all portions since a cursor; how much was looked at for each of them. */
async function walk(since: string | undefined) {
  const touched: number[] = [];
  let cursor = since;
  for (;;) {
    const looked: Portion[] = [];
    const look = async () => looked.push(await readPortion(database.db, 2, cursor, PORTION));
    touched.push(await rowsTouched(database, look, TABLES));
    cursor = looked[0]?.cursor;
    if (!looked[0]?.hasMore) return { touched, cursor };
  }
}

describe.each([
  ['nobody has reckoned how cards are spread', async () => undefined],
  ['it is known', async () => void (await sql`ANALYZE`.execute(database.db))],
])('while %s, a portion looks at its own cards alone', (_when, reckon) => {
  beforeAll(reckon);

  it('FE-12: from the beginning to the end, of all cards, of the changed ones, and of none', async () => {
    const { touched, cursor } = await walk(undefined);
    expect(touched.length).toBeGreaterThan(CARDS / PORTION);
    expect(Math.max(...touched)).toBeGreaterThan(PORTION);
    expect(Math.max(...touched)).toBeLessThan(PORTION * MOST_PER_CARD);
    await changeAll();
    const changed = await walk(cursor);
    expect(changed.touched.length).toBeGreaterThan(CARDS / PORTION);
    expect(Math.max(...changed.touched)).toBeLessThan(PORTION * MOST_PER_CARD);
    const nothing = await walk(changed.cursor);
    expect(nothing.touched).toHaveLength(1);
    expect(Math.max(...nothing.touched)).toBeLessThan(PORTION);
  });
});
