import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testStockEdits } from '#tests/support/cards/stock-edits.ts';

const stocks = testStockEdits();
const { shelf, addCards, addShop, chrtOf, apply, rollBack, look, rowsOf, run, call } = stocks;

const COUNTED_AT = '2026-11-20T09:00:00.000Z';
const codeOf = (cardId: number) => `46${String(cardId).padStart(11, '0')}`;

/** Cards in one shop with one warehouse, five pieces of each, each with a barcode of its own. */
async function cardsWithBarcodes(count = 3) {
  const { db } = stocks.test.database;
  const cardIds = await addCards(count);
  const { shopId, warehouseIds } = await addShop('Северика', [7], cardIds);
  for (const id of cardIds) {
    await sql`UPDATE shop_cards SET sizes = jsonb_set(sizes, '{0,skus}', ${JSON.stringify([codeOf(id)])}::jsonb)
      WHERE card_id = ${id}`.execute(db);
    const own = JSON.stringify([{ techSize: '0', wbSize: '', skus: [codeOf(id)] }]);
    await sql`UPDATE cards SET sizes = ${own}::jsonb WHERE id = ${id}`.execute(db);
  }
  const keys = cardIds.map((id) => shelf.keyOf(7, chrtOf(shopId, id)));
  for (const key of keys) shelf.amounts.set(key, 5);
  return { cardIds, shopId, warehouseIds, keys, amounts: () => keys.map((key) => shelf.amounts.get(key)) };
}

const line = (key: string, said: object) => ({
  key,
  barcode: '',
  card_id: null,
  amount: 9,
  counted_at: COUNTED_AT,
  ...said,
});

const compare = (warehouseIds: number[], lines: object[]) =>
  call('POST', '/cards/bulk-edits/count/', { warehouse_ids: warehouseIds, name: 'Склад', lines });

