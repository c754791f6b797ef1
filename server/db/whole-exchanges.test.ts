import { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { Pool } from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { sendInWholeExchanges } from './whole-exchanges.ts';

let engine: PGlite;
let pool: Pool;
let entries = 0;

beforeAll(async () => {
  engine = await PGlite.create();
  const enter = engine.execProtocolRawStream.bind(engine);
  engine.execProtocolRawStream = (...exchange) => {
    entries += 1;
    return enter(...exchange);
  };
  sendInWholeExchanges(engine);
  pool = new Pool(Object.assign(createPgConfig(engine), { max: 1, idleTimeoutMillis: 0 }));
});
afterAll(async () => {
  await pool.end();
  await engine.close();
});

async function entriesOf(work: () => Promise<unknown>): Promise<number> {
  const before = entries;
  await work();
  return entries - before;
}

it('enters the engine once for a query, with values or without', async () => {
  expect(await entriesOf(() => pool.query('SELECT $1::int AS one', [1]))).toBe(1);
  expect(await entriesOf(() => pool.query('SELECT 1 AS one'))).toBe(1);
});

it('keeps the next query apart from one that was refused', async () => {
  await expect(pool.query('SELECT $1::int / 0', [1])).rejects.toThrow('division by zero');
  await expect(pool.query('SELECT nothing FROM nowhere WHERE id = $1', [1])).rejects.toThrow('nowhere');
  expect((await pool.query('SELECT $1::int AS one', [1])).rows).toEqual([{ one: 1 }]);
});

it('reads what comes without a buffer of its own for every value', async () => {
  const slices = vi.spyOn(ArrayBuffer.prototype, 'slice');
  try {
    const { rows } = await pool.query(
      "SELECT n, 'кружка ' || n AS name, NULL AS none FROM generate_series(1, 1000) n",
    );
    expect(rows).toHaveLength(1000);
    expect(rows[999]).toEqual({ n: 1000, name: 'кружка 1000', none: null });
    expect(slices.mock.calls.length).toBeLessThan(50);
  } finally {
    slices.mockRestore();
  }
});

it('reads a value that comes in many pieces, and keeps it while others come', async () => {
  const [first, second] = await Promise.all(
    ['щ', 'ж'].map(async (letter) => await pool.query('SELECT repeat($1, 3000000) AS long', [letter])),
  );
  expect(first?.rows[0].long === 'щ'.repeat(3_000_000)).toBe(true);
  expect(second?.rows[0].long === 'ж'.repeat(3_000_000)).toBe(true);
});

it('tells what a refusal is of, and hears what the engine notices', async () => {
  const noticed: string[] = [];
  const client = await pool.connect();
  try {
    client.on('notice', ({ message }) => noticed.push(String(message)));
    await client.query("DO $$ BEGIN RAISE NOTICE 'слышно'; END $$");
    expect(noticed).toEqual(['слышно']);
    await client.query('CREATE TEMP TABLE once (id int CONSTRAINT only_once PRIMARY KEY)');
    await client.query('INSERT INTO once VALUES (1)');
    await expect(client.query('INSERT INTO once VALUES (1)')).rejects.toMatchObject({
      code: '23505',
      constraint: 'only_once',
    });
  } finally {
    client.release();
  }
});
