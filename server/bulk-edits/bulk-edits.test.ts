import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openShopTest, type ShopTest } from '#tests/setup/shop-test.ts';
import type { SignedIn } from '#tests/setup/test-app.ts';
import { addTestShop, addTestSubjects, CUPS, putIntoShop } from '#tests/support/cards/fixtures.ts';
import { forgetBulkEditsJob, goOnWithBulkEditsJob } from './go-on.ts';

let test: ShopTest;
let owner: SignedIn;
let people = 0;

beforeAll(async () => {
  test = await openShopTest();
  await addTestSubjects(test.database.db);
});

// Each test starts with an empty account.
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

const UP_5 = { kind: 'PRICES', price: { kind: 'PERCENT', basis_points: 500 } };

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

describe('a bulk edit', () => {
  it('is looked at before anything happens', async () => {
    const [first, second, third] = await addCards(3);
    await setPrice(second!, 0);
    const { status, body } = await create();
    expect(status).toBe(201);
    expect(body).toMatchObject({
      state: 'READY',
      card_total: 3,
      prepared_count: 3,
      counts: { ready: 2, refused: 1, applied: 0 },
      warned_count: 0,
      applied_at: null,
    });
    expect(await rowsOf(body.id)).toEqual([
      {
        card_id: first,
        vendor_code: 'K-1',
        title: 'Кружка 1',
        before: { price_kopecks: 100_000, discount: 20, club_discount: 0 },
        after: { price_kopecks: 105_000 },
        state: 'READY',
        refusal: null,
        warnings: [],
      },
      expect.objectContaining({
        card_id: second,
        state: 'REFUSED',
        refusal: 'Не указана цена: изменять нечего',
      }),
      expect.objectContaining({ card_id: third, state: 'READY' }),
    ]);
    expect((await rowsOf(body.id, '?state=REFUSED')).map((row: { card_id: number }) => row.card_id)).toEqual([
      second,
    ]);
    expect(await pricesOf()).toEqual([100_000, 0, 100_000]);
  });

  it('has no row for a card that is so already', async () => {
    const [first] = await addCards(2);
    await setPrice(first!, 90_000);
    const { body } = await create(
      { filter: {} },
      { kind: 'PRICES', price: { kind: 'SET', kopecks: 90_000 } },
    );
    expect(body).toMatchObject({ card_total: 2, counts: { ready: 1, refused: 0 } });
  });

  it('warns of quarantine, of loss and of shops with prices of their own', async () => {
    const ids = await addCards(3);
    const { db } = test.database;
    const { accountId } = owner;
    const shopId = await addTestShop(db, accountId);
    const place = (index: number) => ({ accountId, shopId, cardId: ids[index]! });
    await putIntoShop(test.database, place(0), { priceKopecks: 100_000, discount: 20 });
    await sql`UPDATE cards SET cost_price_kopecks = 30000 WHERE id = ${ids[1]}`.execute(db);
    await putIntoShop(test.database, place(2), { priceKopecks: 100_000, discount: 20 });
    await sql`UPDATE shop_cards SET own_price_kopecks = 100000 WHERE card_id = ${ids[2]}`.execute(db);
    const { body } = await create(
      { filter: {} },
      { kind: 'PRICES', price: { kind: 'SET', kopecks: 33_000 } },
    );
    const rows = await rowsOf(body.id, '?warned=true');
    expect(rows.map((row: { warnings: string[] }) => row.warnings)).toEqual([
      ['QUARANTINE'],
      ['LOSS'],
      ['OWN_PRICE'],
    ]);
    expect(body.warned_count).toBe(3);
  });

  it('does what was seen, with its name in the history, and to nothing else', async () => {
    const [first, second, third] = await addCards(3);
    const { body: edit } = await create();
    expect((await leaveOut(edit.id, [second!])).body.counts).toMatchObject({ ready: 2, left_out: 1 });
    const { status, body } = await apply(edit.id, 2);
    expect(status).toBe(200);
    expect(body).toMatchObject({ state: 'APPLIED', counts: { ready: 0, left_out: 1, applied: 2 } });
    expect(await pricesOf()).toEqual([105_000, 100_000, 105_000]);
    const card = (await test.call(owner, 'GET', `/cards/${first}/`)).body;
    expect(card).toMatchObject({ version: 2, price_kopecks: 105_000, final_price_kopecks: 84_000 });
    const history = (await test.call(owner, 'GET', '/cards/bulk-edits/')).body;
    expect(history).toMatchObject({ count: 1, results: [{ id: edit.id, change: UP_5 }] });
    expect(third).toBeDefined();
  });

  it('puts back what was left out', async () => {
    const ids = await addCards(2);
    const { body: edit } = await create();
    await leaveOut(edit.id, ids);
    expect((await leaveOut(edit.id, [ids[0]!], false)).body.counts).toMatchObject({ ready: 1, left_out: 1 });
    await apply(edit.id, 1);
    expect(await pricesOf()).toEqual([105_000, 100_000]);
    expect((await leaveOut(edit.id, [ids[1]!], false)).status).toBe(409);
  });

  it('of another number of cards than was seen is refused', async () => {
    await addCards(2);
    const { body: edit } = await create();
    const { status, body } = await apply(edit.id, 3);
    expect([status, body.code]).toEqual([409, 'selection_changed']);
    expect(await pricesOf()).toEqual([100_000, 100_000]);
  });

  it('leaves alone what somebody has changed since it was looked at', async () => {
    const [first, second] = await addCards(2);
    const { body: edit } = await create();
    await setPrice(first!, 70_000);
    const { body } = await apply(edit.id, 2);
    expect(body.counts).toMatchObject({ applied: 1, changed_since: 1 });
    expect(await pricesOf()).toEqual([70_000, 105_000]);
    expect(await rowsOf(edit.id, '?state=CHANGED_SINCE')).toMatchObject([{ card_id: first }]);
    expect(second).toBeDefined();
  });

  it('is applied once, however often it is asked for', async () => {
    await addCards(2);
    const { body: edit } = await create();
    await Promise.all([apply(edit.id, 2), apply(edit.id, 2)]);
    await apply(edit.id, 2);
    expect(await pricesOf()).toEqual([105_000, 105_000]);
  });

  it('is made once for one key, also when the response was lost', async () => {
    await addCards(2);
    const { body: first } = await create(undefined, undefined, 'same-key-of-a-bulk-edit');
    await test.database.db.deleteFrom('idempotency_keys').where('account_id', '=', owner.accountId).execute();
    const { body: second } = await create(undefined, undefined, 'same-key-of-a-bulk-edit');
    expect(second.id).toBe(first.id);
  });

  it('marks what a shop does not have yet', async () => {
    const [first] = await addCards(1);
    const shopId = await addTestShop(test.database.db, owner.accountId);
    await putIntoShop(
      test.database,
      { accountId: owner.accountId, shopId, cardId: first! },
      { priceKopecks: 100_000, discount: 20 },
    );
    const { body: edit } = await create();
    await apply(edit.id, 1);
    expect((await test.call(owner, 'GET', '/cards/?changes=unsent')).body.count).toBe(1);
    await rollBack(edit.id);
    expect((await test.call(owner, 'GET', '/cards/?changes=unsent')).body.count).toBe(0);
  });

  it('of cost prices warns of those that are sold for less, and goes back to not known', async () => {
    const [first, second, third] = await addCards(3);
    await sql`UPDATE cards SET cost_price_kopecks = 30000 WHERE id = ${second}`.execute(test.database.db);
    await sql`UPDATE cards SET price_kopecks = 0 WHERE id = ${third}`.execute(test.database.db);
    const costs = async () =>
      (
        await test.database.db
          .selectFrom('cards')
          .select('cost_price_kopecks')
          .where('account_id', '=', owner.accountId)
          .orderBy('id')
          .execute()
      ).map((row) => row.cost_price_kopecks);
    const costOf = (costPrice: object) => ({ kind: 'COST_PRICE', cost_price: costPrice });

    const raise = await create(undefined, costOf({ kind: 'PERCENT', basis_points: 1_000 }));
    expect(raise.body.counts).toMatchObject({ ready: 1, refused: 2 });

    // 1 000 ₽ and 20 %: sold for 800 ₽. What has no price is not sold.
    const { body: edit } = await create(undefined, costOf({ kind: 'SET', kopecks: 80_001 }));
    expect(edit).toMatchObject({ counts: { ready: 3 }, warned_count: 2 });
    expect(await rowsOf(edit.id)).toMatchObject([
      { card_id: first, before: { cost_price_kopecks: null }, warnings: ['LOSS'] },
      { card_id: second, before: { cost_price_kopecks: 30_000 }, warnings: ['LOSS'] },
      { card_id: third, after: { cost_price_kopecks: 80_001 }, warnings: [] },
    ]);
    await sql`UPDATE cards SET cost_price_kopecks = 1 WHERE id = ${second}`.execute(test.database.db);
    expect((await apply(edit.id, 3)).body.counts).toMatchObject({ applied: 2, changed_since: 1 });
    expect(await costs()).toEqual([80_001, 1, 80_001]);
    expect((await rollBack(edit.id)).body.counts).toMatchObject({ rolled_back: 2 });
    expect(await costs()).toEqual([null, 1, null]);
    expect(await pricesOf()).toEqual([100_000, 100_000, 0]);
  });

  it('of titles is found by the new one', async () => {
    await addCards(2);
    const { body: edit } = await create(undefined, {
      kind: 'REPLACE',
      fields: ['title'],
      find: 'кружка',
      replacement: 'Чашка',
      is_case_sensitive: false,
      is_whole_word: true,
    });
    await apply(edit.id, 2);
    expect((await test.call(owner, 'GET', `/cards/?search=${encodeURIComponent('чашка')}`)).body.count).toBe(
      2,
    );
  });

  it('names its cards to whoever acts on them next', async () => {
    const [first, second] = await addCards(2);
    const { body: edit } = await create();
    await leaveOut(edit.id, [second!]);
    await apply(edit.id, 1);
    const check = (selection: object) =>
      test.call(owner, 'POST', '/cards/check-card/', { body: { selection, shop_ids: [] } });
    expect((await check({ bulk_edit: edit.id })).body.cards).toBe(2);
    expect((await check({ bulk_edit: edit.id, only: 'APPLIED', expected_count: 1 })).body.cards).toBe(1);
    expect((await check({ bulk_edit: edit.id, except: [first] })).body.cards).toBe(1);
    expect((await create({ bulk_edit: edit.id })).body.card_total).toBe(2);
  });

  it('does not exist for another account', async () => {
    const ids = await addCards(1);
    const { body: edit } = await create();
    owner = await test.signIn(`bulk-stranger-${people}`);
    const responses = [
      await test.call(owner, 'GET', `/cards/bulk-edits/${edit.id}/`),
      await test.call(owner, 'GET', `/cards/bulk-edits/${edit.id}/rows/`),
      await leaveOut(edit.id, ids),
      await apply(edit.id, 1),
      await rollBack(edit.id),
      await test.call(owner, 'POST', `/cards/bulk-edits/${edit.id}/stop/`),
    ];
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 404));
    expect((await test.call(owner, 'GET', '/cards/bulk-edits/')).body.count).toBe(0);
    expect((await create({ bulk_edit: edit.id })).body.card_total).toBe(0);
  });

  it('is forgotten after a day when nobody applied it, after 30 days otherwise', async () => {
    await addCards(1);
    const { body: prepared } = await create();
    const { body: applied } = await create();
    await apply(applied.id, 1);
    const { db } = test.database;
    const age = (days: number) =>
      sql`UPDATE bulk_edits SET created_at = created_at - make_interval(days => ${days}),
        applied_at = applied_at - make_interval(days => ${days}) WHERE account_id = ${owner.accountId}`.execute(
        db,
      );
    const forget = () =>
      forgetBulkEditsJob.handler({}, test.deps, { signal: new AbortController().signal, attempt: 1 });
    await age(2);
    await forget();
    expect((await test.call(owner, 'GET', `/cards/bulk-edits/${prepared.id}/`)).status).toBe(404);
    expect((await test.call(owner, 'GET', `/cards/bulk-edits/${applied.id}/`)).status).toBe(200);
    await age(29);
    await forget();
    expect((await test.call(owner, 'GET', `/cards/bulk-edits/${applied.id}/`)).status).toBe(404);
  });
});

