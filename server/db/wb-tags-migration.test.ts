import { afterAll, beforeAll, expect, it } from 'vitest';
import { migratedPast } from '#tests/support/migrated-past.ts';
import type { EmbeddedDatabase } from './embedded-database.ts';

let database: EmbeddedDatabase;
beforeAll(async () => {
  database = await migratedPast(
    67,
    `
    INSERT INTO accounts (id, name) VALUES (1, 'Один');
    INSERT INTO subjects (id, name) VALUES (1, 'Кружки');
    INSERT INTO shops (id, account_id, name, sid) VALUES
      (1, 1, 'Северика', gen_random_uuid()), (2, 1, 'Южный', gen_random_uuid());
    INSERT INTO cards (id, account_id, subject_id, vendor_code, title) VALUES (1, 1, 1, 'А', 'А'), (2, 1, 1, 'Б', 'Б');
    INSERT INTO shop_cards (account_id, card_id, shop_id, vendor_code, nm_id, state, wb_tags) VALUES
      (1, 1, 1, 'А', 11, 'PUBLISHED', '[{"id": 1, "name": "Хит", "color": "D1CFD7"}, {"id": 2, "name": "Вывод", "color": "D1CFD7"}]'),
      (1, 1, 2, 'А', 12, 'PUBLISHED', '[{"id": 7, "name": "Хит", "color": "FEE0E0"}]'),
      (1, 2, 1, 'Б', 13, 'PUBLISHED', '[]');
    CREATE TABLE before AS SELECT id, feed_xid FROM cards;`,
  );
});
afterAll(() => database.close());

it('cards take over what their shops’ cards carry, and devices hear of these alone', async () => {
  const { rows } = await database.pool.query(`
    SELECT cards.id, wb_tags, cards.feed_xid <> before.feed_xid AS is_told FROM cards JOIN before USING (id) ORDER BY id`);
  expect(rows).toEqual([
    { id: 1, wb_tags: ['Вывод', 'Хит'], is_told: true },
    { id: 2, wb_tags: [], is_told: false },
  ]);
  const { rows: sums } = await database.pool.query(`
    SELECT (SELECT sum(change) = (SELECT sum(card_checksum(cards)) FROM cards) FROM card_checksum_changes) AS is_as_before,
      (SELECT sum(wb_tags_change) = (SELECT sum(card_wb_tags_checksum(cards)) FROM cards) FROM card_checksum_changes) AS is_right,
      (SELECT sum(wb_tags_change) > 0 FROM card_checksum_changes) AS is_any`);
  expect(sums).toEqual([{ is_as_before: true, is_right: true, is_any: true }]);
});
