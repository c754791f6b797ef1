import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import { addTestShop } from '#tests/support/cards/fixtures.ts';
import { rowsTouched } from '#tests/support/rows-touched.ts';
import type { Database } from './database.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** A connection keeps the plan of its first statement: made for one row, it compares each of a thousand with all of them. */
it('triggers that join what was there with what has become of it do so by no loop in a loop', async () => {
  const { rows } = await sql<{ name: string; settings: string[] | null }>`
    SELECT proname AS name, proconfig AS settings FROM pg_proc
    WHERE prorettype = 'trigger'::regtype AND prosrc ~ 'old_\\w+ \\w+ JOIN new_'
    ORDER BY proname`.execute(database.db);
  expect(rows).toEqual(
    ['keep_card_changes', 'keep_card_costs', 'sum_changed_cards'].map((name) => ({
      name,
      settings: ['enable_nestloop=off'],
    })),
  );
});

const CARDS = 1_000;
/** For a card; a trigger that reads them all reads a thousand. */
const ROWS_OF_A_CHANGE = 10;
/** Some 280 are read by what is none of these triggers; one that reads them all takes it beyond 700. */
const ROWS_OF_A_CARD_IN_A_SHOP = 500;

/** In a new database the planner knows that these tables have a page, and reads it; the connection does the same when there are a thousand. */
it('triggers that look up what belongs to a card find it by the card, however few there were at first', async () => {
  const { id: accountId } = await database.db
    .insertInto('accounts')
    .values({ name: 'Кабинет', resellup_id: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`INSERT INTO subjects (id, name, parent_name) VALUES (1, 'Кружки', 'Посуда')`.execute(database.db);
  const shopId = await addTestShop(database.db, accountId);
  await sql`ANALYZE cards, card_orders, card_tags, shop_cards`.execute(database.db);
  const add = (from: number, to: number) =>
    database.transaction(async (trx) => {
      await sql`INSERT INTO cards (account_id, vendor_code, title, subject_id, tags)
        SELECT ${accountId}, 'К-' || n, 'Кружка', 1, '["старый"]' FROM generate_series(${from}::int, ${to}::int) AS n`.execute(
        trx,
      );
    });
  const change = () =>
    database.transaction(async (trx) => {
      await sql`UPDATE cards SET state = 'ARCHIVED', tags = '["новый"]' WHERE account_id = ${accountId} AND state = 'DRAFT'`.execute(
        trx,
      );
    });
  const putIntoShop = () =>
    database.transaction(async (trx) => {
      await sql`INSERT INTO shop_cards (account_id, card_id, shop_id, vendor_code, nm_id, wb_tags)
        SELECT account_id, id, ${shopId}::bigint, vendor_code, id, '[{"id": 1, "name": "хит"}]' FROM cards
        WHERE account_id = ${accountId} AND nm_ids = '{}' AND NOT EXISTS (SELECT FROM shop_cards WHERE card_id = cards.id)`.execute(
        trx,
      );
    });
  // A plan is kept from the sixth time on.
  for (let n = 1; n <= 10; n += 1) {
    await add(n, n);
    await change();
    await putIntoShop();
  }
  await add(11, CARDS);
  const ofChange = await rowsTouched(database, change, ['card_orders', 'card_tags']);
  expect(ofChange / CARDS).toBeLessThan(ROWS_OF_A_CHANGE);
  const ofPutting = await rowsTouched(database, putIntoShop, ['cards', 'shop_cards']);
  expect(ofPutting / CARDS).toBeLessThan(ROWS_OF_A_CARD_IN_A_SHOP);
});