describe('rolled back', () => {
  it('each field has its old value, where it still had the new one', async () => {
    const [first, second] = await addCards(2);
    const { body: edit } = await create(undefined, { ...UP_5, discount: { kind: 'SET', percent: 30 } });
    await apply(edit.id, 2);
    await setPrice(first!, 70_000);
    const { body } = await rollBack(edit.id);
    expect(body).toMatchObject({ state: 'APPLIED', counts: { applied: 0, rolled_back: 1, kept: 1 } });
    expect(await pricesOf()).toEqual([70_000, 100_000]);
    const { body: card } = await test.call(owner, 'GET', `/cards/${second}/`);
    expect(card).toMatchObject({ price_kopecks: 100_000, discount: 20 });
  });

  it('what it did not change may have changed', async () => {
    const [first] = await addCards(1);
    const { body: edit } = await create();
    await apply(edit.id, 1);
    await sql`UPDATE cards SET discount = 45 WHERE id = ${first}`.execute(test.database.db);
    await rollBack(edit.id);
    const { body: card } = await test.call(owner, 'GET', `/cards/${first}/`);
    expect(card).toMatchObject({ price_kopecks: 100_000, discount: 45 });
  });

  it('in part leaves the rest, which can be rolled back later', async () => {
    const [first] = await addCards(3);
    const { body: edit } = await create();
    await apply(edit.id, 3);
    expect((await rollBack(edit.id, [first!])).body.counts).toMatchObject({ applied: 2, rolled_back: 1 });
    expect(await pricesOf()).toEqual([100_000, 105_000, 105_000]);
    expect((await rollBack(edit.id)).body.counts).toMatchObject({ applied: 0, rolled_back: 3 });
    expect(await pricesOf()).toEqual([100_000, 100_000, 100_000]);
  });

  it('nothing that was not applied is', async () => {
    await addCards(1);
    const { body: edit } = await create();
    expect((await rollBack(edit.id)).status).toBe(409);
  });

  it('comes to what was, but for what others changed in between', async () => {
    const ids = await addCards(4);
    const price = fc.integer({ min: 1, max: 5_000 }).map((roubles) => roubles * 100);
    await fc.assert(
      fc.asyncProperty(
        fc.array(price, { minLength: 4, maxLength: 4 }),
        fc.integer({ min: -9_000, max: 9_000 }),
        fc.array(fc.option(price), { minLength: 4, maxLength: 4 }),
        async (before, basisPoints, others) => {
          for (const [index, id] of ids.entries()) await setPrice(id, before[index]!);
          const change = { kind: 'PRICES', price: { kind: 'PERCENT', basis_points: basisPoints } };
          const { body: edit } = await create(undefined, change);
          if (edit.counts.ready === 0) return;
          await apply(edit.id, edit.counts.ready);
          const changed = await pricesOf();
          for (const [index, id] of ids.entries()) {
            if (others[index] != null) await setPrice(id, others[index]);
          }
          await rollBack(edit.id);
          expect(await pricesOf()).toEqual(
            before.map((old, index) => {
              const other = others[index];
              // Who sets the very price that the edit has set has changed nothing.
              return other == null || other === changed[index] ? old : other;
            }),
          );
        },
      ),
      { numRuns: 25 },
    );
  });
});

