import { afterAll, beforeAll, expect, it } from 'vitest';
import { createShipment } from '#server/shipments/create-shipment.ts';
import { CUPS, insertCards } from '#tests/support/shipments/test-shipments.ts';
import { buildTestApp, type SignedIn, type TestApp } from '#tests/setup/test-app.ts';

let test: TestApp;
let owner: SignedIn;
let shopIds: [number, number];
let cardId: number;

beforeAll(async () => {
  test = await buildTestApp();
  owner = await test.signIn();
  const { db } = test.database;
  await db.insertInto('subjects').values({ id: CUPS, name: 'Кружки', parent_name: 'Посуда' }).execute();
  const makeShop = async (name: string, digit: number) => {
    const sid = `7b1f4c2e-0000-4000-8000-00000000000${digit}`;
    const shop = { account_id: owner.accountId, name, sid };
    return (await db.insertInto('shops').values(shop).returning('id').executeTakeFirstOrThrow()).id;
  };
  shopIds = [await makeShop('Северика', 1), await makeShop('Тула', 2)];
  [cardId = 0] = await insertCards(test.database, owner.accountId, [
    { vendorCode: 'CUP', priceKopecks: 100_000, discount: 10 },
  ]);
});
afterAll(() => test.close());

const patch = (shopId: number, payload: object) =>
  test.app.inject({
    method: 'PATCH',
    url: `/api/v1/cards/${String(cardId)}/shop-cards/${String(shopId)}/`,
    headers: owner.headers,
    payload,
  });

async function pricesSent(): Promise<{ shop_id: number; price: number; discount: number }[]> {
  const { accountId, userId } = owner;
  const options = { withPrices: true, withDiscounts: true, withImages: false };
  const input = { accountId, userId, cardIds: [cardId], shopIds, options };
  const { id } = await test.database.transaction((trx) => createShipment(trx, test.deps.jobs, input));
  const items = await test.database.db
    .selectFrom('shipment_items')
    .select(['shop_id', 'snapshot'])
    .where('shipment_id', '=', id)
    .orderBy('shop_id')
    .execute();
  return items.map(({ shop_id, snapshot }) => {
    const { priceKopecks, discount } = snapshot as { priceKopecks: number; discount: number };
    return { shop_id, price: priceKopecks, discount };
  });
}

it('a shop’s own price goes to that shop, and the card’s to the others', async () => {
  const response = await patch(shopIds[0], { own_price_kopecks: 150_000, own_discount: null });
  expect(response.statusCode).toBe(200);
  expect(response.json()).toMatchObject({
    shop_id: shopIds[0],
    own_price_kopecks: 150_000,
    own_discount: null,
    state: 'NOT_SENT',
  });
  expect(await pricesSent()).toEqual([
    { shop_id: shopIds[0], price: 150_000, discount: 10 },
    { shop_id: shopIds[1], price: 100_000, discount: 10 },
  ]);
  // The row is there by now: it is changed, and what else it says stays.
  await patch(shopIds[0], { own_price_kopecks: null, own_discount: 30 });
  expect((await pricesSent())[0]).toEqual({ shop_id: shopIds[0], price: 100_000, discount: 30 });
  await patch(shopIds[0], { own_price_kopecks: null, own_discount: null });
  expect((await pricesSent())[0]).toMatchObject({ price: 100_000, discount: 10 });
});

it('a price that somebody has changed since it was seen is left, and said', async () => {
  const seen = { own_price_kopecks: null, own_discount: null };
  await patch(shopIds[1], { own_price_kopecks: 150_000, own_discount: null, seen });
  const late = await patch(shopIds[1], { own_price_kopecks: 170_000, own_discount: 5, seen });
  expect(late.statusCode).toBe(409);
  expect(late.json().detail).toEqual([
    expect.stringMatching(/^За это время её изменили: сейчас цена 1\s500\s₽, скидка как в карточке$/),
  ]);
  const now = { own_price_kopecks: 150_000, own_discount: null };
  const saved = await patch(shopIds[1], { own_price_kopecks: 170_000, own_discount: 5, seen: now });
  expect(saved.json()).toMatchObject({ own_price_kopecks: 170_000, own_discount: 5 });
  await patch(shopIds[1], { own_price_kopecks: null, own_discount: null });
});

it.each([
  { own_price_kopecks: 0, own_discount: null },
  { own_price_kopecks: 99, own_discount: null },
  { own_price_kopecks: 150, own_discount: null },
  { own_price_kopecks: null, own_discount: 100 },
  { own_price_kopecks: '5' },
  {},
])('%j is refused', async (body) => {
  expect((await patch(shopIds[0], body)).statusCode).toBe(400);
});
