import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  call,
  cardBody,
  LATER_MS,
  loadedCup,
  openShop,
  type Shop,
} from '#tests/support/simulator/test-simulator.ts';

let shop: Shop;
let trial: string;
beforeEach(async () => {
  shop = await openShop();
  trial = await shop.issue({ sandbox: true });
});
afterEach(() => shop.close());

const list = (host: string, token: string) =>
  call(shop.url, 'POST', `/${host}/content/v2/get/cards/list`, token, {});

it('takes a token of the sandbox there and nowhere else, and no other there', async () => {
  expect((await call(shop.url, 'GET', '/content-sandbox/ping', trial)).status).toBe(200);
  expect(await call(shop.url, 'GET', '/content/ping', trial)).toMatchObject({
    status: 401,
    body: { detail: 'token problem; test token can be used in the sandbox only' },
  });
  expect(await call(shop.url, 'GET', '/content-sandbox/ping', shop.token)).toMatchObject({
    status: 401,
    body: { detail: 'token problem; token can not be used in this environment' },
  });
});

it('keeps what is tried out apart from the cabinet', async () => {
  await shop.load([loadedCup('REAL-1')]);
  await call(shop.url, 'POST', '/content-sandbox/content/v2/cards/upload', trial, cardBody('TRIAL-1'));
  shop.advance(LATER_MS);
  expect((await list('content-sandbox', trial)).body.cards).toMatchObject([{ vendorCode: 'TRIAL-1' }]);
  expect((await list('content', shop.token)).body.cards).toMatchObject([{ vendorCode: 'REAL-1' }]);
});

it('has no sandbox of what the documents describe without one', async () => {
  for (const path of [
    '/content-sandbox/api/content/v1/brands?subjectId=812',
    '/marketplace-sandbox/ping',
    '/common-sandbox/api/v1/seller-info',
    '/finance-sandbox/ping',
    '/analytics-sandbox/ping',
    '/calendar-sandbox/ping',
  ]) {
    expect((await call(shop.url, 'GET', path, trial)).status).toBe(404);
  }
  for (const host of ['prices', 'statistics']) {
    expect((await call(shop.url, 'GET', `/${host}-sandbox/ping`, trial)).status).toBe(200);
  }
});
