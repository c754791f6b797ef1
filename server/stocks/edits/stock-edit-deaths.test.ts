import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testStockEdits } from '#tests/support/cards/stock-edits.ts';

const stocks = testStockEdits();
const { shelf, addCards, addShop, chrtOf, prepare, apply, rollBack, look, run, call } = stocks;

const NINE = { kind: 'SET', amount: 9 };

async function manyCards(count: number) {
  const cardIds = await addCards(count);
  const { shopId, warehouseIds } = await addShop('Северика', [7], cardIds);
  const keys = cardIds.map((cardId) => shelf.keyOf(7, chrtOf(shopId, cardId)));
  for (const key of keys) shelf.amounts.set(key, 5);
  return { cardIds, warehouseIds, keys, amounts: () => keys.map((key) => shelf.amounts.get(key)) };
}

const dies = () => {
  throw new Error('the process is gone');
};
const lives = () => undefined;

async function applyAndDie(editId: number, ready: number): Promise<void> {
  await call('POST', `/cards/bulk-edits/${editId}/apply/`, { expected_count: ready });
  await expect(run(editId)).rejects.toThrow('gone');
}

describe('a server that dies in the middle of a change of stocks', () => {
  it('before the call: each amount is written once', async () => {
    const { warehouseIds, amounts } = await manyCards(3);
    const edit = await prepare({ warehouse_ids: warehouseIds, amount: NINE });
    shelf.beforeWrite = dies;
    await applyAndDie(edit.id, 3);
    shelf.beforeWrite = lives;
    await run(edit.id);
    expect(await look(edit.id)).toMatchObject({ state: 'APPLIED', counts: { applied: 3 } });
    expect(amounts()).toEqual([9, 9, 9]);
    expect(shelf.writes).toHaveLength(3);
  });

  it('after the call: each amount is written once, known as ours, and goes back', async () => {
    const { warehouseIds, amounts, keys } = await manyCards(3);
    const edit = await prepare({ warehouse_ids: warehouseIds, amount: NINE });
    shelf.afterWrite = dies;
    await applyAndDie(edit.id, 3);
    expect(amounts()).toEqual([9, 9, 9]);
    shelf.afterWrite = lives;
    // Somebody has bought one before the server is back.
    shelf.amounts.set(keys[0] ?? '', 8);
    await run(edit.id);
    expect(await look(edit.id)).toMatchObject({
      state: 'APPLIED',
      counts: { applied: 2, changed_since: 1 },
    });
    expect(shelf.writes).toHaveLength(3);
    expect(amounts()).toEqual([8, 9, 9]);
    await rollBack(edit.id);
    expect(amounts()).toEqual([8, 5, 5]);
  });

  it('after the call, and is stopped and rolled back: what it has written goes back, the rest waits', async () => {
    const { warehouseIds, amounts } = await manyCards(400);
    const edit = await prepare({ warehouse_ids: warehouseIds, amount: NINE });
    shelf.afterWrite = dies;
    await applyAndDie(edit.id, 400);
    shelf.afterWrite = lives;
    const written = shelf.writes.length;
    expect(written).toBeLessThan(400);
    await call('POST', `/cards/bulk-edits/${edit.id}/stop/`);
    expect((await rollBack(edit.id)).counts).toMatchObject({ ready: 400 - written, rolled_back: written });
    expect(new Set(amounts())).toEqual(new Set([5]));
  });

  it('on the way back: each goes back once', async () => {
    const { warehouseIds, amounts } = await manyCards(3);
    const edit = await prepare({ warehouse_ids: warehouseIds, amount: NINE });
    await apply(edit.id);
    shelf.afterWrite = dies;
    await call('POST', `/cards/bulk-edits/${edit.id}/rollback/`, {});
    await expect(run(edit.id)).rejects.toThrow('gone');
    shelf.afterWrite = lives;
    await run(edit.id);
    expect(await look(edit.id)).toMatchObject({ state: 'APPLIED', counts: { rolled_back: 3, kept: 0 } });
    expect(amounts()).toEqual([5, 5, 5]);
    expect(shelf.writes).toHaveLength(6);
  });
});

