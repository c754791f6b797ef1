import { afterAll, beforeAll, expect, it } from 'vitest';
import { migratedPast } from '#tests/support/migrated-past.ts';
import type { EmbeddedDatabase } from './embedded-database.ts';

let database: EmbeddedDatabase;
beforeAll(async () => {
  database = await migratedPast(
    38,
    `
    INSERT INTO accounts (id, name) VALUES (1, 'Один');
    INSERT INTO users (id, account_id, login, name, password_hash) VALUES (1, 1, 'a', 'А', '');
    INSERT INTO subjects (id, name) VALUES (1, 'Кружки');
    INSERT INTO cards (id, account_id, subject_id, vendor_code, title, cost_price_kopecks, updated_by)
      VALUES (1, 1, 1, 'А', 'А', 25000, 1), (2, 1, 1, 'Б', 'Б', NULL, 1), (3, 1, 1, 'В', 'В', 0, NULL);`,
  );
});
afterAll(() => database.close());

it('takes what cards say of their cost for valid always, and says nothing of those that say nothing', async () => {
  const { rows } = await database.pool.query(
    'SELECT card_id, shop_id, tech_size, from_day, cost_kopecks, user_id FROM card_costs ORDER BY card_id',
  );
  const always = { shop_id: null, tech_size: null, from_day: '-infinity' };
  expect(rows).toEqual([
    { card_id: 1, ...always, cost_kopecks: 250_00, user_id: 1 },
    { card_id: 3, ...always, cost_kopecks: 0, user_id: null },
  ]);
});
