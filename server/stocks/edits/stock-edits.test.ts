import { describe, expect, it } from 'vitest';
import { goOnWithBulkEditsJob, STOCK_EDIT } from '#server/bulk-edits/go-on.ts';
import { MarketplaceError, noToken, unavailable } from '#server/marketplace/errors.ts';
import { testStockEdits } from '#tests/support/cards/stock-edits.ts';

const stocks = testStockEdits();
const { shelf, addCards, addShop, chrtOf, create, prepare, apply, rollBack, look, rowsOf, run } = stocks;

/** Three cards in one shop with one warehouse, five pieces of each. */
async function threeCards() {
  const cardIds = await addCards(3);
  const { shopId, warehouseIds } = await addShop('Северика', [7], cardIds);
  const keys = cardIds.map((cardId) => shelf.keyOf(7, chrtOf(shopId, cardId)));
  for (const key of keys) shelf.amounts.set(key, 5);
  return { cardIds, shopId, warehouseIds, keys, amounts: () => keys.map((key) => shelf.amounts.get(key)) };
}

describe('stocks of many cards', () => {
  it('are refused at once where the token only reads, with what to do', async () => {
    const { shopId, warehouseIds } = await threeCards();
    await stocks.test.database.db
      .updateTable('shop_tokens')
      .set({ is_read_only: true })
      .where('shop_id', '=', shopId)
      .execute();
    const edit = await prepare({ warehouse_ids: warehouseIds, amount: { kind: 'SET', amount: 1 } });
    expect(edit.counts).toMatchObject({ ready: 0, refused: 3 });
    expect((await rowsOf(edit.id))[0].refusal).toBe(
      'Склад 7 · Северика: Токен только для чтения. Добавьте в магазине токен «Маркетплейс» с правом записи',
    );
  });

  it('are looked at by what the marketplace has now, written once, told in the history, and go back', async () => {
    const { cardIds, warehouseIds, amounts, keys } = await threeCards();
    shelf.amounts.delete(keys[2] ?? '');
    const edit = await prepare({ warehouse_ids: warehouseIds, amount: { kind: 'ADD', amount: 10 } });
    expect(edit).toMatchObject({ state: 'READY', prepared_count: 3, counts: { ready: 3 } });
    expect(await rowsOf(edit.id)).toMatchObject([
      { card_id: cardIds[0], before: { stocks: [{ amount: 5 }] }, after: { stocks: [{ amount: 15 }] } },
      { card_id: cardIds[1] },
      // Without a record there is nothing.
      { card_id: cardIds[2], before: { stocks: [{ amount: 0 }] }, after: { stocks: [{ amount: 10 }] } },
    ]);
    expect(shelf.writes).toEqual([]);

    expect(await apply(edit.id)).toMatchObject({ state: 'APPLIED', counts: { ready: 0, applied: 3 } });
    expect(amounts()).toEqual([15, 15, 10]);
    expect(shelf.writes).toHaveLength(3);
    const { body: card } = await stocks.call('GET', `/cards/${cardIds[0] ?? 0}/`);
    expect(card.stock).toBe(15);
    const { body: history } = await stocks.call('GET', '/cards/bulk-edits/?reads_any_kind=true');
    expect(history.results).toMatchObject([{ id: edit.id, change: { kind: 'STOCKS', name: 'Склад' } }]);

    expect(await rollBack(edit.id)).toMatchObject({ counts: { applied: 0, rolled_back: 3 } });
    expect(amounts()).toEqual([5, 5, 0]);
  });

  it('have no row where they are so already, and are changed but for those taken out', async () => {
    const { cardIds, warehouseIds, keys, amounts } = await threeCards();
    shelf.amounts.set(keys[0] ?? '', 8);
    const edit = await prepare({ warehouse_ids: warehouseIds, amount: { kind: 'SET', amount: 8 } });
    expect(edit.counts.ready).toBe(2);
    await stocks.call('POST', `/cards/bulk-edits/${edit.id}/left-out/`, {
      card_ids: [cardIds[1]],
      is_left_out: true,
    });
    await apply(edit.id);
    expect(amounts()).toEqual([8, 5, 8]);
    expect(shelf.writes).toHaveLength(1);
  });

  it('go up, down and by a factor, in whole pieces', async () => {
    const { warehouseIds, amounts } = await threeCards();
    const change = async (amount: object) => {
      await apply((await prepare({ warehouse_ids: warehouseIds, amount })).id);
      return amounts()[0];
    };
    expect(await change({ kind: 'MULTIPLY', hundredths: 150 })).toBe(7);
    expect(await change({ kind: 'ADD', amount: -3 })).toBe(4);
    expect(await change({ kind: 'SET', amount: 0 })).toBe(0);
  });

  it('are refused below nothing, above the limit, and where the card is not in the shop', async () => {
    const { cardIds, warehouseIds, keys } = await threeCards();
    const strange = await addShop('Другой', [8], []);
    shelf.amounts.set(keys[0] ?? '', 2);
    shelf.amounts.set(keys[1] ?? '', 100_000);
    const less = await prepare({ warehouse_ids: warehouseIds, amount: { kind: 'ADD', amount: -3 } });
    expect(await rowsOf(less.id)).toMatchObject([
      { state: 'REFUSED', refusal: 'Склад 7 · Северика: вышло бы −1 шт.' },
      { state: 'READY' },
      { state: 'READY', card_id: cardIds[2] },
    ]);
    const more = await prepare({ warehouse_ids: warehouseIds, amount: { kind: 'ADD', amount: 1 } });
    expect((await rowsOf(more.id))[1]).toMatchObject({
      state: 'REFUSED',
      refusal: 'Склад 7 · Северика: вышло бы 100001 шт., можно до 100 000',
    });
    const elsewhere = await prepare({
      warehouse_ids: strange.warehouseIds,
      amount: { kind: 'SET', amount: 1 },
    });
    expect(elsewhere.counts).toMatchObject({ ready: 0, refused: 3 });
    expect((await rowsOf(elsewhere.id))[0].refusal).toBe('Карточки ещё нет в магазине этого склада');
  });

  it('of a group are changed in the shops that have the card and a token; the rest is said', async () => {
    const cardIds = await addCards(2);
    const first = await addShop('Северика', [7], cardIds);
    const second = await addShop('Южная', [8, 9], cardIds.slice(0, 1));
    shelf.beforeRead = (shopId) => {
      if (shopId === second.shopId) throw noToken('Нет токена «Маркетплейс»', 'no_token');
    };
    const change = {
      warehouse_ids: [...first.warehouseIds, ...second.warehouseIds],
      amount: { kind: 'SET', amount: 4 },
    };
    const partly = await prepare(change);
    expect(partly).toMatchObject({ counts: { ready: 2 }, warned_count: 1 });
    expect(await rowsOf(partly.id)).toMatchObject([
      { state: 'READY', warnings: ['PARTLY'], refusal: expect.stringContaining('Нет токена «Маркетплейс»') },
      { state: 'READY', warnings: [], refusal: null },
    ]);
    shelf.beforeRead = () => undefined;
    const whole = await prepare(change);
    expect((await rowsOf(whole.id))[0].after.stocks).toHaveLength(3);
    await apply(whole.id);
    expect([...shelf.amounts.values()]).toEqual([4, 4, 4, 4]);
  });

  it('that have changed since they were looked at are left as they are, and so on the way back', async () => {
    const { warehouseIds, keys, amounts } = await threeCards();
    const edit = await prepare({ warehouse_ids: warehouseIds, amount: { kind: 'SET', amount: 50 } });
    shelf.amounts.set(keys[0] ?? '', 4);
    const applied = await apply(edit.id);
    expect(applied.counts).toMatchObject({ applied: 2, changed_since: 1 });
    expect(amounts()).toEqual([4, 50, 50]);
    expect((await rowsOf(edit.id))[0].refusal).toBe('Склад 7 · Северика: сейчас 4 шт., а было 5');
    shelf.amounts.set(keys[1] ?? '', 49);
    const back = await rollBack(edit.id);
    expect(back.counts).toMatchObject({ applied: 0, changed_since: 1, rolled_back: 1, kept: 1 });
    expect(amounts()).toEqual([4, 49, 5]);
  });

  it('set to the same by somebody else meanwhile are his: they do not go back', async () => {
    const { warehouseIds, keys, amounts } = await threeCards();
    const edit = await prepare({ warehouse_ids: warehouseIds, amount: { kind: 'SET', amount: 50 } });
    shelf.amounts.set(keys[0] ?? '', 50);
    await apply(edit.id);
    await rollBack(edit.id);
    expect(amounts()).toEqual([50, 5, 5]);
  });

  it('that the marketplace refuses by name are listed with its reason, the others are set', async () => {
    const { warehouseIds, shopId, cardIds, amounts } = await threeCards();
    const refused = chrtOf(shopId, cardIds[1] ?? 0);
    const edit = await prepare({ warehouse_ids: warehouseIds, amount: { kind: 'SET', amount: 9 } });
    shelf.beforeWrite = (rows) => {
      if (!rows.some(({ chrtId }) => chrtId === refused)) return;
      const row = { chrtId: refused, detail: 'Не подходит склад для КГТ' };
      throw new MarketplaceError({ kind: 'rejected', status: 409, detail: ['Отказ'], rows: [row] });
    };
    expect((await apply(edit.id)).counts).toMatchObject({ applied: 2, refused: 1 });
    expect((await rowsOf(edit.id))[1]).toMatchObject({
      state: 'REFUSED',
      refusal: 'Склад 7 · Северика: Не подходит склад для КГТ',
    });
    expect(amounts()).toEqual([9, 5, 9]);
    await rollBack(edit.id);
    expect(amounts()).toEqual([5, 5, 5]);
  });

  it('of one card go back alone', async () => {
    const { cardIds, warehouseIds, amounts } = await threeCards();
    const edit = await prepare({ warehouse_ids: warehouseIds, amount: { kind: 'SET', amount: 9 } });
    await apply(edit.id);
    const back = await rollBack(edit.id, cardIds.slice(1, 2));
    expect(back.counts).toMatchObject({ applied: 2, rolled_back: 1 });
    expect(amounts()).toEqual([9, 5, 9]);
  });

  it('in a warehouse of another account, or one that is gone, are not found', async () => {
    const { warehouseIds } = await threeCards();
    const amount = { kind: 'SET', amount: 1 };
    expect((await create({ warehouse_ids: [...warehouseIds, 999_999], amount })).status).toBe(404);
    const stranger = await stocks.signInStranger();
    const response = await stocks.test.app.inject({
      method: 'POST',
      url: '/api/v1/cards/bulk-edits/',
      headers: stranger.headers,
      payload: {
        selection: { filter: {} },
        change: { kind: 'STOCKS', name: 'Чужой', warehouse_ids: warehouseIds, amount },
      },
    });
    expect(response.statusCode).toBe(404);
  });

  it('wait while the marketplace is silent, and lose nothing', async () => {
    const { warehouseIds, amounts } = await threeCards();
    const silent = () => {
      throw unavailable('Нет связи с Wildberries');
    };
    shelf.beforeRead = silent;
    const { body: begun } = await create({ warehouse_ids: warehouseIds, amount: { kind: 'SET', amount: 9 } });
    stocks.test.enqueued.length = 0;
    await run(begun.id);
    expect(await look(begun.id)).toMatchObject({ state: 'PREPARING', prepared_count: 0 });
    expect(stocks.test.enqueued).toMatchObject([{ name: STOCK_EDIT, data: { editId: begun.id } }]);
    shelf.beforeRead = () => undefined;
    await run(begun.id);
    shelf.beforeWrite = silent;
    expect(await apply(begun.id)).toMatchObject({ state: 'APPLYING', counts: { ready: 3, refused: 0 } });
    expect(amounts()).toEqual([5, 5, 5]);
    shelf.beforeWrite = () => undefined;
    await run(begun.id);
    expect(await look(begun.id)).toMatchObject({ state: 'APPLIED', counts: { applied: 3 } });
    expect(amounts()).toEqual([9, 9, 9]);
  });

  it('are nobody’s job but their own; what a dead process has left is gone on with', async () => {
    const { warehouseIds } = await threeCards();
    const { body: edit } = await create({ warehouse_ids: warehouseIds, amount: { kind: 'SET', amount: 9 } });
    stocks.test.enqueued.length = 0;
    const signal = new AbortController().signal;
    await goOnWithBulkEditsJob.handler({ editId: edit.id }, stocks.test.deps, { signal, attempt: 1 });
    expect(await look(edit.id)).toMatchObject({ state: 'PREPARING', prepared_count: 0 });
    expect(stocks.test.enqueued).toMatchObject([
      { name: STOCK_EDIT, data: { editId: edit.id }, singletonKey: String(edit.id) },
    ]);
  });
});

