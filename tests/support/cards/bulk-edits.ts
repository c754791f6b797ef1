import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { goOnWithBulkEditsJob } from '#server/bulk-edits/go-on.ts';
import { openShopTest, type ShopTest } from '#tests/setup/shop-test.ts';
import type { SignedIn } from '#tests/setup/test-app.ts';
import { addTestSubjects, CUPS } from './fixtures.ts';

export const UP_5 = { kind: 'PRICES', price: { kind: 'PERCENT', basis_points: 500 } };

/** Each test of the file starts with an empty account, and ends with edits whose figures are those of their rows. */
export function testBulkEdits() {
  let test: ShopTest;
  let owner: SignedIn;
  let people = 0;

  beforeAll(async () => {
    test = await openShopTest();
    await addTestSubjects(test.database.db);
  });
  beforeEach(async () => {
    people += 1;
    owner = await test.signIn(`bulk-editor-${people}`);
  });
  afterAll(() => test.close());

  /** What is said of the rows is what the rows are, whatever was done. */
  afterEach(async () => {
    const { rows } = await sql<{ said: object; counted: object }>`
      SELECT jsonb_build_object('READY', ready_count, 'LEFT_OUT', left_out_count, 'REFUSED', refused_count,
          'APPLIED', applied_count, 'CHANGED_SINCE', changed_since_count, 'ROLLED_BACK', rolled_back_count,
          'KEPT', kept_count, 'warned', warned_count) AS said,
        (SELECT jsonb_object_agg(state, (SELECT count(*) FROM bulk_edit_rows WHERE edit_id = edit.id AND bulk_edit_rows.state = one.state))
          FROM unnest(ARRAY['READY', 'LEFT_OUT', 'REFUSED', 'APPLIED', 'CHANGED_SINCE', 'ROLLED_BACK', 'KEPT']) AS one (state))
        || jsonb_build_object('warned', (SELECT count(*) FROM bulk_edit_rows WHERE edit_id = edit.id AND state = 'READY' AND has_warnings))
          AS counted
      FROM bulk_edits edit`.execute(test.database.db);
    for (const { said, counted } of rows) expect(said).toEqual(counted);
  });

  /** Cards at 1 000 ₽ and 20 %. */
  async function addCards(count: number, person = owner): Promise<number[]> {
    const { rows } = await sql<{ id: number }>`
      INSERT INTO cards (account_id, vendor_code, title, subject_id, price_kopecks, discount, search_text)
      SELECT ${person.accountId}, 'K-' || n, 'Кружка ' || n, ${CUPS}, 100000, 20, ' кружка ' || n
      FROM generate_series(1, ${count}) AS n RETURNING id`.execute(test.database.db);
    return rows.map((row) => row.id).sort((a, b) => a - b);
  }

  const create = (selection: object = { filter: {} }, change: object = UP_5, key?: string) =>
    test.call(owner, 'POST', '/cards/bulk-edits/', { body: { selection, change }, ...(key && { key }) });
  const look = async (id: number) => (await test.call(owner, 'GET', `/cards/bulk-edits/${id}/`)).body;
  const rowsOf = async (id: number, query = '') =>
    (await test.call(owner, 'GET', `/cards/bulk-edits/${id}/rows/${query}`)).body.results;
  const leaveOut = (id: number, cardIds: number[], isLeftOut = true) =>
    test.call(owner, 'POST', `/cards/bulk-edits/${id}/left-out/`, {
      body: { card_ids: cardIds, is_left_out: isLeftOut },
    });
  const apply = (id: number, expectedCount: number) =>
    test.call(owner, 'POST', `/cards/bulk-edits/${id}/apply/`, { body: { expected_count: expectedCount } });
  const rollBack = (id: number, cardIds?: number[]) =>
    test.call(owner, 'POST', `/cards/bulk-edits/${id}/rollback/`, {
      body: cardIds ? { card_ids: cardIds } : {},
    });
  const leaveOutFound = (id: number, found: object, isLeftOut = true, expectedCount?: number, key?: string) =>
    test.call(owner, 'POST', `/cards/bulk-edits/${id}/left-out/found/`, {
      body: { found, is_left_out: isLeftOut, ...(expectedCount && { expected_count: expectedCount }) },
      ...(key && { key }),
    });
  const rollBackFound = (id: number, found: object, expectedCount: number, key?: string) =>
    test.call(owner, 'POST', `/cards/bulk-edits/${id}/rollback/`, {
      body: { found, expected_count: expectedCount },
      ...(key && { key }),
    });
  const stop = (id: number) => test.call(owner, 'POST', `/cards/bulk-edits/${id}/stop/`);
  const runJob = (editId?: number) =>
    goOnWithBulkEditsJob.handler(editId === undefined ? {} : { editId }, test.deps, {
      signal: new AbortController().signal,
      attempt: 1,
    });

  async function setPrice(cardId: number, kopecks: number): Promise<void> {
    await sql`UPDATE cards SET price_kopecks = ${kopecks} WHERE id = ${cardId}`.execute(test.database.db);
  }

  async function pricesOf(person = owner): Promise<number[]> {
    const rows = await test.database.db
      .selectFrom('cards')
      .select('price_kopecks')
      .where('account_id', '=', person.accountId)
      .orderBy('id')
      .execute();
    return rows.map((row) => row.price_kopecks);
  }

  return {
    get test() {
      return test;
    },
    /** Whose calls are made. */
    get owner() {
      return owner;
    },
    set owner(person) {
      owner = person;
    },
    signInStranger: () => test.signIn(`bulk-stranger-${people}`),
    addCards,
    create,
    look,
    rowsOf,
    leaveOut,
    leaveOutFound,
    apply,
    stop,
    rollBack,
    rollBackFound,
    runJob,
    setPrice,
    pricesOf,
  };
}
