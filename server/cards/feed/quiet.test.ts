import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import { addTestSubjects, CUPS } from '#tests/support/cards/fixtures.ts';
import { readPortion } from './portions.ts';

const ASKED = 12;
/** A connection tries so many plans for the values before it may keep one for all. */
const PLANS_TRIED = 5;

let database: Database;
beforeAll(async () => (database = await openTestDatabase()));
afterAll(() => database.close());

it('FE-12: whether there is nothing new is planned once for all questions, also of an account with a million cards', async () => {
  const { db } = database;
  await addTestSubjects(db);
  await sql`INSERT INTO accounts (id, name) VALUES (1, 'Кабинет')`.execute(db);
  await sql`INSERT INTO cards (account_id, vendor_code, title, subject_id)
    SELECT 1, 'КР-' || n, 'Кружка', ${CUPS} FROM generate_series(1, 200) AS n`.execute(db);
  await sql`ANALYZE`.execute(db);
  await sql`UPDATE pg_class SET reltuples = 1000000 WHERE oid = 'cards'::regclass`.execute(db);
  let cursor: string | undefined;
  for (let hasMore = true; hasMore;) ({ cursor, hasMore } = await readPortion(db, 1, cursor));
  await database.transaction(async (trx) => {
    for (let asked = 0; asked < ASKED; asked += 1) {
      expect(await readPortion(trx, 1, cursor)).toMatchObject({ hasMore: false, count: 200 });
    }
    const { rows } = await sql<{ kept: number }>`
      SELECT generic_plans::int AS kept FROM pg_prepared_statements
      WHERE statement LIKE '%is_quiet%' AND statement NOT LIKE '%pg_prepared_statements%'`.execute(trx);
    expect(rows[0]?.kept).toBeGreaterThanOrEqual(ASKED - PLANS_TRIED);
  });
});