describe('a shop whose token is gone while its stocks go back', () => {
  it('holds up what is in it, with the reason; the next rollback takes that and nothing twice', async () => {
    const cardIds = await addCards(2);
    const shops = [
      await addShop('Северика', [7], cardIds),
      await addShop('Южанка', [8], cardIds.slice(0, 1)),
    ] as const;
    const [north, south] = shops;
    const keys = [
      ...cardIds.map((cardId) => shelf.keyOf(7, chrtOf(north.shopId, cardId))),
      shelf.keyOf(8, chrtOf(south.shopId, cardIds[0]!)),
    ];
    for (const key of keys) shelf.amounts.set(key, 5);
    const amounts = () => keys.map((key) => shelf.amounts.get(key));
    const edit = await prepare({
      warehouse_ids: shops.flatMap(({ warehouseIds }) => warehouseIds),
      amount: { kind: 'SET', amount: 9 },
    });
    expect((await apply(edit.id)).counts).toMatchObject({ applied: 2 });

    const { beforeRead, beforeWrite } = shelf;
    const isTokenGone = () => {
      throw noToken('Нет активного токена', 'no_token');
    };
    shelf.beforeRead = (shopId) => (shopId === south.shopId ? isTokenGone() : undefined);
    expect(await rollBack(edit.id)).toMatchObject({
      state: 'APPLIED',
      counts: { applied: 1, rolled_back: 1, kept: 0 },
    });
    expect(amounts()).toEqual([5, 5, 9]);
    expect((await rowsOf(edit.id))[0]).toMatchObject({
      state: 'APPLIED',
      after: { stocks: [{ warehouse_id: south.warehouseIds[0], amount: 9 }] },
      refusal:
        'Магазин не принял: Склад 8 · Южанка: Нет активного токена. Добавьте в магазине токен «Маркетплейс» с правом записи',
    });

    // Read and not written: the token only reads.
    Object.assign(shelf, { beforeRead, beforeWrite: isTokenGone });
    expect((await rollBack(edit.id)).counts).toMatchObject({ applied: 1, kept: 0 });

    // What has gone back is sold from meanwhile, and no matter of this edit any more.
    shelf.beforeWrite = beforeWrite;
    shelf.amounts.set(keys[0]!, 4);
    expect((await rollBack(edit.id)).counts).toMatchObject({ applied: 0, rolled_back: 2, kept: 0 });
    expect(amounts()).toEqual([4, 5, 5]);
    expect((await rowsOf(edit.id))[0]).toMatchObject({ refusal: null, mend: null });
  });
});
