import { afterAll, beforeAll, expect, it } from 'vitest';
import { migratedPast } from '#tests/support/migrated-past.ts';
import type { EmbeddedDatabase } from './embedded-database.ts';

let database: EmbeddedDatabase;
beforeAll(async () => {
  database = await migratedPast(
    18,
    `
    INSERT INTO accounts (id, name) VALUES (1, 'Один');
    INSERT INTO subjects (id, name) VALUES (1, 'Кружки');
    INSERT INTO cards (id, account_id, subject_id, vendor_code, title, search_text, nm_ids, sizes)
      VALUES (1, 1, 1, 'А', 'А', ' а', '{7}', '[{"techSize": "", "skus": ["4600000000017"]}]');`,
  );
});
afterAll(() => database.close());

const lookups = async () =>
  (
    await database.pool.query(
      'SELECT card_id, search_text, nm_ids, skus, xmin FROM card_search ORDER BY card_id',
    )
  ).rows;

it('takes over what cards were found by, follows it, and is not written when it stays', async () => {
  const [first] = await lookups();
  expect(first).toMatchObject({ card_id: 1, search_text: ' а', nm_ids: [7], skus: ['4600000000017'] });
  await database.pool.query(`UPDATE cards SET price_kopecks = 100, state = 'ARCHIVED', title = 'Б'`);
  expect(await lookups()).toEqual([first]);
  await database.pool.query(`UPDATE cards SET search_text = ' б'`);
  await database.pool.query(`UPDATE cards SET nm_ids = '{7,8}', sizes = '[]'`);
  await database.pool.query(`
    INSERT INTO cards (id, account_id, subject_id, vendor_code, title) VALUES (2, 1, 1, 'В', 'В')`);
  expect(await lookups()).toMatchObject([
    { card_id: 1, search_text: ' б', nm_ids: [7, 8], skus: [] },
    { card_id: 2, search_text: '', nm_ids: [], skus: [] },
  ]);
  await database.pool.query('DELETE FROM cards');
  expect(await lookups()).toEqual([]);
});