describe('a big bulk edit', () => {
  /** The answer is given after the first batch. */
  async function impatiently<T>(act: () => Promise<T>): Promise<T> {
    const start = Date.now();
    let passed = 0;
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => start + (passed += 6_000));
    return await act().finally(() => clock.mockRestore());
  }

  it('goes on as a job, and says how far it is', async () => {
    await addCards(1_200);
    const { body: begun } = await impatiently(() => create());
    expect(begun.state).toBe('PREPARING');
    expect(begun.prepared_count).toBeLessThan(1_200);
    expect(test.enqueued).toContainEqual(
      expect.objectContaining({ name: goOnWithBulkEditsJob.name, data: { editId: begun.id } }),
    );
    await runJob(begun.id);
    expect(await look(begun.id)).toMatchObject({
      state: 'READY',
      prepared_count: 1_200,
      counts: { ready: 1_200 },
    });

    const { body: applying } = await impatiently(() => apply(begun.id, 1_200));
    expect(applying.state).toBe('APPLYING');
    expect(applying.counts.applied).toBeGreaterThan(0);
    expect(applying.counts.ready).toBeGreaterThan(0);
    await runJob(begun.id);
    expect(await look(begun.id)).toMatchObject({ state: 'APPLIED', counts: { ready: 0, applied: 1_200 } });
    expect(new Set(await pricesOf())).toEqual(new Set([105_000]));
  });

  it('that a dead process has left is gone on with, each card once', async () => {
    await addCards(1_200);
    const { body: edit } = await create();
    await impatiently(() => apply(edit.id, 1_200));
    await sql`UPDATE bulk_edits SET worked_at = now() - interval '4 minutes' WHERE id = ${edit.id}`.execute(
      test.database.db,
    );
    await Promise.all([runJob(), runJob()]);
    expect(await look(edit.id)).toMatchObject({ state: 'APPLIED', counts: { applied: 1_200 } });
    expect(new Set(await pricesOf())).toEqual(new Set([105_000]));
  });

  it('is looked at by two processes at once, each card once', async () => {
    await addCards(1_200);
    const { body: edit } = await impatiently(() => create());
    await Promise.all([runJob(edit.id), runJob(edit.id)]);
    expect(await look(edit.id)).toMatchObject({
      state: 'READY',
      prepared_count: 1_200,
      counts: { ready: 1_200 },
    });
  });

  it('does nothing more once it is stopped, wherever the work was', async () => {
    await addCards(4_000);
    const { body: edit } = await create();
    await runJob(edit.id);
    const { body: begun } = await impatiently(() => apply(edit.id, 4_000));
    const working = runJob(edit.id);
    await vi.waitFor(async () =>
      expect((await look(edit.id)).counts.applied).toBeGreaterThan(begun.counts.applied),
    );
    const { body: stopped } = await test.call(owner, 'POST', `/cards/bulk-edits/${edit.id}/stop/`);
    await working;
    expect(stopped).toMatchObject({ state: 'STOPPED' });
    expect(stopped.counts.ready).toBeGreaterThan(0);
    expect((await look(edit.id)).counts).toEqual(stopped.counts);
  });

  it('is stopped, gone on with, and rolled back', async () => {
    await addCards(1_200);
    const { body: edit } = await create();
    await impatiently(() => apply(edit.id, 1_200));
    const { body: stopped } = await test.call(owner, 'POST', `/cards/bulk-edits/${edit.id}/stop/`);
    expect(stopped.state).toBe('STOPPED');
    await runJob(edit.id);
    expect((await look(edit.id)).counts).toEqual(stopped.counts);
    const { body: applied } = await apply(edit.id, stopped.counts.ready);
    await runJob(edit.id);
    expect(applied.id).toBe(edit.id);
    expect((await look(edit.id)).counts).toMatchObject({ ready: 0, applied: 1_200 });
    await rollBack(edit.id);
    await runJob(edit.id);
    expect(new Set(await pricesOf())).toEqual(new Set([100_000]));
  });

  it('is shown in parts', async () => {
    const ids = await addCards(250);
    const { body: edit } = await create();
    const seen: number[] = [];
    let after = '';
    do {
      const { body } = await test.call(owner, 'GET', `/cards/bulk-edits/${edit.id}/rows/${after}`);
      seen.push(...body.results.map((row: { card_id: number }) => row.card_id));
      after = body.next_after_id === null ? '' : `?after_id=${body.next_after_id}`;
    } while (after !== '');
    expect(seen).toEqual(ids);
  });
});
