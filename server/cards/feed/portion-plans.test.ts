import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import { addTestSubjects, CUPS } from '#tests/support/cards/fixtures.ts';
import { rowsTouched } from '#tests/support/rows-touched.ts';
import { readPortion, type Portion } from './portions.ts';

const CARDS = 2000;
const CARDS_OF_OTHERS = 5000;
const PORTION = 100;
/** Entries of an index and the row, once for its number and once for what it says. */
const MOST_PER_CARD = 6;
const TABLES = ['cards', 'removed_cards'];
/** Others work on the same server, in databases of their own. */
const PATIENCE_MS = 120_000;

let database: Database;

const reckon = () => sql`ANALYZE`.execute(database.db);
const reckonAndClean = () => sql`VACUUM ANALYZE`.execute(database.db);

interface Reckonings {
  afterFirstAccount?: typeof reckon;
  beforeWalk?: typeof reckon;
  beforeChanges?: typeof reckon;
}

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
async function change(count: number, write: () => Promise<unknown>): Promise<void> {
  const before = await changesTold();
  await write();
  await vi.waitFor(async () => expect(await changesTold()).toBe(before + count), { timeout: PATIENCE_MS });
  await untilNobodyIsWaitedFor();
}

async function changesTold(): Promise<number> {
  await sql`SELECT pg_stat_force_next_flush()`.execute(database.db);
  const { rows } = await sql<{ count: number }>`
    SELECT (n_tup_upd + n_tup_del)::int AS count FROM pg_stat_user_tables WHERE relname = 'cards'`.execute(
    database.db,
  );
  return rows[0]?.count ?? 0;
}

/** While a transaction is under way that began before a change, in any database of the server, the feed looks at that change once more. */
async function untilNobodyIsWaitedFor(): Promise<void> {
  const isOver = async () => {
    const { rows } = await sql<{ isOver: boolean }>`
      SELECT pg_snapshot_xmin(pg_current_snapshot()) > greatest(
        (SELECT max(feed_xid) FROM cards), (SELECT max(feed_xid) FROM removed_cards)) AS "isOver"`.execute(
      database.db,
    );
    return rows[0]?.isOver;
  };
  await vi.waitFor(async () => expect(await isOver()).toBe(true), { timeout: PATIENCE_MS });
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

describe.each<[string, Reckonings]>([
  ['nobody has reckoned how cards are spread', {}],
  ['it is known', { beforeWalk: reckon }],
  ['it is known of another account alone', { afterFirstAccount: reckon }],
  ['it is known of another account alone, whose rows were cleaned', { afterFirstAccount: reckonAndClean }],
  ['it was known before the cards changed', { afterFirstAccount: reckon, beforeChanges: reckon }],
])('while %s, a portion looks at its own cards alone', (_when, reckonings) => {
  beforeAll(async () => {
    database = await openTestDatabase();
    const { db } = database;
    await addTestSubjects(db);
    await sql`INSERT INTO accounts (id, name) SELECT n, 'Кабинет' FROM generate_series(1, 3) AS n`.execute(
      db,
    );
    // A shop after another, as they are read.
    await addCards(1, CARDS_OF_OTHERS);
    await reckonings.afterFirstAccount?.();
    await addCards(2, CARDS);
    await addCards(3, CARDS_OF_OTHERS);
    await reckonings.beforeWalk?.();
    await untilNobodyIsWaitedFor();
  }, PATIENCE_MS);
  afterAll(() => database.close());

  it(
    'FE-12: from the beginning to the end, of all cards, of the changed ones, of those that are gone, and of none',
    { timeout: 3 * PATIENCE_MS },
    async () => {
      const { db } = database;
      const { touched, cursor } = await walk(undefined);
      expect(touched.length).toBeGreaterThan(CARDS / PORTION);
      expect(Math.max(...touched)).toBeGreaterThan(PORTION);
      expect(Math.max(...touched)).toBeLessThan(PORTION * MOST_PER_CARD);
      await reckonings.beforeChanges?.();
      await change(CARDS, () => sql`UPDATE cards SET stock = stock + 1 WHERE account_id = 2`.execute(db));
      const changed = await walk(cursor);
      expect(changed.touched.length).toBeGreaterThan(CARDS / PORTION);
      expect(Math.max(...changed.touched)).toBeLessThan(PORTION * MOST_PER_CARD);
      await change(CARDS / 2, () =>
        sql`DELETE FROM cards WHERE account_id = 2 AND stock = 1 AND id % 2 = 0`.execute(db),
      );
      const gone = await walk(changed.cursor);
      expect(gone.touched.length).toBeGreaterThan(CARDS / 2 / PORTION);
      expect(Math.max(...gone.touched)).toBeLessThan(PORTION * MOST_PER_CARD);
      // As often as it takes to have one plan for all such questions.
      for (let asked = 0; asked < 8; asked += 1) {
        const nothing = await walk(gone.cursor);
        expect(nothing.touched).toHaveLength(1);
        expect(Math.max(...nothing.touched)).toBeLessThan(PORTION);
      }
    },
  );
});
