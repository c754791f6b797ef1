import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import type { Database, Db } from './database.ts';
import { prepared } from './prepared.ts';

let database: Database;
beforeAll(async () => (database = await openTestDatabase()));
afterAll(() => database.close());

const named = (db: Db, number: number) =>
  db.executeQuery(prepared(sql<{ named: number }>`SELECT ${number}::int + 1 AS named`.compile(db)));
const unnamed = (db: Db, number: number) => sql`SELECT ${number}::int + 2 AS unnamed`.execute(db);

it('is parsed once by a connection, however often it is asked, and other statements are not kept', async () => {
  await database.transaction(async (trx) => {
    for (const number of [1, 2, 3]) {
      expect((await named(trx, number)).rows).toEqual([{ named: number + 1 }]);
      await unnamed(trx, number);
    }
    const { rows } = await sql<{ times: number }>`
      SELECT (generic_plans + custom_plans)::int AS times FROM pg_prepared_statements
      WHERE statement LIKE '%named%' AND statement NOT LIKE '%pg_prepared_statements%'
    `.execute(trx);
    expect(rows).toEqual([{ times: 3 }]);
  });
});

it('goes on being answered after one of its questions has failed', async () => {
  const divide = (by: number) =>
    database.db.executeQuery(
      prepared(sql<{ part: number }>`SELECT 12 / ${by}::int AS part`.compile(database.db)),
    );
  expect((await divide(3)).rows).toEqual([{ part: 4 }]);
  await expect(divide(0)).rejects.toThrow('division by zero');
  expect((await divide(4)).rows).toEqual([{ part: 3 }]);
});
