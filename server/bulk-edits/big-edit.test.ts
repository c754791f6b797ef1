import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { testBulkEdits } from '#tests/support/cards/bulk-edits.ts';
import { listenToStatements } from '#tests/support/listen-to-statements.ts';
import { goOnWithBulkEditsJob } from './go-on.ts';

const bulk = testBulkEdits();
const { addCards, create, look, apply, rollBack, runJob, pricesOf } = bulk;

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
    expect(bulk.test.enqueued).toContainEqual(
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

  it('G-01б: is in the queue before anything of it is done: whoever dies in the middle leaves it to the next life', async () => {
    await addCards(3);
    const { body: edit } = await create();
    bulk.test.enqueued.length = 0;
    const { database } = bulk.test;
    const transaction = database.transaction.bind(database);
    const dying = vi.spyOn(database, 'transaction').mockImplementation((work) => {
      if (dying.mock.calls.length === 1) return transaction(work);
      throw new Error('The process has died');
    });
    const { status } = await apply(edit.id, 3).finally(() => dying.mockRestore());
    expect([status, (await look(edit.id)).state]).toEqual([500, 'APPLYING']);
    expect(bulk.test.enqueued).toContainEqual(
      expect.objectContaining({ name: goOnWithBulkEditsJob.name, data: { editId: edit.id } }),
    );
  });

  it('that a dead process has left is gone on with, each card once', async () => {
    await addCards(1_200);
    const { body: edit } = await create();
    await impatiently(() => apply(edit.id, 1_200));
    await sql`UPDATE bulk_edits SET worked_at = now() - interval '4 minutes' WHERE id = ${edit.id}`.execute(
      bulk.test.database.db,
    );
    await Promise.all([runJob(), runJob()]);
    expect(await look(edit.id)).toMatchObject({ state: 'APPLIED', counts: { applied: 1_200 } });
    expect(new Set(await pricesOf())).toEqual(new Set([105_000]));
  });

  it('K-12в: looks for its next cards past those before, a thousand at a time', async () => {
    const ids = await addCards(1_200);
    const { body: edit } = await create();
    await runJob(edit.id);
    const { body: begun } = await impatiently(() => apply(edit.id, 1_200));
    const left = ids.slice(begun.counts.applied);
    const { database, statements } = listenToStatements(bulk.test.database);
    const turn = { signal: new AbortController().signal, attempt: 1 };
    await goOnWithBulkEditsJob.handler({ editId: edit.id }, { ...bulk.test.deps, database }, turn);
    const looks = statements.flatMap(({ text, parameters }) => {
      const [, after] = /"card_id" > \$(\d+)/.exec(text) ?? [];
      return after === undefined ? [] : [parameters[Number(after) - 1]];
    });
    // The last one begins anew: somebody else may have let go of some.
    expect(looks).toEqual([0, left[999], left.at(-1), 0]);
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
    const { body: stopped } = await bulk.test.call(bulk.owner, 'POST', `/cards/bulk-edits/${edit.id}/stop/`);
    await working;
    expect(stopped).toMatchObject({ state: 'STOPPED' });
    expect(stopped.counts.ready).toBeGreaterThan(0);
    expect((await look(edit.id)).counts).toEqual(stopped.counts);
  });

  it('is stopped, gone on with, and rolled back', async () => {
    await addCards(1_200);
    const { body: edit } = await create();
    await impatiently(() => apply(edit.id, 1_200));
    const { body: stopped } = await bulk.test.call(bulk.owner, 'POST', `/cards/bulk-edits/${edit.id}/stop/`);
    expect(stopped.state).toBe('STOPPED');
    await runJob(edit.id);
    expect((await look(edit.id)).counts).toEqual(stopped.counts);
    // What it has changed can be sent, and nothing else.
    const done = stopped.counts.applied;
    expect(done).toBeLessThan(1_200);
    const { body: sent } = await bulk.test.call(bulk.owner, 'POST', '/cards/check-card/', {
      body: { selection: { bulk_edit: edit.id, only: 'APPLIED', expected_count: done }, shop_ids: [] },
    });
    expect(sent.cards).toBe(done);
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
      const { body } = await bulk.test.call(bulk.owner, 'GET', `/cards/bulk-edits/${edit.id}/rows/${after}`);
      seen.push(...body.results.map((row: { card_id: number }) => row.card_id));
      after = body.next_after_id === null ? '' : `?after_id=${body.next_after_id}`;
    } while (after !== '');
    expect(seen).toEqual(ids);
  });
});
