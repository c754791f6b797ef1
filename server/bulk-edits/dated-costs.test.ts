import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShopTest, type ShopTest } from '#tests/setup/shop-test.ts';
import type { SignedIn } from '#tests/setup/test-app.ts';
import { addTestSubjects, cardBody } from '#tests/support/cards/fixtures.ts';

let test: ShopTest;
let owner: SignedIn;
const FROM = '2026-03-10';

beforeAll(async () => {
  test = await openShopTest();
  await addTestSubjects(test.database.db);
  owner = await test.signIn('owner');
});
afterAll(() => test.close());

async function createCard(vendorCode: string, costPriceKopecks: number | null): Promise<number> {
  const { body } = await test.call(owner, 'POST', '/cards/', {
    body: cardBody(vendorCode, { costPriceKopecks }),
  });
  return body.id;
}
const call = async (method: 'GET' | 'POST', path: string, body?: object) =>
  (await test.call(owner, method, path, body ? { body } : {})).body;
const prepare = (ids: number[], costPrice: object, from = FROM) =>
  call('POST', '/cards/bulk-edits/', {
    selection: { ids },
    change: { kind: 'DATED_COST', cost_price: costPrice, from },
  });
const rowsOf = async (editId: number) => (await call('GET', `/cards/bulk-edits/${editId}/rows/`)).results;
const apply = (editId: number, count: number) =>
  call('POST', `/cards/bulk-edits/${editId}/apply/`, { expected_count: count });
const rollBack = (editId: number) => call('POST', `/cards/bulk-edits/${editId}/rollback/`, {});
const addCost = (id: number, from: string | null, kopecks: number) =>
  call('POST', `/cards/${id}/costs/`, {
    from,
    shop_id: null,
    tech_size: null,
    cost_price_kopecks: kopecks,
  });
async function costsOf(id: number): Promise<unknown[]> {
  const costs: { from: string | null; cost_price_kopecks: number | null }[] = await call(
    'GET',
    `/cards/${id}/costs/`,
  );
  return costs.map((one) => [one.from, one.cost_price_kopecks]);
}

describe('a bulk edit of the cost price from a day on', () => {
  it('is reckoned from what is valid on the day, adds to what was said, and is taken back whole', async () => {
    const known = await createCard('DATED-KNOWN', 200_00);
    const replaced = await createCard('DATED-REPLACED', 100_00);
    await addCost(replaced, FROM, 300_00);
    const unknown = await createCard('DATED-UNKNOWN', null);
    const edit = await prepare([known, replaced, unknown], { kind: 'PERCENT', basis_points: 1_000 });
    expect(edit.counts).toMatchObject({ ready: 2, refused: 1 });
    expect(
      (await rowsOf(edit.id)).map((row: { before: object; after: object }) => [row.before, row.after]),
    ).toEqual([
      [
        { dated_cost: { from: FROM, cost_price_kopecks: 200_00, is_own: false } },
        { dated_cost: { from: FROM, cost_price_kopecks: 220_00, is_own: true } },
      ],
      [
        { dated_cost: { from: FROM, cost_price_kopecks: 300_00, is_own: true } },
        { dated_cost: { from: FROM, cost_price_kopecks: 330_00, is_own: true } },
      ],
      [{ dated_cost: { from: FROM, cost_price_kopecks: null, is_own: false } }, {}],
    ]);
    expect((await apply(edit.id, 2)).counts).toMatchObject({ applied: 2 });
    expect(await costsOf(known)).toEqual([
      [FROM, 220_00],
      [null, 200_00],
    ]);
    expect(await costsOf(replaced)).toEqual([
      [FROM, 330_00],
      [null, 100_00],
    ]);
    expect((await call('GET', `/cards/${known}/`)).cost_price_kopecks).toBe(220_00);
    expect((await rollBack(edit.id)).counts).toMatchObject({ rolled_back: 2 });
    expect(await costsOf(known)).toEqual([[null, 200_00]]);
    expect(await costsOf(replaced)).toEqual([
      [FROM, 300_00],
      [null, 100_00],
    ]);
    expect((await call('GET', `/cards/${known}/`)).cost_price_kopecks).toBe(200_00);
  });

  it('takes a cost away, now or from a day on, warns of no loss, and gives it back', async () => {
    const id = await createCard('DATED-CLEARED', 900_000_00);
    for (const [from, left] of [
      [null, [[null, null]]],
      [
        FROM,
        [
          [FROM, null],
          [null, 900_000_00],
        ],
      ],
    ] as const) {
      const edit = await call('POST', '/cards/bulk-edits/', {
        selection: { ids: [id] },
        change: { kind: 'NO_COST', from },
      });
      expect(edit).toMatchObject({
        change: { kind: 'NO_COST', from },
        counts: { ready: 1 },
        warned_count: 0,
      });
      expect((await apply(edit.id, 1)).counts).toMatchObject({ applied: 1 });
      expect((await call('GET', `/cards/${id}/`)).cost_price_kopecks).toBeNull();
      expect(await costsOf(id)).toEqual(left);
      expect((await rollBack(edit.id)).counts).toMatchObject({ rolled_back: 1 });
      expect((await call('GET', `/cards/${id}/`)).cost_price_kopecks).toBe(900_000_00);
    }
  });

  it('leaves a card alone whose cost of that day somebody has said meanwhile, there and back', async () => {
    const id = await createCard('DATED-RACE', 200_00);
    const edit = await prepare([id], { kind: 'SET', kopecks: 250_00 });
    await addCost(id, '2026-02-01', 210_00);
    expect((await apply(edit.id, 1)).counts).toMatchObject({ applied: 0, changed_since: 1 });
    expect(await costsOf(id)).toEqual([
      ['2026-02-01', 210_00],
      [null, 200_00],
    ]);
    const again = await prepare([id], { kind: 'SET', kopecks: 250_00 });
    await apply(again.id, 1);
    await addCost(id, FROM, 255_00);
    expect((await rollBack(again.id)).counts).toMatchObject({ rolled_back: 0, kept: 1 });
    expect((await costsOf(id))[0]).toEqual([FROM, 255_00]);
  });

  it('has nothing to do where the cost of the day is the wanted one already', async () => {
    const id = await createCard('DATED-SAME', 200_00);
    const edit = await prepare([id], { kind: 'SET', kopecks: 200_00 }, '2099-01-01');
    expect([edit.card_total, edit.counts.ready]).toEqual([1, 0]);
  });
});
