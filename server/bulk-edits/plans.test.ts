import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import { addTestSubjects, CUPS } from '#tests/support/cards/fixtures.ts';
import { rowsTouched } from '#tests/support/rows-touched.ts';
import { resolveSelection } from '#server/cards/selection.ts';
import { applyRows, rollBackRows } from './change-rows.ts';
import { insertEdit } from './new-edit.ts';
import { prepareRows } from './prepare.ts';
import { findRows } from './found-rows.ts';
import { findHistory } from './repository.ts';

const CARDS = 300;
const ACCOUNTS = 31;
/** Rows and entries of indexes. A look at those of all accounts would take thirty times its own at once, work that many times each batch. */
const OF_A_LOOK = 15 * CARDS;
const OF_WORK = 50 * CARDS;
/** The tables that have a row for a card. Those that have a few for an account are read whole while they are small. */
const TABLES = ['cards', 'card_search', 'card_orders', 'shop_cards', 'bulk_edit_rows', 'bulk_edit_values'];

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
  await addTestSubjects(database.db);
  await addAccounts();
});
afterAll(() => database.close());

/** Accounts of as many cards, each with an edit that is ready and one that is in the history. */
async function addAccounts(): Promise<void> {
  const { db } = database;
  await sql`INSERT INTO accounts (id, name) SELECT n, '' FROM generate_series(1, ${ACCOUNTS}::int) AS n`.execute(
    db,
  );
  await sql`INSERT INTO users (id, account_id, login, name, password_hash)
    SELECT n, n, 'login-' || n, '', '' FROM generate_series(1, ${ACCOUNTS}::int) AS n`.execute(db);
  await sql`
    INSERT INTO cards (account_id, vendor_code, title, subject_id, price_kopecks, discount, cost_price_kopecks, search_text)
    SELECT account, 'КР-' || n, 'Кружка ' || n, ${CUPS}, 100000, 20, 40000, ' кружка кр-' || n
    FROM generate_series(1, ${ACCOUNTS}::int) AS account CROSS JOIN generate_series(1, ${CARDS}) AS n
    ORDER BY account, n`.execute(db);
  await sql`
    INSERT INTO bulk_edits (account_id, user_id, change, state, card_ids, card_total, ready_count, applied_at)
    SELECT account_id, account_id, '{"kind": "COST_PRICE", "value": {"kind": "SET", "kopecks": 1}}', kind.state,
      array_agg(cards.id ORDER BY cards.id), ${CARDS}, ${CARDS}, CASE kind.state WHEN 'APPLIED' THEN now() END
    FROM cards CROSS JOIN unnest(ARRAY['READY', 'APPLIED']) AS kind (state)
    GROUP BY account_id, kind.state`.execute(db);
  await sql`
    INSERT INTO bulk_edit_rows (edit_id, card_id, account_id, before, after, state, warnings)
    SELECT id, unnest(card_ids), account_id, '{}', '{}', state, '{}' FROM bulk_edits`.execute(db);
}

/** What each step of an edit of all the account's cards does. */
async function stepsOf(
  accountId: number,
): Promise<[step: string, mostTouched: number, work: () => Promise<unknown>][]> {
  const { db } = database;
  const cards = await db
    .selectFrom('cards')
    .select('id')
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
  const author = { accountId, userId: accountId };
  const editId = await insertEdit(db, author, {
    change: { kind: 'PRICES', price: { kind: 'PERCENT', basisPoints: 500 } },
    cardIds: cards.map(({ id }) => id),
    idempotencyKey: undefined,
  });
  const edit = { ...author, editId };
  /** Whoever began it ends after a batch; another process goes on. */
  const inParts = async (state: 'APPLYING' | 'ROLLING_BACK', work: typeof applyRows) => {
    await db.updateTable('bulk_edits').set({ state }).where('id', '=', editId).execute();
    expect(await work(database, edit, () => false)).toBe(false);
    expect(await work(database, edit, () => true)).toBe(true);
  };
  return [
    ['looking at its cards', OF_A_LOOK, () => prepareRows(database, edit, () => true)],
    ['showing its rows', OF_A_LOOK, () => findRows(db, accountId, editId, { states: ['READY'], afterId: 0 })],
    ['applying it in parts', OF_WORK, () => inParts('APPLYING', applyRows)],
    [
      'taking what it has applied',
      OF_A_LOOK,
      () => resolveSelection(db, accountId, { bulkEdit: editId, only: 'APPLIED' }),
    ],
    ['taking it back in parts', OF_WORK, () => inParts('ROLLING_BACK', rollBackRows)],
    [
      'showing the history',
      OF_A_LOOK,
      () => findHistory(db, accountId, { limit: 20, offset: 0, readsAnyKind: 'true' }),
    ],
  ];
}

it.each([
  ['nobody has reckoned how cards are spread', 1, async () => undefined],
  ['it is known', 2, async () => void (await sql`ANALYZE`.execute(database.db))],
])('while %s, an edit goes through no cards and rows of other accounts', async (_when, accountId, reckon) => {
  await reckon();
  for (const [step, mostTouched, work] of await stepsOf(accountId)) {
    const touched = await rowsTouched(database, work, TABLES);
    expect(touched, step).toBeLessThan(mostTouched);
  }
  const counts = ['ready_count', 'applied_count', 'rolled_back_count'] as const;
  const ended = database.db.selectFrom('bulk_edits').select(counts).where('account_id', '=', accountId);
  expect(await ended.orderBy('id', 'desc').limit(1).execute()).toEqual([
    { ready_count: 0, applied_count: 0, rolled_back_count: CARDS },
  ]);
});

it('the first page of a new edit looks up no more cards than it shows', async () => {
  const { db } = database;
  const [, , work] = (await stepsOf(3))[0] ?? [];
  await work?.();
  const newest = db
    .selectFrom('bulk_edits')
    .select((eb) => eb.fn.max('id').as('id'))
    .where('account_id', '=', 3);
  const { id } = await newest.executeTakeFirstOrThrow();
  const touched = await rowsTouched(database, () => findRows(db, 3, id, { states: ['READY'], afterId: 0 }), [
    'cards',
  ]);
  // Its entry in the index and itself; one is read ahead, to know of a next page, and the planner looks at some. All would be 600.
  expect(touched).toBeLessThan(3 * (100 + 1));
});
