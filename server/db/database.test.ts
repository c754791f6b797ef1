import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import type { Database } from './database.ts';

let database: Database;
beforeAll(async () => (database = await openTestDatabase()));
afterAll(() => database.close());

// The embedded database has no compiler.
it.runIf(process.env.TEST_DATABASE_URL)(
  'compiles no query, which takes longer than the queries do, and answers each on one core',
  async () => {
    const { rows } = await database.executeSql(
      `SELECT current_setting('jit') AS jit, current_setting('max_parallel_workers_per_gather') AS workers`,
    );
    expect(rows).toEqual([{ jit: 'off', workers: '0' }]);
  },
);

// Nobody else works at the embedded database, and its process is this one.
it.runIf(process.env.TEST_DATABASE_URL)(
  'waits without end neither for a row, nor for a query, nor for a transaction that hangs',
  async () => {
    const { rows } = await database.executeSql(
      `SELECT current_setting('lock_timeout') AS row_held, current_setting('statement_timeout') AS query,
              current_setting('idle_in_transaction_session_timeout') AS hanging_transaction`,
    );
    expect(rows).toEqual([{ row_held: '5s', query: '1min', hanging_transaction: '1min' }]);
  },
);

const accountNames = async () =>
  (await database.db.selectFrom('accounts').select('name').orderBy('id').execute()).map((row) => row.name);

describe('values', () => {
  it('reads bigint, bigint arrays and sums as numbers, a day as text, a time as a Date', async () => {
    const { rows } = await database.executeSql(
      `SELECT 9007199254740991::bigint AS id, ARRAY[1, NULL, 3]::bigint[] AS ids, sum(n) AS total,
              '2026-11-20'::date AS day, '2026-11-20T10:00:00Z'::timestamptz AS at
       FROM (VALUES (1::bigint), (2::bigint)) AS t (n)`,
    );
    expect(rows).toEqual([
      {
        id: Number.MAX_SAFE_INTEGER,
        ids: [1, null, 3],
        total: 3,
        day: '2026-11-20',
        at: new Date('2026-11-20T10:00:00Z'),
      },
    ]);
  });
});

it('lets the rest of the process take its turn between two queries, however many follow each other', async () => {
  let hadTurn = false;
  setImmediate(() => (hadTurn = true));
  for (let query = 0; query < 3; query += 1) await accountNames();
  expect(hadTurn).toBe(true);
});

describe('a transaction', () => {
  it('keeps everything or nothing', async () => {
    const before = await accountNames();
    const failing = database.transaction(async (trx) => {
      await trx.insertInto('accounts').values({ name: 'не останется', resellup_id: null }).execute();
      throw new Error('stop');
    });
    await expect(failing).rejects.toThrow('stop');
    expect(await accountNames()).toEqual(before);
  });

  it('is followed by plain SQL', async () => {
    const before = await accountNames();
    const failing = database.transaction(async () => {
      await database.executeSql('INSERT INTO accounts (name) VALUES ($1)', ['из SQL']);
      throw new Error('stop');
    });
    await expect(failing).rejects.toThrow('stop');
    expect(await accountNames()).toEqual(before);
  });

  it('refuses another one inside it: what is to be part of it takes its trx', async () => {
    const nested = database.transaction(() => database.transaction(async () => undefined));
    await expect(nested).rejects.toThrow('use the trx');
  });

  it('refuses the outer connection instead of waiting for ever', async () => {
    const misuse = database.transaction(() => database.db.selectFrom('accounts').select('id').execute());
    await expect(misuse).rejects.toThrow('use the trx');
  });

  it('is not used by work that outlives it', async () => {
    let goOn = () => undefined as void;
    const committed = new Promise<void>((resolve) => (goOn = resolve));
    const late = await database.transaction(async () => ({ names: committed.then(accountNames) }));
    goOn();
    expect(await late.names).toEqual(await accountNames());
  });

  it('is run again after a deadlock', async () => {
    let attempts = 0;
    const response = await database.transaction(async (trx) => {
      attempts += 1;
      if (attempts < 3) {
        await trx.executeQuery(
          CompiledQuery.raw(`DO $$ BEGIN RAISE EXCEPTION 'again' USING ERRCODE = '40P01'; END $$`),
        );
      }
      return attempts;
    });
    expect(response).toBe(3);
  });

  it('takes turns with many others and loses none', async () => {
    const account = await database.db
      .insertInto('accounts')
      .values({ name: '0', resellup_id: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    const addOne = () =>
      database.transaction(async (trx) => {
        const row = await trx
          .selectFrom('accounts')
          .select('name')
          .where('id', '=', account.id)
          .forUpdate()
          .executeTakeFirstOrThrow();
        await trx
          .updateTable('accounts')
          .set({ name: String(Number(row.name) + 1) })
          .where('id', '=', account.id)
          .execute();
      });
    await Promise.all(Array.from({ length: 50 }, addOne));
    expect(await accountNames()).toContain('50');
  });
});
