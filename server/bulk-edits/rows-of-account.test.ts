import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import { insertEdit } from './new-edit.ts';

let database: Database;
let editId: number;
beforeAll(async () => {
  database = await openTestDatabase();
  await sql`INSERT INTO accounts (id, name) VALUES (1, ''), (2, '')`.execute(database.db);
  await sql`INSERT INTO users (id, account_id, login, name, password_hash) VALUES (1, 1, 'one', '', '')`.execute(
    database.db,
  );
  editId = await insertEdit(
    database.db,
    { accountId: 1, userId: 1 },
    { change: { kind: 'PRICES' }, cardIds: [7], idempotencyKey: undefined },
  );
});
afterAll(() => database.close());

const insertRow = (accountId: number) =>
  sql`INSERT INTO bulk_edit_rows (edit_id, card_id, account_id, before, after, state, warnings)
    VALUES (${editId}, 7, ${accountId}, '{}', '{}', 'READY', '{}')`.execute(database.db);
const insertValue = (accountId: number) =>
  sql`INSERT INTO bulk_edit_values (edit_id, card_id, account_id, wanted) VALUES (${editId}, 7, ${accountId}, '{}')`.execute(
    database.db,
  );

it.each([
  ['a row', 'bulk_edit_rows', insertRow],
  ['what a card is to have', 'bulk_edit_values', insertValue],
] as const)('%s is of the account whose edit it is', async (_what, table, insert) => {
  await expect(insert(2)).rejects.toThrow(`${table}_edit`);
  await insert(1);
});

it.runIf(process.env['TEST_DATABASE_URL'] !== undefined)(
  'an edit is not forgotten while somebody adds a row to it',
  async () => {
    const { promise: isAdded, resolve: added } = signal();
    const { promise: isOver, resolve: end } = signal();
    const adding = database.transaction(async (trx) => {
      await sql`INSERT INTO bulk_edit_rows (edit_id, card_id, account_id, before, after, state, warnings)
        VALUES (${editId}, 8, 1, '{}', '{}', 'READY', '{}')`.execute(trx);
      added();
      await isOver;
    });
    await Promise.race([isAdded, adding]);
    const { rows: free } =
      await sql`SELECT id FROM bulk_edits WHERE id = ${editId} FOR UPDATE SKIP LOCKED`.execute(database.db);
    end();
    await adding;
    expect(free).toEqual([]);
  },
);

it('an edit that is forgotten takes its rows with it', async () => {
  await sql`DELETE FROM bulk_edits WHERE id = ${editId}`.execute(database.db);
  const { rows } = await sql<{ count: number }>`
    SELECT (SELECT count(*) FROM bulk_edit_rows) + (SELECT count(*) FROM bulk_edit_values) AS count`.execute(
    database.db,
  );
  expect(rows).toEqual([{ count: 0 }]);
});

function signal() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}
