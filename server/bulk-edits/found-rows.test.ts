import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { testBulkEdits } from '#tests/support/cards/bulk-edits.ts';
import { leaveOutFound as leaveOutFoundRows } from './leave-out.ts';

const bulk = testBulkEdits();
const { addCards, create, look, rowsOf, leaveOut, leaveOutFound, apply, stop, rollBack, rollBackFound } =
  bulk;
const { runJob, setPrice, pricesOf } = bulk;

/** Cards of which every third is a plate, as the search knows it. */
async function addPlates(count: number): Promise<{ all: number[]; plates: number[] }> {
  const all = await addCards(count);
  const plates = all.filter((_, index) => index % 3 === 0);
  await sql`UPDATE cards SET title = 'Тарелка ' || vendor_code, search_text = ' тарелка ' || lower(vendor_code)
    WHERE id = any(${plates}::bigint[])`.execute(bulk.test.database.db);
  return { all, plates };
}

const search = (text: string, more = '') => `?search=${encodeURIComponent(text)}${more}`;
const page = async (id: number, query: string) =>
  (await bulk.test.call(bulk.owner, 'GET', `/cards/bulk-edits/${id}/rows/${query}`)).body;
const idsOf = (rows: { card_id: number }[]) => rows.map((row) => row.card_id);

/** The answer is given after the first batch. */
async function impatiently<T>(act: () => Promise<T>): Promise<T> {
  const start = Date.now();
  let passed = 0;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => start + (passed += 6_000));
  return await act().finally(() => clock.mockRestore());
}

describe('the rows of an edit', () => {
  it('are found by title and vendor code as in the card list, and counted', async () => {
    const { all, plates } = await addPlates(400);
    const { body: edit } = await create();
    await runJob(edit.id);
    const first = await page(edit.id, search('тарелки'));
    expect(first).toMatchObject({ count: plates.length, next_after_id: plates[99] });
    expect(idsOf(first.results)).toEqual(plates.slice(0, 100));
    const second = await page(edit.id, search('тарелки', `&after_id=${first.next_after_id}`));
    expect(second.count).toBeNull();
    expect(idsOf(second.results)).toEqual(plates.slice(100));
    expect(idsOf(await rowsOf(edit.id, search('тарелка k-400')))).toEqual([all[399]]);
    expect(await page(edit.id, '')).toMatchObject({ count: 400 });
    expect(await page(edit.id, search('вилка'))).toMatchObject({ count: 0, results: [] });
  });

  it('are those of the edit alone, and of the tab alone', async () => {
    const { plates } = await addPlates(6);
    const { body: edit } = await create({ ids: plates.slice(0, 1) });
    expect(await page(edit.id, search('тарелка'))).toMatchObject({ count: 1 });
    expect(await page(edit.id, search('тарелка', '&state=REFUSED'))).toMatchObject({ count: 0 });
  });
});

