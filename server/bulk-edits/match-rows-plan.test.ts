import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import { findCardsByKeys } from './match-rows.ts';

const CARDS = 3000;

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
  const { db } = database;
  await sql`INSERT INTO accounts (id, name) VALUES (1, 'А')`.execute(db);
  await sql`INSERT INTO subjects (id, name, parent_name) VALUES (1, 'Кружки', 'Посуда') ON CONFLICT DO NOTHING`.execute(
    db,
  );
  await sql`INSERT INTO cards (account_id, vendor_code, title, subject_id, search_text)
    SELECT 1, 'Код-' || number, 'Кружка', 1, '' FROM generate_series(1, ${CARDS}) AS number`.execute(db);
});
afterAll(() => database.close());

/** Entries of indexes and rows of cards that were read. */
async function read(): Promise<number> {
  await sql`SELECT pg_stat_force_next_flush()`.execute(database.db);
  const { rows } = await sql<{ count: number }>`
    SELECT (SELECT seq_tup_read FROM pg_stat_user_tables WHERE relname = 'cards')::int
      + (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes WHERE relname = 'cards')::int AS count`.execute(
    database.db,
  );
  return rows[0]?.count ?? 0;
}

it.each([
  ['nobody has reckoned how the codes are spread', async () => undefined],
  ['it is known', async () => void (await sql`ANALYZE cards`.execute(database.db))],
])(
  'articles of a table are found without going through all of the account, while %s',
  async (_when, reckon) => {
    await reckon();
    const before = await read();
    const keys = Array.from({ length: 50 }, (_, index) => `код-${index * 40 + 1}`);
    const found = await findCardsByKeys(database.db, 1, 'VENDOR_CODE', [...keys, 'нет такого']);
    expect([...found.keys()].sort()).toEqual([...keys].sort());
    const touched = (await read()) - before;
    expect(touched).toBeGreaterThanOrEqual(keys.length);
    expect(touched).toBeLessThan(keys.length * 4);
  },
);
