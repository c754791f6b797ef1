import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import { addTestSubjects, CUPS } from '#tests/support/cards/fixtures.ts';
import { rowsTouched } from '#tests/support/rows-touched.ts';
import { findVendorCodeHolders } from './vendor-codes.ts';

const CARDS = 500;

let database: Database;
beforeAll(async () => (database = await openTestDatabase()));
afterAll(() => database.close());

async function addCards(accountId: number): Promise<void> {
  await database.transaction(async (trx) => {
    // What a card brings about in other tables is of no interest here, and takes most of the time.
    await sql`SET LOCAL session_replication_role = replica`.execute(trx);
    await sql`
      INSERT INTO cards (account_id, vendor_code, title, subject_id)
      SELECT ${accountId}, 'КР-' || n, 'Кружка', ${CUPS} FROM generate_series(1, ${CARDS}::int) AS n`.execute(
      trx,
    );
  });
}

it('holders of many vendor codes are found one by one, although statistics know of another account alone', async () => {
  const { db } = database;
  await addTestSubjects(db);
  await sql`INSERT INTO accounts (id, name) SELECT n, 'Кабинет' FROM generate_series(1, 2) AS n`.execute(db);
  await addCards(1);
  await sql`VACUUM ANALYZE cards`.execute(db);
  await addCards(2);
  const codes = Array.from({ length: 2 * CARDS }, (_, n) => `КР-${n + 1}`);
  const found: Map<string, number>[] = [];
  const touched = await rowsTouched(
    database,
    async () => found.push(await findVendorCodeHolders(db, 2, codes)),
    ['cards'],
  );
  expect([...(found[0]?.keys() ?? [])].sort()).toEqual(codes.slice(0, CARDS).sort());
  // An entry of the index and the row.
  expect(touched).toBeGreaterThan(0);
  expect(touched).toBeLessThanOrEqual(4 * CARDS);
});
