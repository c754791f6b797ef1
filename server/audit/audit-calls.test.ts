import { afterAll, beforeAll, expect, it } from 'vitest';
import { addTestShop, addTestSubjects, cardBody } from '#tests/support/cards/fixtures.ts';
import { buildTestApp, type SignedIn, type TestApp } from '#tests/setup/test-app.ts';

let test: TestApp;
let owner: SignedIn;
let cardId: number;
let shopId: number;
beforeAll(async () => {
  test = await buildTestApp();
  await addTestSubjects(test.database.db);
  owner = await test.signIn();
  shopId = await addTestShop(test.database.db, owner.accountId);
  const { id } = (await call('POST', '/cards/', cardBody('A-1'))).json<{ id: number }>();
  cardId = id;
});
afterAll(() => test.close());

function call(
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  payload?: object,
  who = owner,
  version?: number,
) {
  return test.app.inject({
    method,
    url: `/api/v1${path}`,
    headers: { ...who.headers, ...(version === undefined ? {} : { 'if-match': `"v${version}"` }) },
    ...(payload && { payload }),
  });
}

async function lastLine() {
  return await test.database.db
    .selectFrom('audit_events')
    .select(['action', 'result', 'account_id', 'user_id', 'session_id', 'facts'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
}

const NETWORK = expect.stringMatching(/^[\w-]{22}$/) as string;

it('a sign-in says from which network it came, without naming it', async () => {
  await call('POST', '/user/auth/', { login: 'seller', password: 'соль и перец 42' });
  const { db } = test.database;
  const lines = await db.selectFrom('audit_events').selectAll().where('action', '=', 'login').execute();
  expect(lines.map(({ result, facts }) => [result, facts])).toContainEqual(['ok', { network: NETWORK }]);
  expect(JSON.stringify(lines)).not.toContain('127.0.0.1');
});

it('a price is in the journal with what it became, in the card and in a shop', async () => {
  expect(
    (await call('PATCH', `/cards/${cardId}/`, { discount: 15, title: 'Тайна' }, owner, 1)).statusCode,
  ).toBe(200);
  expect(await lastLine()).toMatchObject({
    action: 'price-changed',
    result: 'ok',
    account_id: owner.accountId,
    user_id: owner.userId,
    facts: { call: 'PATCH /cards/{id}/', id: cardId, discount: 15, status: 200, network: NETWORK },
  });
  expect(JSON.stringify(await lastLine())).not.toContain('Тайна');
  const own = { own_price_kopecks: 150_000, own_discount: null };
  await call('PATCH', `/cards/${cardId}/shop-cards/${shopId}/`, own);
  expect(await lastLine()).toMatchObject({
    action: 'price-changed',
    facts: { id: cardId, shopId, own_price_kopecks: 150_000 },
  });
});

it('a save without a price is not', async () => {
  const before = await lastLine();
  expect((await call('PATCH', `/cards/${cardId}/`, { title: 'Имя' }, owner, 2)).statusCode).toBe(200);
  expect(await lastLine()).toEqual(before);
});

it('stocks, shipments and files are, also when they are refused', async () => {
  await call('POST', `/cards/${cardId}/send-stocks/`, {
    stocks: [{ warehouse_id: 999, chrt_id: 1, amount: 1 }],
  });
  expect(await lastLine()).toMatchObject({
    action: 'stocks-sent',
    result: 'refused',
    facts: { id: cardId, stocks: 1 },
  });
  const input = {
    selection: { ids: [cardId] },
    shop_ids: [shopId],
    options: { with_prices: true, with_discounts: true, with_images: false },
  };
  const response = await call('POST', '/cards/send/', input);
  expect(await lastLine()).toMatchObject({
    action: 'shipment-started',
    result: response.statusCode === 201 ? 'ok' : 'refused',
    facts: { shop_ids: 1 },
  });
  await call('GET', '/shipments/999/export/?format=csv');
  expect(await lastLine()).toMatchObject({ action: 'export', result: 'refused', facts: { id: 999 } });
});

it('a change of many cards is, with how many, and so is its rollback', async () => {
  const change = { kind: 'PRICES', price: { kind: 'SET', kopecks: 77_700 } };
  const created = await call('POST', '/cards/bulk-edits/', { selection: { ids: [cardId] }, change });
  const { id } = created.json<{ id: number }>();
  await call('POST', `/cards/bulk-edits/${id}/apply/`, { expected_count: 1 });
  expect(await lastLine()).toMatchObject({
    action: 'bulk-edit-applied',
    result: 'ok',
    facts: { id, expected_count: 1, status: 200 },
  });
  await call('POST', `/cards/bulk-edits/${id}/rollback/`, {});
  expect(await lastLine()).toMatchObject({ action: 'bulk-edit-rolled-back', result: 'ok', facts: { id } });
});

it('a call for what is another account’s is', async () => {
  const stranger = await test.signIn('stranger');
  expect((await call('GET', `/cards/${cardId}/`, undefined, stranger)).statusCode).toBe(404);
  expect(await lastLine()).toMatchObject({
    action: 'access',
    result: 'refused',
    account_id: stranger.accountId,
    facts: { call: 'GET /cards/{id}/', id: cardId, status: 404 },
  });
});

it.each(['TRUNCATE audit_events', 'DELETE FROM audit_events', "UPDATE audit_events SET action = 'x'"])(
  '«%s» is refused by the database',
  async (statement) => {
    await expect(test.database.executeSql(statement)).rejects.toThrow('append-only');
  },
);