describe('a change of stocks that is stopped', () => {
  it('writes nothing more, and goes on from there', async () => {
    const { warehouseIds, amounts } = await manyCards(400);
    const edit = await prepare({ warehouse_ids: warehouseIds, amount: NINE });
    shelf.afterWrite = async () => {
      shelf.afterWrite = lives;
      await call('POST', `/cards/bulk-edits/${edit.id}/stop/`);
    };
    const stopped = await apply(edit.id);
    expect(stopped).toMatchObject({ state: 'STOPPED', counts: { applied: 300, ready: 100 } });
    expect(shelf.writes).toHaveLength(300);
    expect(await apply(edit.id)).toMatchObject({ state: 'APPLIED', counts: { applied: 400, ready: 0 } });
    expect(new Set(amounts())).toEqual(new Set([9]));
    expect(shelf.writes).toHaveLength(400);
  });

  it('is rolled back in part, and goes on with the rest', async () => {
    const { warehouseIds, amounts, cardIds } = await manyCards(400);
    const edit = await prepare({ warehouse_ids: warehouseIds, amount: NINE });
    shelf.afterWrite = async () => {
      shelf.afterWrite = lives;
      await call('POST', `/cards/bulk-edits/${edit.id}/stop/`);
    };
    await apply(edit.id);
    const part = cardIds.slice(0, 2);
    await call('POST', `/cards/bulk-edits/${edit.id}/rollback/`, { card_ids: part });
    await run(edit.id);
    const state = { state: 'STOPPED', counts: { applied: 298, ready: 100, rolled_back: 2 } };
    expect(await look(edit.id)).toMatchObject(state);
    expect(amounts().slice(0, 3)).toEqual([5, 5, 9]);
    expect(await apply(edit.id)).toMatchObject({ state: 'APPLIED', counts: { applied: 398, ready: 0 } });
  });

  it('says that what was begun is on its way still, and goes on from there by the number that was seen before it arrived', async () => {
    const { warehouseIds, amounts } = await manyCards(400);
    const edit = await prepare({ warehouse_ids: warehouseIds, amount: NINE });
    const seen: object[] = [];
    shelf.afterWrite = async () => {
      shelf.afterWrite = lives;
      await call('POST', `/cards/bulk-edits/${edit.id}/stop/`);
      seen.push(await look(edit.id));
    };
    seen.push(await apply(edit.id));
    expect(seen).toMatchObject([
      { state: 'STOPPED', is_settling: true, counts: { applied: 0, ready: 400 } },
      { state: 'STOPPED', is_settling: false, counts: { applied: 300, ready: 100 } },
    ]);
    const goOn = (expected_count: number) =>
      call('POST', `/cards/bulk-edits/${edit.id}/apply/`, { expected_count });
    expect((await goOn(99)).body).toMatchObject({ code: 'selection_changed' });
    expect((await goOn(400)).body).toMatchObject({ state: 'APPLYING' });
    await run(edit.id);
    expect((await look(edit.id)).counts).toMatchObject({ applied: 400, ready: 0 });
    expect(new Set(amounts())).toEqual(new Set([9]));
    expect(shelf.writes).toHaveLength(400);
  });

  it('in its last step is applied once that has arrived: nothing is left to go on with', async () => {
    const { warehouseIds, amounts } = await manyCards(3);
    const edit = await prepare({ warehouse_ids: warehouseIds, amount: NINE });
    shelf.afterWrite = async () => {
      shelf.afterWrite = lives;
      await call('POST', `/cards/bulk-edits/${edit.id}/stop/`);
    };
    expect(await apply(edit.id)).toMatchObject({ state: 'APPLIED', counts: { applied: 3, ready: 0 } });
    expect(amounts()).toEqual([9, 9, 9]);
  });

  it('does not say for ever that something is on its way where its process has died', async () => {
    const { warehouseIds } = await manyCards(3);
    const edit = await prepare({ warehouse_ids: warehouseIds, amount: NINE });
    shelf.afterWrite = dies;
    await applyAndDie(edit.id, 3);
    await call('POST', `/cards/bulk-edits/${edit.id}/stop/`);
    expect(await look(edit.id)).toMatchObject({ state: 'STOPPED', is_settling: true });
    await sql`UPDATE bulk_edits SET worked_at = worked_at - interval '4 minutes' WHERE id = ${edit.id}`.execute(
      stocks.test.database.db,
    );
    expect(await look(edit.id)).toMatchObject({ state: 'STOPPED', is_settling: false });
  });

  it('while it reads what there is writes nothing at all', async () => {
    const { warehouseIds, amounts } = await manyCards(3);
    const edit = await prepare({ warehouse_ids: warehouseIds, amount: NINE });
    shelf.beforeRead = async () => {
      shelf.beforeRead = lives;
      await call('POST', `/cards/bulk-edits/${edit.id}/stop/`);
    };
    expect(await apply(edit.id)).toMatchObject({ state: 'STOPPED', counts: { applied: 0, ready: 3 } });
    expect(shelf.writes).toEqual([]);
    expect(amounts()).toEqual([5, 5, 5]);
  });
});
