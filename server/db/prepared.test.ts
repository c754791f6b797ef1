import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import type { Database, Db } from './database.ts';
import { filledIn, prepared, type Forms } from './prepared.ts';

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

describe('a statement that is filled in', () => {
  const forms: Forms<{ text: string }> = new Map();
  let written = 0;
  const ask = async (form: string, blanks: { id: number; word: string }, fixed = 7) => {
    const query = filledIn(database.db, forms, {
      form,
      blanks,
      write: (signs) => {
        written += 1;
        return sql<{
          text: string;
        }>`SELECT concat_ws(' ', ${signs.word}::text, ${fixed}::int, ${signs.id}::bigint, ${signs.word}::text) AS text`;
      },
    });
    return (await database.db.executeQuery(query)).rows[0]?.text;
  };

  it('says what this call asks for, wherever it stands, and is put together once per form', async () => {
    expect(await ask('a', { id: 1, word: 'чашка' })).toBe('чашка 7 1 чашка');
    expect(await ask('a', { id: 0, word: '' })).toBe(' 7 0 ');
    expect(await ask('a', { id: -5, word: "о'кей $1" })).toBe("о'кей $1 7 -5 о'кей $1");
    expect(written).toBe(1);
    expect(await ask('b', { id: 3, word: 'б' }, 8)).toBe('б 8 3 б');
    expect(await ask('a', { id: 4, word: 'а' })).toBe('а 7 4 а');
    expect(written).toBe(2);
  });
});
