import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { findShops } from '#server/shops/repository.ts';
import { calls } from '#tests/support/marketplace/client-calls.ts';
import { wellFormedAnswers } from '#tests/support/marketplace/well-formed-answers.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import {
  createTestAccount,
  createTestShop,
  openTestMarket,
  type TestMarket,
  type TestShop,
} from '#tests/support/marketplace/test-market.ts';
import { createMarketplace, simulatorBaseUrls } from './marketplace.ts';
import { operationOf } from './misfit.ts';
import { createResponseCanary, type ResponseCanary } from './response-canary.ts';
import { touchedBy } from './touched-by-misfit.ts';
import { requestOf } from '#tests/support/marketplace/client-calls.ts';

let database: Database;
let market: TestMarket;
let shop: TestShop;
const log = { warn: vi.fn(), info: vi.fn() };
let canary: ResponseCanary;

beforeAll(async () => {
  database = await openTestDatabase();
  market = await openTestMarket();
});
beforeEach(async () => {
  shop = await createTestShop(database, market, await createTestAccount(database));
  canary = createResponseCanary(log);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});
afterAll(async () => {
  await market.close();
  await database.close();
});

/** The marketplace answers each call so, and the shop is asked for its stocks. */
async function askStocks(answer: unknown, by: ResponseCanary = canary): Promise<void> {
  const marketplace = createMarketplace({
    baseUrls: simulatorBaseUrls('http://marketplace.test'),
    demoBaseUrls: () => simulatorBaseUrls('http://marketplace.test'),
    openSecret: ({ secret }) => secret.toString('utf8'),
    canary: by,
    limits: 'off',
  });
  const client = await marketplace.forShop(database.db, shop.accountId, shop.shopId);
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(answer))));
  await calls.getStocks(client).catch(() => undefined);
  vi.unstubAllGlobals();
}

const STRANGE = { stocks: [{ chrtId: 3123515574, quantity: 'секрет' }] };
const OTHERWISE_STRANGE = { stocks: { items: [] } };

const misfits = async (accountId = shop.accountId) => {
  const [found] = await findShops(database.db, accountId, shop.shopId);
  return found?.misfits;
};

it('CR-10: an operation that fits again is known to, also when others of the shop were answered while it did not', async () => {
  const { db } = database;
  const operation = 'POST /api/v3/stocks/{id}';
  // The same shop's sales and goods are read at the same time.
  await Promise.all([
    canary.misfitted(db, shop, { operation, path: 'stocks' }),
    canary.fitted(db, shop, 'GET /ping'),
    canary.fitted(db, shop, 'GET /api/v1/supplier/sales'),
  ]);
  expect(await misfits()).toHaveLength(1);
  await canary.fitted(db, shop, operation);
  expect(await misfits()).toEqual([]);
});

it('CR-05: an answer that stops fitting stands with the shop, with its field, what it touches and since when', async () => {
  await askStocks(STRANGE);
  const [first] = (await misfits()) ?? [];
  expect(first).toMatchObject({
    operation: 'POST /api/v3/stocks/{id}',
    path: 'stocks[].amount',
    touches: 'чтение остатков',
    count: 1,
  });
  await askStocks(OTHERWISE_STRANGE);
  expect(await misfits()).toMatchObject([{ path: 'stocks', count: 2, firstSeenAt: first?.firstSeenAt }]);
});

it('CR-05: is told to the log once, without a word of what was answered', async () => {
  await askStocks(STRANGE);
  await askStocks(STRANGE);
  await askStocks(STRANGE, createResponseCanary(log));
  expect(log.warn.mock.calls).toEqual([
    [
      { shopId: shop.shopId, operation: 'POST /api/v3/stocks/{id}', path: 'stocks[].amount' },
      'The marketplace answers otherwise than documented',
    ],
  ]);
});

it('CR-07: is gone by itself when the operation fits again, after a restart too', async () => {
  await askStocks(STRANGE);
  await askStocks(wellFormedAnswers.getStocks);
  expect(await misfits()).toEqual([]);
  await askStocks(STRANGE);
  await askStocks(wellFormedAnswers.getStocks, createResponseCanary(log));
  expect(await misfits()).toEqual([]);
  expect(log.info).toHaveBeenCalledTimes(2);
});

it('stays while other operations fit', async () => {
  await askStocks(STRANGE);
  await canary.fitted(database.db, shop, 'GET /api/v3/warehouses');
  expect(await misfits()).toHaveLength(1);
});

it('CR-08: belongs to the account: another one neither sees nor ends nor counts it', async () => {
  await askStocks(STRANGE);
  const stranger = await createTestAccount(database);
  const place = { accountId: stranger.accountId, shopId: shop.shopId };
  const theirs = createResponseCanary(log);
  await theirs.fitted(database.db, place, 'POST /api/v3/stocks/{id}');
  await theirs.misfitted(database.db, place, { operation: 'POST /api/v3/stocks/{id}', path: 'чужое' });
  expect(await misfits(stranger.accountId)).toBeUndefined();
  expect(await misfits()).toMatchObject([{ path: 'stocks[].amount', count: 1 }]);
});

it('a database that cannot note it fails no call', async () => {
  const broken = {
    selectFrom: () => {
      throw new Error('no database');
    },
  } as unknown as Database['db']; // any use of it fails
  await canary.misfitted(broken, shop, { operation: 'GET /x', path: '' });
  await canary.fitted(broken, shop, 'GET /x');
  expect(log.warn).toHaveBeenCalledTimes(2);
});

it.each(Object.keys(calls))('what %s touches has a name for a seller', async (name) => {
  expect(touchedBy(operationOf(await requestOf(name)))).toMatch(/^[а-я]/);
});
