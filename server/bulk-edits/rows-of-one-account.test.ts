import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { resolveSelection } from '#server/cards/selection.ts';
import type { Database } from '#server/db/database.ts';
import { openShopTest, type ShopTest } from '#tests/setup/shop-test.ts';
import type { SignedIn } from '#tests/setup/test-app.ts';
import { addTestSubjects, CUPS } from '#tests/support/cards/fixtures.ts';
import { listenToStatements } from '#tests/support/listen-to-statements.ts';
import { applyRows, rollBackRows } from './change-rows.ts';
import { findRowIds, findRows } from './found-rows.ts';
import { leaveOut } from './leave-out.ts';
import { insertEdit } from './new-edit.ts';
import { prepareRows } from './prepare.ts';

/** More than a page: they are counted by a statement of its own. */
const CARDS = 101;
/** The account of the rows, by its column or by that of the table, and no other table’s. */
const NAMES_ITS_ACCOUNT = /(?<![\w".])(?:"bulk_edit_rows"\.)?"?account_id"? = \$(\d+)/;

let test: ShopTest;
let owner: SignedIn;
beforeAll(async () => {
  test = await openShopTest();
  await addTestSubjects(test.database.db);
  // So that the account is not taken for a number of something else.
  for (const login of ['first', 'second', 'owner']) owner = await test.signIn(login);
});
afterAll(() => test.close());

/** All that is ever done with the rows of an edit; each step finds what it asks for. */
async function workThrough(database: Database): Promise<void> {
  const { db } = database;
  const { accountId } = owner;
  const { rows: cards } = await sql<{ id: number }>`
    INSERT INTO cards (account_id, vendor_code, title, subject_id, price_kopecks)
    SELECT ${accountId}, 'КР-' || n, 'Кружка', ${CUPS}, 100000 FROM generate_series(1, ${CARDS}) AS n
    RETURNING id`.execute(db);
  const cardIds = cards.map(({ id }) => id).sort((a, b) => a - b);
  const editId = await insertEdit(db, owner, {
    change: { kind: 'PRICES', price: { kind: 'PERCENT', basisPoints: 500 } },
    cardIds,
    idempotencyKey: undefined,
  });
  const edit = { accountId, userId: owner.userId, editId };
  const begin = (state: 'APPLYING' | 'ROLLING_BACK') =>
    db.updateTable('bulk_edits').set({ state }).where('id', '=', editId).execute();
  await prepareRows(database, edit, () => true);
  expect((await findRows(db, accountId, editId, { states: [], afterId: 0 })).count).toBe(CARDS);
  expect(await findRowIds(db, accountId, editId, { states: ['READY'] })).toEqual(cardIds);
  const left = { cardIds: cardIds.slice(0, 1), isLeftOut: true };
  expect((await leaveOut({ ...test.deps, database }, owner, editId, left)).counts.leftOut).toBe(1);
  await begin('APPLYING');
  await applyRows(database, edit, () => true);
  const applied = { bulkEdit: editId, only: 'APPLIED' } as const;
  expect(await resolveSelection(db, accountId, applied)).toEqual(cardIds.slice(1));
  await begin('ROLLING_BACK');
  await rollBackRows(database, edit, () => true);
  expect(await resolveSelection(db, accountId, applied)).toEqual([]);
}

it('each statement that reads or changes rows of an edit says whose they are', async () => {
  const { database, statements } = listenToStatements(test.database);
  await workThrough(database);
  const onRows = statements.filter(({ text }) => /(?:from|update) "?bulk_edit_rows/i.test(text));
  for (const { text, parameters } of onRows) {
    const [, number] = NAMES_ITS_ACCOUNT.exec(text) ?? [];
    expect(parameters[Number(number) - 1], text).toBe(owner.accountId);
  }
  // A page, how many, which; taken out; the next ones, those of a batch, what became of them; a selection.
  expect(new Set(onRows.map(({ text }) => text)).size).toBeGreaterThanOrEqual(8);
});
