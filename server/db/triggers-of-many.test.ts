import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '#tests/setup/test-database.ts';
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

/** In a new database the planner knows that these tables have a page, and reads it; the connection does the same when there are a thousand. */
it('triggers that look up what belongs to a card find it by the card, however few there were at first', async () => {
  const { id: accountId } = await database.db
    .insertInto('accounts')
    .values({ name: 'Кабинет', resellup_id: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`INSERT INTO subjects (id, name, parent_name) VALUES (1, 'Кружки', 'Посуда')`.execute(database.db);
  await sql`ANALYZE cards, card_orders, card_tags`.execute(database.db);
  const addAndChange = (from: number, to: number) =>
    database.transaction(async (trx) => {
      await sql`INSERT INTO cards (account_id, vendor_code, title, subject_id, tags)
        SELECT ${accountId}, 'К-' || n, 'Кружка', 1, '["старый"]' FROM generate_series(${from}::int, ${to}::int) AS n`.execute(
        trx,
      );
      await sql`UPDATE cards SET state = 'ARCHIVED', tags = '["новый"]' WHERE account_id = ${accountId}`.execute(
        trx,
      );
    });
  // A plan is kept from the sixth time on.
  for (let n = 1; n <= 10; n += 1) await addAndChange(n, n);
  const touched = await rowsTouched(database, () => addAndChange(11, CARDS), ['card_orders', 'card_tags']);
  expect(touched / CARDS).toBeLessThan(10);
});
