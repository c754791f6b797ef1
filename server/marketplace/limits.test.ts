import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import { createLimiter, type LimitKey } from './limits.ts';
import {
  createTestAccount,
  createTestShop,
  failureOf,
  openTestMarket,
  type TestMarket,
  type TestShop,
} from '#tests/support/marketplace/test-market.ts';

let database: Database;
let market: TestMarket;
const limiter = createLimiter();

/** Longer than any machine takes for the rest of a test. */
const LONG_PAUSE_MS = 300_000;

beforeAll(async () => {
  database = await openTestDatabase();
  market = await openTestMarket({ limits: 'real' });
});
afterAll(async () => {
  await market.close();
  await database.close();
});

const keyOf = (input: Partial<LimitKey> = {}): LimitKey => ({
  sid: randomUUID(),
  group: 'content-upload',
  tokenType: 'PERSONAL',
  ...input,
});

async function takeUntilRefused(key: LimitKey): Promise<{ calls: number; retryInMs: number }> {
  for (let calls = 0; ; calls += 1) {
    const taken = await limiter.take(database.db, key);
    if (!taken.isTaken) return { calls, retryInMs: taken.retryInMs };
  }
}

it('gives the burst at once and then says when the next call is due', async () => {
  const { calls, retryInMs } = await takeUntilRefused(keyOf({ group: 'orders' }));
  expect(calls).toBe(10);
  // Less by what the ten calls took.
  expect(retryInMs).toBeGreaterThan(6100);
  expect(retryInMs).toBeLessThanOrEqual(60_100);
});

it('gives no call twice when many take at once', async () => {
  const key = keyOf({ group: 'funnel' });
  const taken = await Promise.all(Array.from({ length: 30 }, () => limiter.take(database.db, key)));
  expect(taken.filter((one) => one.isTaken)).toHaveLength(3);
});

it('gives a call back after its interval', async () => {
  const key = keyOf({ group: 'stocks' });
  const { retryInMs } = await takeUntilRefused(key);
  await delay(retryInMs);
  expect(await limiter.take(database.db, key)).toMatchObject({ isTaken: true });
});

it('holds a basic token to its own numbers', async () => {
  const { calls, retryInMs } = await takeUntilRefused(keyOf({ group: 'prices', tokenType: 'BASIC' }));
  expect(calls).toBe(1);
  expect(retryInMs).toBeGreaterThan(14 * 60_000);
});

it('pauses the whole bucket for as long as a 429 says, and no other', async () => {
  const key = keyOf();
  await limiter.pause(database.db, key, 37);
  const taken = await limiter.take(database.db, key);
  expect(taken.isTaken).toBe(false);
  expect(taken.isTaken ? 0 : taken.retryInMs).toBeGreaterThan(36_500);
  expect(await limiter.take(database.db, { ...key, sid: randomUUID() })).toMatchObject({ isTaken: true });
  expect(await limiter.take(database.db, { ...key, group: 'content' })).toMatchObject({ isTaken: true });
});

it('has one call ready when the pause is over', async () => {
  const key = keyOf({ group: 'orders' });
  await limiter.pause(database.db, key, 0.2);
  await delay(300);
  expect((await takeUntilRefused(key)).calls).toBe(1);
});

it('believes the marketplace when it counts fewer calls left', async () => {
  const key = keyOf();
  await limiter.take(database.db, key);
  await limiter.lower(database.db, key, 1);
  expect((await takeUntilRefused(key)).calls).toBe(1);
});

it('charges an answer 4XX of the host of stocks tenfold', async () => {
  const key = keyOf({ group: 'stocks' });
  await limiter.take(database.db, key);
  await limiter.chargeClientError(database.db, key);
  const startedMs = Date.now();
  const { calls } = await takeUntilRefused(key);
  expect(calls).toBeGreaterThanOrEqual(10);
  // One comes back every 200 ms while the rest is taken.
  expect(calls).toBeLessThan(13 + (Date.now() - startedMs) / 200);
});

it('shares the limit between two shops of one seller', async () => {
  const owner = await createTestAccount(database);
  const one = await createTestShop(database, market, owner);
  const stranger = await createTestAccount(database);
  const two = await createTestShop(database, market, stranger, { sid: one.sid });
  const clients = await Promise.all(
    [one, two].map((shop) =>
      market.marketplace.forShop(database.db, shop.accountId, shop.shopId, { patienceMs: 20_000 }),
    ),
  );
  const startedMs = Date.now();
  await Promise.all(clients.flatMap((client) => Array.from({ length: 5 }, () => client.listCards())));
  // Ten calls where five are free: the other five come 600 ms apart.
  expect(Date.now() - startedMs).toBeGreaterThan(2900);
});

/** A client that does not wait, of a process of its own. */
async function hastyClient(shop: TestShop) {
  return await market.openMarketplace().forShop(database.db, shop.accountId, shop.shopId, { patienceMs: 0 });
}

it('G-22: a call of one shop counts for every shop of the seller', async () => {
  const one = await createTestShop(database, market, await createTestAccount(database));
  const two = await createTestShop(database, market, await createTestAccount(database), { sid: one.sid });
  const [ofOne, ofTwo] = [await hastyClient(one), await hastyClient(two)];
  const startedMs = Date.now();
  const calls = await Promise.allSettled(
    Array.from({ length: 24 }, (_, index) => (index % 2 === 0 ? ofOne : ofTwo).listCards()),
  );
  // Five are free, and one comes back every 600 ms; a limit for each would let ten through.
  const free = 5 + (Date.now() - startedMs) / 600;
  expect(calls.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(free);
  for (const call of calls) {
    // Not sent at all: the marketplace would have said 429.
    if (call.status === 'rejected') expect(call.reason).toMatchObject({ kind: 'limit', status: 0 });
  }
});

it('G-15: a 429 stops everybody who shares the limit for as long as it says, and nobody else', async () => {
  const shop = await createTestShop(database, market, await createTestAccount(database));
  const stranger = await createTestShop(database, market, await createTestAccount(database));
  await market.breakWith([
    { operation: 'content/get/cards/list', kind: '429', times: 1, delayMs: LONG_PAUSE_MS },
  ]);
  expect(await failureOf((await hastyClient(shop)).listCards())).toMatchObject({
    kind: 'limit',
    status: 429,
  });
  const saidMs = Date.now();
  const stopped = await failureOf((await hastyClient(shop)).listCards());
  expect(stopped).toMatchObject({ kind: 'limit', status: 0 });
  expect(stopped.retryAt?.getTime()).toBeGreaterThan(saidMs + LONG_PAUSE_MS / 2);
  await expect((await hastyClient(stranger)).listCards()).resolves.toBeDefined();
});

it('waits out a 429 and then gets its answer', async () => {
  const shop = await createTestShop(database, market, await createTestAccount(database));
  await market.breakWith([{ operation: 'content/get/cards/list', kind: '429', times: 1 }]);
  const client = await market.marketplace.forShop(database.db, shop.accountId, shop.shopId);
  const startedMs = Date.now();
  expect((await client.listCards()).cards).toEqual([]);
  expect(Date.now() - startedMs).toBeGreaterThanOrEqual(1000);
});