describe('taken out of an edit at once', () => {
  it('are all that are found, and only they are not changed', async () => {
    const { all, plates } = await addPlates(1_200);
    const { body: edit } = await create();
    await runJob(edit.id);
    const { status, body } = await leaveOutFound(edit.id, { search: 'тарелка' }, true, plates.length);
    expect(status).toBe(200);
    expect(body).toMatchObject({ count: 400, edit: { counts: { ready: 800, left_out: 400 } } });
    expect((await apply(edit.id, 1_200)).status).toBe(409);
    await apply(edit.id, 800);
    await runJob(edit.id);
    expect(await pricesOf()).toEqual(all.map((id) => (plates.includes(id) ? 100_000 : 105_000)));
  });

  it('are those with a warning, where these are looked at', async () => {
    const [first] = await addCards(3);
    await sql`UPDATE cards SET cost_price_kopecks = 90000 WHERE id = ${first}`.execute(bulk.test.database.db);
    const { body: edit } = await create();
    expect(edit.warned_count).toBe(1);
    const { body } = await leaveOutFound(edit.id, { is_warned: true }, true, 1);
    expect(body).toMatchObject({ count: 1, edit: { warned_count: 0, counts: { ready: 2, left_out: 1 } } });
    expect((await leaveOutFound(edit.id, {}, false, 1)).body.edit).toMatchObject({ warned_count: 1 });
  });

  it('are none when they are not so many as were seen', async () => {
    await addPlates(6);
    const { body: edit } = await create();
    const { status, body } = await leaveOutFound(edit.id, { search: 'тарелка' }, true, 3);
    expect([status, body.code]).toEqual([409, 'selection_changed']);
    expect((await look(edit.id)).counts).toMatchObject({ ready: 6, left_out: 0 });
  });

  it('and brought back by their lot, leave the edit as it was, whatever was out before', async () => {
    const { all } = await addPlates(9);
    const { body: edit } = await create();
    const rows = async () => (await rowsOf(edit.id)).map((row: { state: string }) => row.state);
    const words = fc.constantFrom(undefined, 'тарелка', 'кружка', '1', 'вилка');
    await fc.assert(
      fc.asyncProperty(fc.subarray(all), words, words, async (out, first, second) => {
        await leaveOutFound(edit.id, {}, false);
        if (out.length > 0) await leaveOut(edit.id, out);
        const before = [await rows(), (await look(edit.id)).counts];
        const one = (await leaveOutFound(edit.id, { search: first ?? '' })).body;
        const between = await rows();
        const two = (await leaveOutFound(edit.id, { search: second ?? '' })).body;
        expect((await leaveOutFound(edit.id, { lot: two.lot }, false)).body.count).toBe(two.count);
        expect(await rows()).toEqual(between);
        expect((await leaveOutFound(edit.id, { lot: one.lot }, false)).body.count).toBe(one.count);
        expect([await rows(), (await look(edit.id)).counts]).toEqual(before);
      }),
      { numRuns: 25 },
    );
  });

  it('stay out where somebody has taken one out by itself since', async () => {
    const [first] = await addCards(2);
    const { body: edit } = await create();
    const { body } = await leaveOutFound(edit.id, {}, true, 2);
    await leaveOut(edit.id, [first!], false);
    await leaveOut(edit.id, [first!]);
    expect((await leaveOutFound(edit.id, { lot: body.lot }, false)).body.count).toBe(1);
    expect(idsOf(await rowsOf(edit.id, '?state=LEFT_OUT'))).toEqual([first]);
  });

  it('and asked for again by the same request, whose response was lost, get that response', async () => {
    await addPlates(9);
    const { body: edit } = await create();
    const ask = (key: string) => leaveOutFound(edit.id, { search: 'тарелка' }, true, 3, key);
    const first = await ask('taken-out-once');
    expect(first).toMatchObject({ status: 200, body: { count: 3, edit: { counts: { left_out: 3 } } } });
    expect(await ask('taken-out-once')).toMatchObject({ status: 200, body: first.body });
    expect((await ask('taken-out-anew')).status).toBe(409);
  });

  it.each([
    ['taken out', true],
    ['put back', false],
  ])(
    'and %s by a request whose process died in the middle, are one lot when it is asked for again',
    async (_name, isLeftOut) => {
      await addCards(900);
      const { body: edit } = await create();
      await runJob(edit.id);
      if (!isLeftOut) await leaveOutFound(edit.id, {}, true, 900);
      const key = `dies-${String(isLeftOut)}`;
      let turns = 0;
      const { database } = bulk.test;
      const dying: Database = {
        ...database,
        transaction: (work) => {
          turns += 1;
          return turns > 3 ? Promise.reject(new Error('the process is gone')) : database.transaction(work);
        },
      };
      const request = { found: {}, isLeftOut, expectedCount: 900, idempotencyKey: key };
      await expect(
        leaveOutFoundRows({ database: dying, jobs: bulk.test.deps.jobs }, bulk.owner, edit.id, request),
      ).rejects.toThrow('gone');
      const { counts } = await look(edit.id);
      const moved = isLeftOut ? counts.left_out : counts.ready;
      expect(moved).toBeGreaterThan(0);
      expect(moved).toBeLessThan(900);
      expect((await leaveOutFound(edit.id, {}, isLeftOut, 900, 'of-another')).status).toBe(409);
      const { status, body } = await leaveOutFound(edit.id, {}, isLeftOut, 900, key);
      expect({ status, count: body.count }).toEqual({ status: 200, count: 900 });
      expect((await leaveOutFound(edit.id, { lot: body.lot }, !isLeftOut)).body.count).toBe(900);
    },
  );

  it('cannot be once it is applied', async () => {
    await addCards(2);
    const { body: edit } = await create();
    await apply(edit.id, 2);
    expect((await leaveOutFound(edit.id, {})).status).toBe(409);
  });
});

