import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openShopTest, type ShopTest } from '#tests/setup/shop-test.ts';
import type { SignedIn } from '#tests/setup/test-app.ts';
import { finishMovesJob, forgetOperationsJob } from './archive.ts';
import { addTestSubjects, CUPS } from '#tests/support/cards/fixtures.ts';

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
  owner = await test.signIn(`archivist-${people}`);
});

afterAll(() => test.close());

async function addCards(count: number, state = 'DRAFT', person = owner): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO cards (account_id, vendor_code, title, subject_id, state, search_text)
    SELECT ${person.accountId}, ${state} || '-' || n, 'Кружка ' || n, ${CUPS}, ${state}, ' кружка ' || n
    FROM generate_series(1, ${count}) AS n RETURNING id`.execute(test.database.db);
  return rows.map((row) => row.id).sort((a, b) => a - b);
}

const archive = (selection: object, isArchived = true, person = owner) =>
  test.call(person, 'POST', '/cards/archive/', { body: { selection, is_archived: isArchived } });

const undo = (operationId: number, person = owner) =>
  test.call(person, 'POST', `/cards/operations/${operationId}/undo/`, {});

/** A big operation goes on as a job, sooner or later by how fast the machine is. */
/** One run of the job ends after a minute: on a slow machine the next one goes on. */
async function finished(operationId: number): Promise<object> {
  for (;;) {
    await finishMovesJob.handler({ operationId }, test.deps, {
      signal: new AbortController().signal,
      attempt: 1,
    });
    const { body } = await test.call(owner, 'GET', `/cards/operations/${operationId}/`, {});
    if (body.is_done) return body;
  }
}

/** As if the process had died between two batches: the first `moved` cards had their turn. */
async function interrupt(operationId: number, cardIds: number[], moved: number): Promise<void> {
  await finished(operationId);
  const left = cardIds.slice(moved);
  const { db } = test.database;
  await sql`UPDATE cards SET state = state_before_archive, state_before_archive = NULL, moved_by_operation = NULL
    WHERE id = any(${left}::bigint[])`.execute(db);
  await sql`UPDATE card_operations SET done_at = NULL, moved_up_to = ${cardIds[moved - 1] ?? 0}, turn_count = ${moved},
    card_count = ${moved}, worked_at = now() - interval '4 minutes' WHERE id = ${operationId}`.execute(db);
}

/** How many cards of the operation have had their turn. */
async function turnsOf(operationId: number): Promise<number> {
  const { turn_count } = await test.database.db
    .selectFrom('card_operations')
    .select('turn_count')
    .where('id', '=', operationId)
    .executeTakeFirstOrThrow();
  return turn_count;
}

const forgetResponses = () =>
  test.database.db.deleteFrom('idempotency_keys').where('account_id', '=', owner.accountId).execute();

async function statesOf(person = owner): Promise<Record<string, number>> {
  const rows = await test.database.db
    .selectFrom('cards')
    .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
    .where('account_id', '=', person.accountId)
    .groupBy('state')
    .execute();
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

describe('a selection', () => {
  it('takes all that match but those left out', async () => {
    const [first, , third] = await addCards(5);
    const { status, body } = await archive({
      filter: { state: 'DRAFT' },
      except: [first, third],
      expected_count: 3,
    });
    expect({ status, count: body.count }).toEqual({ status: 200, count: 3 });
    expect(await statesOf()).toEqual({ DRAFT: 2, ARCHIVED: 3 });
  });

  it('of another number of cards than the person has seen is refused, and nothing is done', async () => {
    await addCards(3);
    await addCards(4, 'PUBLISHED');
    const { status, body } = await archive({ filter: {}, expected_count: 3 });
    expect(status).toBe(409);
    expect(body).toEqual({
      code: 'selection_changed',
      detail: ['Выбрано 3, стало 7. Проверьте список и выберите ещё раз'],
    });
    expect(await statesOf()).toEqual({ DRAFT: 3, PUBLISHED: 4 });
  });

  it('is compared with its number by every call that takes one', async () => {
    await addCards(2);
    const selection = { filter: {}, expected_count: 1 };
    const responses = [
      await test.call(owner, 'POST', '/cards/check-card/', { body: { selection, shop_ids: [] } }),
      await test.call(owner, 'POST', '/cards/send/', {
        body: {
          selection,
          shop_ids: [1],
          options: { with_prices: true, with_discounts: true, with_images: true },
        },
        key: `send-changed-${people}`,
      }),
      await archive(selection, false),
    ];
    expect(responses.map(({ status, body }) => [status, body.code])).toEqual(
      responses.map(() => [409, 'selection_changed']),
    );
  });

  it('without a number is taken as an older client means it', async () => {
    await addCards(2);
    expect((await archive({ filter: {} })).body).toMatchObject({ count: 2 });
  });
});

describe('taking an operation back', () => {
  it('restores each card to the state it was in', async () => {
    await addCards(2);
    await addCards(3, 'HAS_ERRORS');
    const { body } = await archive({ filter: {}, expected_count: 5 });
    expect(await statesOf()).toEqual({ ARCHIVED: 5 });
    expect((await undo(body.operation_id)).body).toMatchObject({ count: 5, moved_since: 0, is_done: true });
    expect(await statesOf()).toEqual({ DRAFT: 2, HAS_ERRORS: 3 });
  });

  it('leaves alone what was in the archive before', async () => {
    const [first, second] = await addCards(2);
    await archive({ ids: [first] });
    const { body } = await archive({ ids: [first, second] });
    expect(body).toMatchObject({ ids: [second], count: 1 });
    await undo(body.operation_id);
    expect(await statesOf()).toEqual({ ARCHIVED: 1, DRAFT: 1 });
  });

  it('leaves alone what somebody has moved since, there and back again too', async () => {
    const [first, second] = await addCards(2);
    const { body } = await archive({ ids: [first, second] });
    await archive({ ids: [first] }, false);
    await archive({ ids: [first] });
    expect((await undo(body.operation_id)).body).toMatchObject({ count: 1, moved_since: 1, is_done: true });
    expect(await statesOf()).toEqual({ ARCHIVED: 1, DRAFT: 1 });
  });

  it('works for a return from the archive too, and only once', async () => {
    const [id] = await addCards(1, 'PUBLISHED');
    await archive({ ids: [id] });
    const { body } = await archive({ ids: [id] }, false);
    expect((await undo(body.operation_id)).body).toMatchObject({ count: 1 });
    expect(await statesOf()).toEqual({ ARCHIVED: 1 });
    const again = await undo(body.operation_id);
    expect({ status: again.status, detail: again.body.detail }).toEqual({
      status: 409,
      detail: ['Это действие уже отменено'],
    });
  });

  it('works for 12 000 cards, of which the answer names as many as a selection can', async () => {
    await addCards(12_000);
    const { body } = await archive({ filter: {}, expected_count: 12_000 });
    expect(body.ids).toHaveLength(Math.min(10_000, body.count));
    expect(await finished(body.operation_id)).toMatchObject({ count: 12_000 });
    const { body: undone } = await undo(body.operation_id);
    expect(await finished(undone.operation_id)).toMatchObject({ count: 12_000, moved_since: 0 });
    expect(await statesOf()).toEqual({ DRAFT: 12_000 });
    // 24 000 moves on one connection: minutes on a machine that is busy with other things.
  }, 900_000);

  it('is refused to another account, and after 30 days', async () => {
    await addCards(1);
    const { body } = await archive({ filter: {} });
    const stranger = await test.signIn(`stranger-to-${people}`);
    expect((await undo(body.operation_id, stranger)).status).toBe(404);
    await sql`UPDATE card_operations SET created_at = now() - interval '31 days' WHERE id = ${body.operation_id}`.execute(
      test.database.db,
    );
    expect((await undo(body.operation_id)).status).toBe(404);
    expect(await statesOf()).toEqual({ ARCHIVED: 1 });
    await forgetOperationsJob.handler({}, test.deps, { signal: new AbortController().signal, attempt: 1 });
    const left = await test.database.db
      .selectFrom('card_operations')
      .select('id')
      .where('account_id', '=', owner.accountId)
      .execute();
    expect(left).toEqual([]);
  });
});

describe('a move of many cards that is stopped', () => {
  const stop = (operationId: number, person = owner) =>
    test.call(person, 'POST', `/cards/operations/${operationId}/stop/`, {});
  const goOn = (operationId: number) =>
    finishMovesJob.handler({ operationId }, test.deps, { signal: new AbortController().signal, attempt: 1 });

  it('leaves what has moved and what has not where they are, says how many, and takes those back', async () => {
    const ids = await addCards(300);
    const { body } = await archive({ filter: {} });
    const { operation_id: operationId } = body;
    await interrupt(operationId, ids, 100);
    const stopped = { count: 100, total: null, moved_since: 0, is_done: true, stopped_of: 300 };
    expect(await stop(operationId)).toMatchObject({ status: 200, body: stopped });
    // A job that was put down before finds nothing to do, and a second press changes nothing.
    await goOn(operationId);
    expect((await stop(operationId)).body).toEqual(stopped);
    expect(await statesOf()).toEqual({ ARCHIVED: 100, DRAFT: 200 });
    expect((await test.call(owner, 'GET', '/cards/operations/')).body.results).toMatchObject([
      { id: operationId, count: 100, total: null, stopped_of: 300, can_take_back: true },
    ]);
    const { body: undone } = await undo(operationId);
    expect(await finished(undone.operation_id)).toEqual({
      count: 100,
      total: null,
      moved_since: 0,
      is_done: true,
    });
    // Its progress is of those that had moved.
    expect(await turnsOf(undone.operation_id)).toBe(100);
    expect(await statesOf()).toEqual({ DRAFT: 300 });
  });

  it('while it is at work ends with the batch that is on its way, and counts it', async () => {
    await addCards(3000);
    const moving = archive({ filter: {} });
    let operationId: number | undefined;
    while (operationId === undefined) {
      const [operation] = (await test.call(owner, 'GET', '/cards/operations/')).body.results;
      if (operation?.count > 0) operationId = operation.id;
    }
    const { body: stopped } = await stop(operationId);
    const { body } = await moving;
    expect(body).toMatchObject({ count: stopped.count, is_done: true });
    const states = await statesOf();
    expect(states).toMatchObject({ ARCHIVED: stopped.count });
    expect(stopped.count + (states['DRAFT'] ?? 0)).toBe(3000);
  });

  it('is as it was when all had moved, and a way back goes to its end', async () => {
    const ids = await addCards(30);
    const { body } = await archive({ filter: {} });
    await finished(body.operation_id);
    const done = (await stop(body.operation_id)).body;
    expect(done).toEqual({ count: 30, total: null, moved_since: 0, is_done: true });
    const { body: undone } = await undo(body.operation_id);
    await finished(undone.operation_id);
    await sql`UPDATE card_operations SET done_at = NULL, turn_count = 10, moved_up_to = ${ids[9]}
      WHERE id = ${undone.operation_id}`.execute(test.database.db);
    expect((await stop(undone.operation_id)).status).toBe(409);
    const stranger = await test.signIn(`archivist-stopper-${people}`);
    expect((await stop(undone.operation_id, stranger)).status).toBe(404);
  });
});

describe('a move of many cards that was interrupted', () => {
  const keyed = (key: string) =>
    test.call(owner, 'POST', '/cards/archive/', {
      body: { selection: { filter: {}, expected_count: 300 }, is_archived: true },
      key,
    });

  it('is gone on with by the same request, as one operation', async () => {
    const ids = await addCards(300);
    const key = `move-${people}`;
    const { body: first } = await keyed(key);
    await interrupt(first.operation_id, ids, 100);
    await forgetResponses();
    // Here since: not what the person has chosen.
    await addCards(2, 'PUBLISHED');
    const { status, body } = await keyed(key);
    expect({ status, operation: body.operation_id }).toEqual({ status: 200, operation: first.operation_id });
    expect(body.count).toBeGreaterThan(100);
    expect(await finished(body.operation_id)).toMatchObject({ count: 300, is_done: true });
    expect(await statesOf()).toEqual({ ARCHIVED: 300, PUBLISHED: 2 });
    const { body: undone } = await undo(body.operation_id);
    expect(await finished(undone.operation_id)).toMatchObject({ count: 300, moved_since: 0, is_done: true });
  });

  it('answers the same when only the answer was lost', async () => {
    await addCards(300);
    const key = `answer-${people}`;
    const { body: first } = await keyed(key);
    await finished(first.operation_id);
    await forgetResponses();
    expect((await keyed(key)).body).toMatchObject({
      operation_id: first.operation_id,
      count: 300,
      is_done: true,
    });
  });

  it('goes on where it was: no card has a second turn', async () => {
    const ids = await addCards(300);
    const { body } = await archive({ filter: {} });
    await interrupt(body.operation_id, ids, 200);
    await finished(body.operation_id);
    expect(await turnsOf(body.operation_id)).toBe(300);
  });

  it('is gone on with by two processes at once, and each card has one turn all the same', async () => {
    const ids = await addCards(300);
    const { body } = await archive({ filter: {} });
    await interrupt(body.operation_id, ids, 100);
    const goOn = () =>
      finishMovesJob.handler({ operationId: body.operation_id }, test.deps, {
        signal: new AbortController().signal,
        attempt: 1,
      });
    await Promise.all([goOn(), goOn()]);
    expect(await turnsOf(body.operation_id)).toBe(300);
    expect(await statesOf()).toEqual({ ARCHIVED: 300 });
  });

  it('is ended by the clock when nobody asks again, and cannot be taken back before', async () => {
    const ids = await addCards(300);
    const { body } = await archive({ filter: {} });
    await interrupt(body.operation_id, ids, 200);
    const refused = await undo(body.operation_id);
    expect({ status: refused.status, detail: refused.body.detail }).toEqual({
      status: 409,
      detail: ['Карточки ещё переносятся. Отмените через минуту'],
    });
    await finishMovesJob.handler({}, test.deps, { signal: new AbortController().signal, attempt: 1 });
    expect(await statesOf()).toEqual({ ARCHIVED: 300 });
    const { body: undone } = await undo(body.operation_id);
    expect(await finished(undone.operation_id)).toMatchObject({ count: 300, moved_since: 0, is_done: true });
  });

  it('leaves alone what somebody has moved meanwhile', async () => {
    const ids = await addCards(300);
    const { body } = await archive({ filter: {} });
    await interrupt(body.operation_id, ids, 200);
    const last = ids.at(-1);
    await archive({ ids: [last] });
    await archive({ ids: [last] }, false);
    await finishMovesJob.handler({}, test.deps, { signal: new AbortController().signal, attempt: 1 });
    expect(await statesOf()).toEqual({ ARCHIVED: 299, DRAFT: 1 });
  });

  it('moves no card of another account, whatever its list names', async () => {
    const ids = await addCards(30);
    const stranger = await test.signIn(`archivist-beside-${people}`);
    const theirs = await addCards(1, 'DRAFT', stranger);
    const { body } = await archive({ filter: {} });
    await interrupt(body.operation_id, ids, 20);
    await sql`UPDATE card_operations SET card_ids = card_ids || ${theirs}::bigint[], card_total = 31
      WHERE id = ${body.operation_id}`.execute(test.database.db);
    expect(await finished(body.operation_id)).toMatchObject({ count: 30, is_done: true });
    expect(await statesOf(stranger)).toEqual({ DRAFT: 1 });
  });

  it('leaves other people their turns', async () => {
    await addCards(3000);
    const over = new AbortController();
    const moving = archive({ filter: {} }).finally(() => over.abort());
    const archivedThen: number[] = [];
    while (!over.signal.aborted) {
      const { body } = await test.call(owner, 'GET', '/cards/counters/', {});
      archivedThen.push(body.ARCHIVED);
    }
    expect(await finished((await moving).body.operation_id)).toMatchObject({ count: 3000 });
    expect(archivedThen.some((count) => count > 0 && count < 3000)).toBe(true);
  });

  it('answers before its end when it is big, says how far it is, and goes on as a job', async () => {
    await addCards(1200);
    const start = Date.now();
    let passed = 0;
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => start + (passed += 6000));
    const { body } = await archive({ filter: {} }).finally(() => clock.mockRestore());
    expect(body.is_done).toBe(false);
    expect(body.count).toBeLessThan(1200);
    const progress = () => test.call(owner, 'GET', `/cards/operations/${body.operation_id}/`, {});
    expect((await progress()).body).toEqual({
      count: body.count,
      total: 1200,
      moved_since: 0,
      is_done: false,
    });
    const stranger = await test.signIn(`archivist-stranger-${people}`);
    expect((await test.call(stranger, 'GET', `/cards/operations/${body.operation_id}/`, {})).status).toBe(
      404,
    );

    expect(test.enqueued).toContainEqual(
      expect.objectContaining({ name: finishMovesJob.name, data: { operationId: body.operation_id } }),
    );
    await finishMovesJob.handler({ operationId: body.operation_id }, test.deps, {
      signal: new AbortController().signal,
      attempt: 1,
    });
    expect((await progress()).body).toEqual({ count: 1200, total: null, moved_since: 0, is_done: true });
    expect(await statesOf()).toEqual({ ARCHIVED: 1200 });
    const { body: undone } = await undo(body.operation_id);
    expect(await finished(undone.operation_id)).toMatchObject({ count: 1200, is_done: true });
  });
});
