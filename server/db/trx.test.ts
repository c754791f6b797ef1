import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import type { Database, Db, Trx } from './database.ts';

let database: Database;
beforeAll(async () => (database = await openTestDatabase()));
afterAll(() => database.close());

const wantsTransaction = (trx: Trx) => trx.isTransaction;
const wantsAny = (db: Db) => db.isTransaction;

it('is what a transaction hands to its work, and passes for a Db', async () => {
  expect(await database.transaction(async (trx) => [wantsTransaction(trx), wantsAny(trx)])).toEqual([
    true,
    true,
  ]);
});

it('is not what the database itself is: that does not compile', () => {
  // @ts-expect-error - the promise of this file: types fail when a plain Db passes for a transaction.
  expect(wantsTransaction(database.db)).toBe(false);
});
