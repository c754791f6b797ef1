import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import { findCardRows, findFirstRows } from './cards-of-rows.ts';
import { linesOf, nextLines, rowsOf } from './repository.ts';
import { writeCheckedRows, writeRows } from './row-writes.ts';

/** A table that was just kept: nobody has reckoned how its rows are spread. */
const ROWS = 4000;
const work = { accountId: 1, importId: 1 };

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
  await sql`INSERT INTO accounts (id, name) VALUES (1, 'А')`.execute(database.db);
  await sql`INSERT INTO users (id, account_id, login, name, password_hash) VALUES (1, 1, 'a', 'А', '')`.execute(
    database.db,
  );
  await sql`INSERT INTO imports (id, account_id, user_id, file_name, sheet_name, headings, meanings)
    VALUES (1, 1, 1, '', '', '[]', '[]')`.execute(database.db);
  await sql`INSERT INTO import_rows (import_id, line, account_id, cells)
    SELECT 1, line, 1, jsonb_build_array(repeat('я', 300)) FROM generate_series(2, ${ROWS + 1}) AS line`.execute(
    database.db,
  );
});
afterAll(() => database.close());

/** Rows that were touched by the plans of what `act` asks: read, or read and thrown away. */
async function rowsTouched(act: () => Promise<unknown>): Promise<number> {
  const read = async () => {
    await sql`SELECT pg_stat_force_next_flush()`.execute(database.db);
    const { rows } = await sql<{ count: number }>`
      SELECT (seq_tup_read + idx_tup_fetch)::int AS count FROM pg_stat_user_tables WHERE relname = 'import_rows'`.execute(
      database.db,
    );
    return rows[0]?.count ?? 0;
  };
  const before = await read();
  await act();
  return (await read()) - before;
}

it('rows are read by their lines, not all that are left for each part', async () => {
  const touched = await rowsTouched(async () => {
    const lines = await nextLines(database.db, work, { afterLine: 1 });
    expect(lines).toEqual({ first: 2, last: 501 });
    if (lines) expect(await rowsOf(database.db, work, lines).select('line').execute()).toHaveLength(500);
  });
  expect(touched).toBeGreaterThanOrEqual(500);
  expect(touched).toBeLessThan(1100);
});

it('what was found of twenty rows is written without going through the others', async () => {
  const rows = Array.from({ length: 20 }, (_, index) => ({
    line: 1000 + index,
    state: 'SAME' as const,
    wanted: null,
    problems: [],
  }));
  const touched = await rowsTouched(() =>
    database.transaction((trx) => writeRows(trx, work, rows, { ...linesOf(rows), hasOthers: false })),
  );
  expect(touched).toBeGreaterThanOrEqual(20);
  expect(touched).toBeLessThan(100);
});

it('the cards of many rows are written, and found again with their other rows, without going through the others', async () => {
  // Each card begins in the first half, and has a row in the second.
  await sql`UPDATE import_rows SET state = 'WAITING', key = 'code ' || (line % 2000), card_line = CASE WHEN line > 2001 THEN line - 2000 END`.execute(
    database.db,
  );
  const rows = Array.from({ length: 120 }, (_, index) => ({
    line: 3100 + index,
    state: 'WAITING' as const,
    key: `code ${1100 + index}`,
    cardId: null,
    cardLine: 1100 + index,
    wanted: null,
    problems: [],
  }));
  const heads = rows.map(({ cardLine }) => cardLine);
  const touched = await rowsTouched(async () => {
    const keys = rows.map(({ key }) => key);
    const firsts = await findFirstRows(database.db, work, keys, { lastLine: 3099, atMost: 201 });
    expect(firsts.get('code 1100')).toEqual({ line: 1100, count: 1 });
    await database.transaction((trx) => writeCheckedRows(trx, work, rows));
    const cards = await findCardRows(database.db, work, heads);
    expect(cards.map((card) => card.map(({ line }) => line))[0]).toEqual([1100, 3100]);
    const judged = cards
      .flat()
      .map(({ line }) => ({ line, state: 'SAME' as const, wanted: null, problems: [] }));
    const { first, last } = linesOf(heads.map((line) => ({ line })));
    await database.transaction((trx) => writeRows(trx, work, judged, { first, last, hasOthers: true }));
  });
  const { count } = await database.db
    .selectFrom('import_rows')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', 1)
    .where('state', '=', 'SAME')
    .executeTakeFirstOrThrow();
  // Those of the test before are WAITING again.
  expect(count).toBe(240);
  expect(touched).toBeGreaterThanOrEqual(240);
  expect(touched).toBeLessThan(1200);
});
