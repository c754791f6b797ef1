import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShopTest, type ShopTest } from '#tests/setup/shop-test.ts';
import type { SignedIn } from '#tests/setup/test-app.ts';
import { addTestShop, addTestSubjects, cardBody } from '#tests/support/cards/fixtures.ts';
import { followCostsJob } from './card-costs.ts';

let test: ShopTest;
let owner: SignedIn;
const DAY_MS = 86_400_000;
/** In Moscow, so many days from now. */
const dayFromNow = (days: number) =>
  new Date(Date.now() + 3 * 3_600_000 + days * DAY_MS).toISOString().slice(0, 10);

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
const cardOf = async (id: number) => (await test.call(owner, 'GET', `/cards/${id}/`)).body;
async function save(id: number, costPriceKopecks: number | null): Promise<void> {
  const { version } = await cardOf(id);
  await test.call(owner, 'PATCH', `/cards/${id}/`, {
    body: { cost_price_kopecks: costPriceKopecks },
    version,
  });
}
const add = (id: number, from: string | null, kopecks: number, place: object = {}) =>
  test.call(owner, 'POST', `/cards/${id}/costs/`, {
    body: { from, shop_id: null, tech_size: null, cost_price_kopecks: kopecks, ...place },
  });
/** Day and kopecks, and which of them the card says. */
async function costsOf(id: number): Promise<[string | null, number | null, boolean][]> {
  const { body } = await test.call(owner, 'GET', `/cards/${id}/costs/`);
  return body.map((one: { from: string | null; cost_price_kopecks: number | null; is_current: boolean }) => [
    one.from,
    one.cost_price_kopecks,
    one.is_current,
  ]);
}
const run = () => followCostsJob.handler({}, test.deps, { signal: new AbortController().signal, attempt: 1 });

describe('the costs of a card', () => {
  it('begin with what the card is made with, valid always; none where nobody has said it', async () => {
    expect(await costsOf(await createCard('COST-FIRST', 250_00))).toEqual([[null, 250_00, true]]);
    const unknown = await createCard('COST-NONE', null);
    expect(await costsOf(unknown)).toEqual([]);
    await save(unknown, 100_00);
    expect(await costsOf(unknown)).toEqual([[null, 100_00, true]]);
  });

  it('are corrected, not added to, by a write of the card that says no day', async () => {
    const id = await createCard('COST-CORRECTED', 250_00);
    await save(id, 260_00);
    expect(await costsOf(id)).toEqual([[null, 260_00, true]]);
    const from = dayFromNow(-10);
    await add(id, from, 300_00);
    await save(id, 310_00);
    expect(await costsOf(id)).toEqual([
      [from, 310_00, true],
      [null, 260_00, false],
    ]);
    await save(id, null);
    expect(await costsOf(id)).toEqual([
      [from, null, true],
      [null, 260_00, false],
    ]);
  });

  it('become the card’s when they are valid today, with a version and a line in its history', async () => {
    const id = await createCard('COST-TODAY', 250_00);
    const { version } = await cardOf(id);
    const { status, body } = await add(id, dayFromNow(0), 300_00);
    expect([status, body.length]).toEqual([200, 2]);
    expect(body[0].user_name).toEqual(expect.any(String));
    expect(await cardOf(id)).toMatchObject({ cost_price_kopecks: 300_00, version: version + 1 });
    const { body: history } = await test.call(owner, 'GET', `/cards/${id}/changes/`);
    expect(history.results[0]).toMatchObject({
      before: { cost_price_kopecks: 250_00 },
      after: { cost_price_kopecks: 300_00 },
    });
  });

  it('of a day to come leave the card as it is until the day has come, whoever was not there then', async () => {
    const id = await createCard('COST-FUTURE', 250_00);
    await add(id, dayFromNow(2), 300_00);
    await run();
    expect((await cardOf(id)).cost_price_kopecks).toBe(250_00);
    // A correction of today's is not one of tomorrow's.
    await save(id, 255_00);
    await test.database.db
      .updateTable('card_costs')
      .set({ from_day: dayFromNow(-1) })
      .where('card_id', '=', id)
      .where('cost_kopecks', '=', 300_00)
      .execute();
    await run();
    const { version, ...card } = await cardOf(id);
    expect(card.cost_price_kopecks).toBe(300_00);
    expect(await costsOf(id)).toEqual([
      [dayFromNow(-1), 300_00, true],
      [null, 255_00, false],
    ]);
    await run();
    expect((await cardOf(id)).version).toBe(version);
  });

  it('are replaced on the same day, and give way to what was before when they are removed', async () => {
    const id = await createCard('COST-REMOVED', 250_00);
    const from = dayFromNow(-3);
    await add(id, from, 300_00);
    const { body } = await add(id, from, 305_00);
    expect(await costsOf(id)).toEqual([
      [from, 305_00, true],
      [null, 250_00, false],
    ]);
    const removed = await test.call(owner, 'DELETE', `/cards/${id}/costs/${body[0].id}/`);
    expect(removed.body).toHaveLength(1);
    expect((await cardOf(id)).cost_price_kopecks).toBe(250_00);
    await test.call(owner, 'DELETE', `/cards/${id}/costs/${body[1].id}/`);
    expect(await costsOf(id)).toEqual([]);
    expect((await cardOf(id)).cost_price_kopecks).toBeNull();
  });

  it('of a shop or a size stand beside the card’s and change nothing of it', async () => {
    const size = { techSize: '42', wbSize: '', skus: [] };
    const { body: card } = await test.call(owner, 'POST', '/cards/', {
      body: cardBody('COST-PLACE', { costPriceKopecks: 250_00, sizes: [size] }),
    });
    const { id } = card;
    const shopId = await addTestShop(test.database.db, owner.accountId, 'Северика');
    await add(id, null, 280_00, { shop_id: shopId });
    const { body } = await add(id, dayFromNow(-5), 290_00, { shop_id: shopId, tech_size: '42' });
    expect(body.map((one: { cost_price_kopecks: number }) => one.cost_price_kopecks)).toEqual([
      250_00, 280_00, 290_00,
    ]);
    expect((await cardOf(id)).cost_price_kopecks).toBe(250_00);
    expect((await add(id, null, 1_00, { tech_size: 'нет такого' })).status).toBe(400);
    expect((await add(id, null, 1_00, { shop_id: 999_999_999 })).status).toBe(404);
  });

  it('are written by a bulk edit as by the card', async () => {
    const id = await createCard('COST-BULK', 250_00);
    await add(id, dayFromNow(-10), 300_00);
    const { body: edit } = await test.call(owner, 'POST', '/cards/bulk-edits/', {
      body: {
        selection: { ids: [id] },
        change: { kind: 'COST_PRICE', cost_price: { kind: 'SET', kopecks: 320_00 } },
      },
    });
    await test.call(owner, 'POST', `/cards/bulk-edits/${edit.id}/apply/`, { body: { expected_count: 1 } });
    expect(await costsOf(id)).toEqual([
      [dayFromNow(-10), 320_00, true],
      [null, 250_00, false],
    ]);
  });
});
