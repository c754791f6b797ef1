import { afterAll, beforeAll, expect, it } from 'vitest';
import { migratedPast } from '#tests/support/migrated-past.ts';
import type { EmbeddedDatabase } from './embedded-database.ts';

let database: EmbeddedDatabase;
beforeAll(async () => {
  database = await migratedPast(
    15,
    `
    INSERT INTO accounts (id, name) VALUES (1, 'Один');
    INSERT INTO users (id, account_id, login, name, password_hash) VALUES (1, 1, 'a', 'А', '');
    INSERT INTO shops (id, account_id, sid, name) VALUES (1, 1, gen_random_uuid(), 'Магазин');
    INSERT INTO subjects (id, name) VALUES (1, 'Кружки');
    INSERT INTO cards (id, account_id, subject_id, vendor_code, title)
      VALUES (1, 1, 1, 'А', 'А'), (2, 1, 1, 'Б', 'Б'), (3, 1, 1, 'В', 'В');
    INSERT INTO shipments (id, account_id, created_by, status, shop_ids, card_count, with_prices, with_discounts, with_images)
      VALUES (1, 1, 1, 'SENT', '{1}', 3, true, true, true);
    INSERT INTO shipment_items (id, account_id, shipment_id, card_id, shop_id, vendor_code, title, snapshot, sent_at) VALUES
      (1, 1, 1, 1, 1, 'А', 'А', '{}', 'epoch'), (2, 1, 1, 2, 1, 'Б', 'Б', '{}', NULL),
      (3, 1, 1, 3, 1, 'В', 'В', '{}', '2026-11-20T10:00:00Z');
    INSERT INTO idempotency_keys (user_id, key, account_id, fingerprint, status)
      VALUES (1, 'done', 1, '', 201), (1, 'under way', 1, '', 0);`,
  );
});
afterAll(() => database.close());

it('looks first for exactly the items whose time of sending said so, and keeps the other times', async () => {
  const { rows } = await database.pool.query(
    'SELECT id, must_look_first, sent_at FROM shipment_items ORDER BY id',
  );
  expect(rows).toEqual([
    { id: 1, must_look_first: true, sent_at: null },
    { id: 2, must_look_first: false, sent_at: null },
    { id: 3, must_look_first: false, sent_at: new Date('2026-11-20T10:00:00Z') },
  ]);
});

it('leaves a key without a status exactly while its request is under way', async () => {
  const { rows } = await database.pool.query('SELECT key, status FROM idempotency_keys ORDER BY key');
  expect(rows).toEqual([
    { key: 'done', status: 201 },
    { key: 'under way', status: null },
  ]);
});
