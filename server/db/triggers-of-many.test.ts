import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '#tests/setup/test-database.ts';
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
