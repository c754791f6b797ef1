import { afterAll, beforeAll, expect, it } from 'vitest';
import { migratedPast } from '#tests/support/migrated-past.ts';
import type { EmbeddedDatabase } from './embedded-database.ts';

let database: EmbeddedDatabase;
beforeAll(async () => {
  database = await migratedPast(
    61,
    `
    INSERT INTO accounts (id, name) VALUES (1, 'Один');
    INSERT INTO shops (id, account_id, sid, name) VALUES (1, 1, gen_random_uuid(), 'Магазин');
    INSERT INTO sync_cursors (shop_id, account_id, kind, problem) VALUES
      (1, 1, 'orders', 'Wildberries просит подождать. Следующая попытка — после 27 ноября в 14:05'),
      (1, 1, 'sales', 'Токен отозван.'),
      (1, 1, 'stocks', NULL);`,
  );
});
afterAll(() => database.close());

it('takes the time of the next try out of what is said of a reading, and nothing else', async () => {
  const { rows } = await database.pool.query(
    'SELECT kind, problem, retry_at FROM sync_cursors ORDER BY kind',
  );
  expect(rows).toEqual([
    { kind: 'orders', problem: 'Wildberries просит подождать', retry_at: null },
    { kind: 'sales', problem: 'Токен отозван.', retry_at: null },
    { kind: 'stocks', problem: null, retry_at: null },
  ]);
});