describe('a count', () => {
  it('is compared with what the marketplace has now, nothing is written; applied it is, and goes back', async () => {
    const { cardIds, warehouseIds, amounts } = await cardsWithBarcodes();
    const [first = 0, second = 0] = cardIds;
    const { status, body } = await compare(warehouseIds, [
      line('a', { barcode: codeOf(first), amount: 7 }),
      line('b', { barcode: codeOf(second), amount: 5 }),
    ]);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      edit: { state: 'PREPARING', change: { kind: 'COUNT', name: 'Склад', line_total: 2 } },
      lines: [
        { key: 'a', card_id: first, vendor_code: 'K-1', cells: [{ warehouse_name: 'Склад 7 · Северика' }] },
        { key: 'b', card_id: second },
      ],
      uncompared: [],
    });
    await run(body.edit.id);
    // The second is as it was counted, the third was not counted.
    expect(await rowsOf(body.edit.id)).toMatchObject([
      { card_id: first, before: { stocks: [{ amount: 5 }] }, after: { stocks: [{ amount: 7 }] } },
    ]);
    expect(shelf.writes).toEqual([]);
    expect(await apply(body.edit.id)).toMatchObject({ state: 'APPLIED', counts: { applied: 1 } });
    expect(amounts()).toEqual([7, 5, 5]);
    await rollBack(body.edit.id);
    expect(amounts()).toEqual([5, 5, 5]);
  });

  it('leaves alone what was sold between the look and the sending', async () => {
    const { cardIds, warehouseIds, keys, amounts } = await cardsWithBarcodes();
    const lines = cardIds.map((id) => line(String(id), { barcode: codeOf(id) }));
    const { body } = await compare(warehouseIds, lines);
    await run(body.edit.id);
    shelf.amounts.set(keys[0] ?? '', 4);
    expect((await apply(body.edit.id)).counts).toMatchObject({ applied: 2, changed_since: 1 });
    expect(amounts()).toEqual([4, 9, 9]);
  });

  it('says why a line cannot be compared: nothing, several, another shop, several sizes, the same twice', async () => {
    const { db } = stocks.test.database;
    const { cardIds, warehouseIds } = await cardsWithBarcodes(6);
    const [one = 0, two = 0, three = 0, four = 0, elsewhere = 0, fine = 0] = cardIds;
    await sql`UPDATE shop_cards SET sizes = jsonb_set(sizes, '{0,skus}', ${JSON.stringify(['4600000000999'])}::jsonb)
      WHERE card_id IN (${one}, ${two})`.execute(db);
    await sql`UPDATE cards SET sizes = '[{"techSize":"0","wbSize":"","skus":["4600000000999"]}]' WHERE id IN (${one}, ${two})`.execute(
      db,
    );
    await sql`UPDATE shop_cards SET sizes = sizes || jsonb_set(sizes -> 0, '{chrtId}', '77') WHERE card_id = ${three}`.execute(
      db,
    );
    await sql`DELETE FROM shop_cards WHERE card_id = ${elsewhere}`.execute(db);
    const { body } = await compare(warehouseIds, [
      line('nothing', { barcode: '4699999999999' }),
      line('both', { barcode: '4600000000999' }),
      line('sizes', { card_id: three }),
      line('shop', { barcode: codeOf(elsewhere) }),
      line('twice', { barcode: codeOf(four) }),
      line('again', { card_id: four }),
      line('fine', { barcode: 'unknown to all', card_id: fine }),
    ]);
    expect(body.uncompared).toEqual([
      { key: 'nothing', reason: 'NOT_FOUND' },
      { key: 'both', reason: 'AMBIGUOUS' },
      { key: 'sizes', reason: 'SEVERAL_SIZES' },
      { key: 'shop', reason: 'NOT_IN_SHOP' },
      { key: 'twice', reason: 'REPEATED' },
      { key: 'again', reason: 'REPEATED' },
    ]);
    expect(body.lines).toMatchObject([{ key: 'fine', card_id: fine }]);
  });

  it('tells orders since it was counted, cancelled ones not, and until when orders are known', async () => {
    const { db } = stocks.test.database;
    const { accountId } = stocks.owner;
    const { cardIds, shopId, warehouseIds } = await cardsWithBarcodes();
    const [first = 0] = cardIds;
    const order = (srid: string, at: string, isCancel = false) =>
      sql`INSERT INTO orders (shop_id, srid, account_id, day, nm_id, vendor_code, price_with_disc_kopecks, is_cancel, changed_at)
        VALUES (${shopId}, ${srid}, ${accountId}, ${at.slice(0, 10)}, ${120_000_000 + first}, 'K', 1, ${isCancel}, ${at})`.execute(
        db,
      );
    await order('before', '2026-11-20T08:00:00Z');
    await order('after', '2026-11-20T10:00:00Z');
    await order('cancelled', '2026-11-20T11:00:00Z', true);
    const lines = [line('a', { barcode: codeOf(first) })];
    expect((await compare(warehouseIds, lines)).body.lines).toMatchObject([
      { orders: 1, orders_read_at: null },
    ]);
    await sql`INSERT INTO sync_cursors (shop_id, kind, account_id, synced_at)
      VALUES (${shopId}, 'orders', ${accountId}, '2026-11-20T12:00:00Z')`.execute(db);
    expect((await compare(warehouseIds, lines)).body.lines).toMatchObject([
      { orders: 1, orders_read_at: '2026-11-20T12:00:00.000Z' },
    ]);
  });

  it('of nothing that is known makes no edit; of another account finds neither warehouse nor card', async () => {
    const { cardIds, warehouseIds } = await cardsWithBarcodes();
    const { body } = await compare(warehouseIds, [line('a', { barcode: '4699999999999' })]);
    expect(body).toMatchObject({ edit: null, lines: [], uncompared: [{ key: 'a' }] });
    const stranger = await stocks.signInStranger();
    const ask = (payload: object) =>
      stocks.test.app.inject({
        method: 'POST',
        url: '/api/v1/cards/bulk-edits/count/',
        headers: stranger.headers,
        payload,
      });
    const lines = [line('a', { barcode: codeOf(cardIds[0] ?? 0), card_id: cardIds[0] ?? 0 })];
    expect((await ask({ warehouse_ids: warehouseIds, name: 'Чужой', lines })).statusCode).toBe(404);
    expect((await look(1_000_000)).code).toBe('not_found');
  });

  it('asked for again with its key is the same edit, and not another', async () => {
    const { cardIds, warehouseIds } = await cardsWithBarcodes();
    const ask = async () => {
      const response = await stocks.test.app.inject({
        method: 'POST',
        url: '/api/v1/cards/bulk-edits/count/',
        headers: { ...stocks.owner.headers, 'idempotency-key': 'count-1-key-of-this-test' },
        payload: {
          warehouse_ids: warehouseIds,
          name: 'Склад',
          lines: cardIds.map((id) => line(String(id), { barcode: codeOf(id) })),
        },
      });
      return response.json().edit.id;
    };
    expect(await ask()).toBe(await ask());
  });
});
