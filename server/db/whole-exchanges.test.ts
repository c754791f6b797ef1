import { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sendInWholeExchanges } from './whole-exchanges.ts';

let engine: PGlite;
let pool: Pool;
let entries = 0;

beforeAll(async () => {
  engine = await PGlite.create();
  const enter = engine.execProtocolStream.bind(engine);
  engine.execProtocolStream = (...exchange) => {
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
