import { afterAll, beforeAll, expect, it } from 'vitest';
import { migratedPast } from '#tests/support/migrated-past.ts';
import type { EmbeddedDatabase } from './embedded-database.ts';

const rate = (from: string, ratePercent: number) =>
  JSON.stringify({ from, basis: 'INCOME', ratePercent, vatPercent: 0 });
const USUAL = JSON.parse(rate('2024-01-01', 6)) as unknown;

let database: EmbeddedDatabase;
beforeAll(async () => {
  database = await migratedPast(
    47,
    `
    INSERT INTO accounts (id, name) VALUES (1, 'Один'), (2, 'Двое'), (3, 'Без ставок');
    INSERT INTO users (id, account_id, login, name, password_hash, settings, settings_version) VALUES
      (1, 1, 'a', 'А', '', '{"taxPeriods": [${rate('2026-01-01', 4)}], "theme": "dark"}', 7),
      (2, 2, 'b', 'Б', '', '{"theme": "dark"}', 3),
      (3, 2, 'c', 'В', '', '{"taxPeriods": [${rate('2026-02-31', 1)}, ${rate('2025-01-01', 15)}]}', 5),
      (4, 2, 'd', 'Г', '', '{"taxPeriods": [${rate('2025-01-01', 9)}]}', 2),
      (5, 3, 'e', 'Д', '', '{}', 1);
    INSERT INTO shops (id, account_id, name, sid) VALUES (1, 1, 'М', 'e8923014-e233-47c6-9c9c-0e2d9a1b2c3d');`,
  );
});
afterAll(() => database.close());

it('an account’s taxpayer has the rates of its first user who has said any, as they were said', async () => {
  const { rows } = await database.pool.query(
    'SELECT account_id, name, is_default, tax_rates, version FROM taxpayers ORDER BY account_id',
  );
  const payer = { name: 'Основной', is_default: true, version: 1 };
  expect(rows).toEqual([
    { account_id: 1, ...payer, tax_rates: [JSON.parse(rate('2026-01-01', 4))] },
    {
      account_id: 2,
      ...payer,
      tax_rates: [JSON.parse(rate('2026-02-31', 1)), JSON.parse(rate('2025-01-01', 15))],
    },
    { account_id: 3, ...payer, tax_rates: [USUAL] },
  ]);
});

it('whoever had other rates is told by the version; nothing that was said is lost', async () => {
  const { rows } = await database.pool.query('SELECT id, settings_version, settings FROM users ORDER BY id');
  expect(rows.map((user: { settings_version: number }) => user.settings_version)).toEqual([7, 4, 5, 3, 1]);
  expect(rows[3]).toMatchObject({ settings: { taxPeriods: [JSON.parse(rate('2025-01-01', 9))] } });
});

it('an account that is made later has its taxpayer at once', async () => {
  await database.pool.query(`INSERT INTO accounts (id, name) VALUES (9, 'Новый')`);
  const { rows } = await database.pool.query(
    'SELECT is_default, tax_rates FROM taxpayers WHERE account_id = 9',
  );
  expect(rows).toEqual([{ is_default: true, tax_rates: [USUAL] }]);
});

it('a shop is given to no taxpayer of another account', async () => {
  await expect(
    database.pool.query(
      `INSERT INTO taxpayer_shops (shop_id, account_id, taxpayer_id) SELECT 1, 1, id FROM taxpayers WHERE account_id = 2`,
    ),
  ).rejects.toMatchObject({ code: '23503' });
});