describe('rolled back by what is found', () => {
  it('are these cards, as many as were seen; what others have changed since is kept', async () => {
    const { all, plates } = await addPlates(9);
    const { body: edit } = await create();
    await apply(edit.id, 9);
    await setPrice(plates[0]!, 70_000);
    expect((await rollBackFound(edit.id, { search: 'тарелка' }, 2)).status).toBe(409);
    expect((await look(edit.id)).counts).toMatchObject({ applied: 9 });
    const { body } = await rollBackFound(edit.id, { search: 'тарелка' }, 3);
    expect(body).toMatchObject({ state: 'APPLIED', counts: { applied: 6, rolled_back: 2, kept: 1 } });
    expect(await pricesOf()).toEqual(
      all.map((id) => (id === plates[0] ? 70_000 : plates.includes(id) ? 100_000 : 105_000)),
    );
    expect((await rollBack(edit.id)).body.counts).toMatchObject({ applied: 0, rolled_back: 8, kept: 1 });
  });

  it('are those that were found when it was asked for, though the work goes on later', async () => {
    const { plates } = await addPlates(900);
    const { body: edit } = await create();
    await runJob(edit.id);
    await apply(edit.id, 900);
    await runJob(edit.id);
    const { body: begun } = await impatiently(() => rollBackFound(edit.id, { search: 'тарелка' }, 300));
    expect(begun.state).toBe('ROLLING_BACK');
    await sql`UPDATE cards SET search_text = ' тарелка' WHERE account_id = ${bulk.owner.accountId}`.execute(
      bulk.test.database.db,
    );
    await runJob(edit.id);
    expect(await look(edit.id)).toMatchObject({
      state: 'APPLIED',
      counts: { applied: 600, rolled_back: 300 },
    });
    expect(idsOf(await rowsOf(edit.id, '?state=ROLLED_BACK'))).toEqual(plates.slice(0, 100));
  });

  it('and asked for again by the same request, whose response was lost, get that response', async () => {
    await addPlates(9);
    const { body: edit } = await create();
    await apply(edit.id, 9);
    const ask = (key: string) => rollBackFound(edit.id, { search: 'тарелка' }, 3, key);
    const first = await ask('the-same-request');
    expect(first).toMatchObject({ status: 200, body: { counts: { applied: 6, rolled_back: 3 } } });
    expect(await ask('the-same-request')).toMatchObject({ status: 200, body: first.body });
    expect((await ask('another-request')).status).toBe(409);
  });

  it('and asked for again after the process of the request has died, go on', async () => {
    await addPlates(900);
    const { body: edit } = await create();
    await runJob(edit.id);
    await apply(edit.id, 900);
    await runJob(edit.id);
    const ask = () => rollBackFound(edit.id, { search: 'тарелка' }, 300, 'the-same-request');
    await impatiently(ask);
    await sql`DELETE FROM idempotency_keys WHERE key = 'the-same-request'`.execute(bulk.test.database.db);
    await runJob(edit.id);
    expect(await ask()).toMatchObject({
      status: 200,
      body: { state: 'APPLIED', counts: { applied: 600, rolled_back: 300 } },
    });
  });

  it('say how far the part is, and not how far the edit', async () => {
    const all = await addCards(900);
    const { body: edit } = await create();
    await runJob(edit.id);
    await apply(edit.id, 900);
    await runJob(edit.id);
    expect((await rollBack(edit.id, all.slice(0, 10))).body).toMatchObject({ rollback: null });
    const { body } = await impatiently(() => rollBack(edit.id, all.slice(5, 600)));
    expect(body).toMatchObject({ state: 'ROLLING_BACK', rollback: { total: 590 } });
    const { counts, rollback } = await look(edit.id);
    expect(rollback).toEqual({ total: 590, done_count: counts.rolled_back - 10 });
    expect(rollback.done_count).toBeLessThan(590);
    await runJob(edit.id);
    expect(await look(edit.id)).toMatchObject({ rollback: null, counts: { rolled_back: 600 } });
    const whole = await impatiently(() => rollBack(edit.id));
    expect(whole.body.rollback).toEqual({ total: 300, done_count: whole.body.counts.rolled_back - 600 });
  });

  it('and named again while they go back, are the same; others are refused', async () => {
    const all = await addCards(900);
    const { body: edit } = await create();
    await runJob(edit.id);
    await apply(edit.id, 900);
    await runJob(edit.id);
    const part = all.slice(0, 300);
    await impatiently(() => rollBack(edit.id, part));
    expect((await impatiently(() => rollBack(edit.id, part))).status).toBe(200);
    const responses = [
      await rollBack(edit.id, all.slice(300)),
      await rollBack(edit.id),
      await rollBackFound(edit.id, {}, (await look(edit.id)).counts.applied),
    ];
    expect(responses.map(({ status }) => status)).toEqual([409, 409, 409]);
    await runJob(edit.id);
    expect((await look(edit.id)).counts).toMatchObject({ applied: 600, rolled_back: 300 });
  });

  it('in an edit that was stopped leave the rest to be gone on with', async () => {
    await addCards(1_200);
    const { body: edit } = await create();
    await runJob(edit.id);
    await impatiently(() => apply(edit.id, 1_200));
    const { body: stopped } = await stop(edit.id);
    const { applied, ready } = stopped.counts;
    const [first] = await rowsOf(edit.id, '?state=APPLIED');
    expect((await rollBack(edit.id, [first.card_id])).body).toMatchObject({
      state: 'STOPPED',
      counts: { ready, applied: applied - 1, rolled_back: 1 },
    });
    expect((await rollBackFound(edit.id, {}, applied - 1)).body).toMatchObject({
      state: 'STOPPED',
      counts: { ready, applied: 0, rolled_back: applied },
    });
    await apply(edit.id, ready);
    await runJob(edit.id);
    expect(await look(edit.id)).toMatchObject({ state: 'APPLIED', counts: { ready: 0, applied: ready } });
  });

  it('are nobody else’s', async () => {
    await addPlates(3);
    const { body: edit } = await create();
    await apply(edit.id, 3);
    const { body: waiting } = await create();
    const owner = bulk.owner;
    bulk.owner = await bulk.signInStranger();
    await addPlates(3);
    const responses = [
      await bulk.test.call(bulk.owner, 'GET', `/cards/bulk-edits/${edit.id}/rows/${search('тарелка')}`),
      await leaveOutFound(waiting.id, {}),
      await rollBackFound(edit.id, {}, 3),
    ];
    expect(responses.map(({ status }) => status)).toEqual([404, 404, 404]);
    bulk.owner = owner;
    expect((await look(edit.id)).counts).toMatchObject({ applied: 3 });
    expect((await look(waiting.id)).counts).toMatchObject({ ready: 3, left_out: 0 });
  });
});
