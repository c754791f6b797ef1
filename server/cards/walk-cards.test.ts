import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { addTestSubjects } from '#tests/support/cards/fixtures.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import { walkCards } from './walk-cards.ts';

const CUPS = 812;
const RARE = 990_002;
const COMMON = 2500;

let database: Database;
let rare: number[];
beforeAll(async () => {
  database = await openTestDatabase();
  const { db } = database;
  await addTestSubjects(db);
  await db.insertInto('subjects').values({ id: RARE, name: 'Редкий' }).execute();
  await sql`INSERT INTO accounts (id, name) VALUES (1, ''), (2, '')`.execute(db);
  const add = (accountId: number, subjectId: number, count: number) =>
    sql<{ id: number }>`
      INSERT INTO cards (account_id, vendor_code, title, subject_id)
      SELECT ${accountId}, ${String(subjectId)} || '-' || n, 'Карточка', ${subjectId} FROM generate_series(1, ${count}::int) AS n
      RETURNING id`.execute(db);
  await add(1, CUPS, COMMON);
  rare = (await add(1, RARE, 3)).rows.map(({ id }) => id).sort((a, b) => a - b);
  await add(2, RARE, 3);
});
afterAll(() => database.close());

async function walked(of: { subjectId?: number }, mayGoOn: () => boolean): Promise<number[]> {
  const ids: number[] = [];
  await walkCards(database, { accountId: 1, ...of }, async (_trx, batch) => void ids.push(...batch), mayGoOn);
  return ids;
}

it('goes through all cards of the account once, or those of a subject', async () => {
  const all = await walked({}, () => true);
  expect(new Set(all).size).toBe(COMMON + 3);
  expect(all).toHaveLength(COMMON + 3);
  expect(await walked({ subjectId: RARE }, () => true)).toEqual(rare);
});

it('BW-17: cards of a rare subject are looked for a thousand cards at a time, and others have their turn between', async () => {
  let reads = 0;
  expect(await walked({ subjectId: RARE }, () => ++reads < 3)).toEqual([]);
  expect(reads).toBe(3);
});
