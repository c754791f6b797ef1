import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '#server/db/database.ts';
import type { JobDefinition } from '#server/jobs/job.ts';
import { MarketplaceError } from '#server/marketplace/errors.ts';
import type { Marketplace } from '#server/marketplace/marketplace.ts';
import {
  addTestToken,
  openTestMarket,
  type TestMarket,
  type TestShop,
} from '#tests/support/marketplace/test-market.ts';
import { withOperation } from '#tests/support/marketplace/with-operation.ts';
import { buildTestApp, type SignedIn, type TestApp } from '#tests/setup/test-app.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import { advanceShipmentJob } from './run/advance-shipment-job.ts';
import {
  countEffects,
  insertCards,
  readDirectory,
  startTestQueue,
  waitForStatus,
  type TestQueue,
} from '#tests/support/shipments/test-shipments.ts';

/** Some of these wait for polls and retries that are seconds apart; a busy machine must not fail them. */
vi.setConfig({ testTimeout: 240_000 });

/** Longer than cards of the stand-in take here, and than the clocks may differ. */
const SLOW_RESPONSE_MS = 4000;

let database: Database;
let market: TestMarket;
let test: TestApp;
let owner: SignedIn;
let shop: TestShop;
let tokenId: number;
let queue: TestQueue | undefined;

beforeAll(async () => {
  database = await openTestDatabase();
  market = await openTestMarket({ speed: 40 });
  test = await buildTestApp({
    database,
    marketplace: market.marketplace,
    // The queue of the test at hand; without one, jobs lie where they were put.
    jobs: {
      enqueue: (...job) => queue?.jobs.enqueue(...job) ?? Promise.resolve(),
      start: () => Promise.resolve(),
      stop: () => Promise.resolve(),
    },
  });
});
beforeEach(async () => {
  owner = await test.signIn(randomUUID());
  const { db } = database;
  await db.updateTable('accounts').set({ is_demo: true }).where('id', '=', owner.accountId).execute();
  const { sid } = await market.control('POST', '/sellers', { name: 'Северика', tin: '77', tradeMark: '' });
  const row = await db
    .insertInto('shops')
    .values({ account_id: owner.accountId, name: 'Северика', sid: String(sid) })
    .returning('id')
    .executeTakeFirstOrThrow();
  shop = { accountId: owner.accountId, userId: owner.userId, shopId: row.id, sid: String(sid) };
  ({ tokenId } = await addTestToken(database, market, shop));
  await readDirectory(database, market, shop);
});
afterEach(async () => {
  await market.breakWith([]);
  await queue?.jobs.stop();
  queue = undefined;
});
afterAll(async () => {
  await test.close();
  await market.close();
});

async function work(
  marketplace: Marketplace = market.openMarketplace(),
  definition: JobDefinition = advanceShipmentJob,
) {
  queue = await startTestQueue(database, marketplace, [definition]);
}

async function call(method: 'GET' | 'POST', path: string, body?: object, key = randomUUID()) {
  const response = await test.app.inject({
    method,
    url: `/api/v1${path}`,
    headers: { ...owner.headers, ...(method === 'POST' ? { 'idempotency-key': key } : {}) },
    ...(body === undefined ? {} : { payload: body }),
  });
  return { status: response.statusCode, body: response.json() };
}

async function send(vendorCodes: readonly string[]): Promise<number> {
  const ids = await insertCards(
    database,
    owner.accountId,
    vendorCodes.map((vendorCode) => ({ vendorCode })),
  );
  const options = { with_prices: true, with_discounts: true, with_images: true };
  const { body } = await call('POST', '/cards/send/', {
    selection: { ids },
    shop_ids: [shop.shopId],
    options,
  });
  return Number(body.id);
}

async function ended(id: number): Promise<string> {
  return (await waitForStatus(database, id, ['FINISHED', 'HAS_ERRORS'])).status;
}

const countsOf = (kind: string) => countEffects(market, shop, kind);

describe('G-12: a job that fails at every try', () => {
  it('becomes an error that a person can read, and the work of the shop goes on', async () => {
    const poisoned = withOperation(market.openMarketplace(), 'uploadCards', (upload) => (groups) => {
      if (groups.some((group) => group.cards.some((card) => card.vendorCode === 'ЯД')))
        throw new Error('poison');
      return upload(groups);
    });
    await work(poisoned, {
      ...advanceShipmentJob,
      options: { ...advanceShipmentJob.options, retryLimit: 0 },
    });
    const bad = await send(['ЯД']);
    const good = await send(['НЕ-ЯД']);
    expect(await ended(bad)).toBe('HAS_ERRORS');
    expect(await ended(good)).toBe('FINISHED');
    const { body: errors } = await call('GET', `/shipments/${String(bad)}/errors/`);
    expect(errors).toMatchObject([
      {
        vendor_code: 'ЯД',
        code: 'internal',
        message: 'Внутренняя ошибка: работа остановлена. Нажмите «Повторить»',
      },
    ]);
  });
});

describe('G-13: fifty people who press at once', () => {
  async function failedShipment(): Promise<number> {
    const id = await send([randomUUID()]);
    await database.db.updateTable('shipments').set({ status: 'HAS_ERRORS' }).where('id', '=', id).execute();
    await database.db
      .updateTable('shipment_items')
      .set({ state: 'failed' })
      .where('shipment_id', '=', id)
      .execute();
    return id;
  }

  const press = (path: string, key?: ReturnType<typeof randomUUID>) =>
    Promise.all(Array.from({ length: 50 }, () => call('POST', path, undefined, key)));
  const statuses = (responses: { status: number }[]) =>
    responses.map(({ status }) => status).sort((one, other) => one - other);

  it('«Повторить» make one attempt', async () => {
    const id = await failedShipment();
    const responses = await press(`/shipments/${String(id)}/retry/`);
    expect(statuses(responses)).toEqual([200, ...Array.from({ length: 49 }, () => 409)]);
    const { attempt } = await database.db
      .selectFrom('shipments')
      .select('attempt')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(attempt).toBe(2);
  });

  it('«Повторить всё» make one shipment, with keys of their own and with one key', async () => {
    const id = await failedShipment();
    const responses = await press(`/shipments/${String(id)}/repeat/`);
    expect(statuses(responses)).toEqual([201, ...Array.from({ length: 49 }, () => 409)]);
    expect((await call('GET', '/shipments/')).body.count).toBe(2);

    const other = await failedShipment();
    const same = await press(`/shipments/${String(other)}/repeat/`, randomUUID());
    expect(new Set(same.map(({ status, body }) => `${String(status)} ${String(body.id)}`)).size).toBe(1);
    expect((await call('GET', '/shipments/')).body.count).toBe(4);
  });
});

describe('G-17: an answer that does not come, though the work was done', () => {
  it.each(['content/cards/upload', 'prices/upload/task', 'content/media/save'])(
    'to %s is followed by a look, not by a second effect',
    async (operation) => {
      await market.breakWith([{ operation, kind: 'timeout-after-accept', delayMs: 50, times: 1 }]);
      await work();
      const id = await send(['БЕЗ-ОТВЕТА-1', 'БЕЗ-ОТВЕТА-2']);
      expect(await ended(id)).toBe('FINISHED');
      expect(await countsOf('card-created')).toEqual([1, 1]);
      expect(await countsOf('price-set')).toEqual([1, 1]);
      expect(await countsOf('media-set')).toEqual([1, 1]);
    },
  );
});

it('G-17: an answer that comes after the card itself does not hide the card', async () => {
  const slow = withOperation(market.openMarketplace(), 'uploadCards', (upload) => async (groups) => {
    const response = await upload(groups);
    await delay(SLOW_RESPONSE_MS);
    return response;
  });
  await work(slow);
  const id = await send(['МЕДЛЕННО']);
  expect(await ended(id)).toBe('FINISHED');
  expect(await countsOf('card-created')).toEqual([1]);
});

describe('G-18: a token that is revoked in the middle', () => {
  it('stops its shop with words that lead to the fix; a new token finishes what was begun', async () => {
    // Nothing is confirmed before the token is revoked, however quick the stand-in is.
    let goOn = () => {};
    const revoked = new Promise<void>((resolve) => (goOn = resolve));
    const held = withOperation(market.openMarketplace(), 'listCards', (list) => async (query) => {
      await revoked;
      return list(query);
    });
    await work(held);
    const id = await send(['ОТЗЫВ-1', 'ОТЗЫВ-2']);
    await waitForStatus(database, id, ['SENT']);
    const { wb_token_id: wbTokenId } = await database.db
      .selectFrom('shop_tokens')
      .select('wb_token_id')
      .where('id', '=', tokenId)
      .executeTakeFirstOrThrow();
    await market.control('POST', '/revoke', { id: wbTokenId });
    goOn();
    expect(await ended(id)).toBe('HAS_ERRORS');

    const { body: errors } = await call('GET', `/shipments/${String(id)}/errors/`);
    expect(errors).toHaveLength(2);
    for (const error of errors) {
      expect(error.code).toBe('token');
      expect(error.request_id).toMatch(/./);
      expect(error.message).toBe('Токен отозван. Добавьте токен в разделе «Магазины» и повторите');
    }
    // The profile is what «У вас есть неактивные токены…» is made of.
    const { body: profile } = await call('GET', '/users/me/');
    for (const token of profile.shops[0].tokens) expect(token.status).toBe('INACTIVE');

    await addTestToken(database, market, shop);
    expect((await call('POST', `/shipments/${String(id)}/retry/`)).status).toBe(200);
    expect(await ended(id)).toBe('FINISHED');
    expect(await countsOf('card-created')).toEqual([1, 1]);
    expect(await countsOf('price-set')).toEqual([1, 1]);
    expect(await countsOf('media-set')).toEqual([1, 1]);
  });
});

describe('G-19: a request that is too large', () => {
  it('goes out in parts', async () => {
    const sizes: number[] = [];
    const narrow = withOperation(market.openMarketplace(), 'uploadCards', (upload) => (groups) => {
      sizes.push(groups.length);
      if (groups.length <= 6) return upload(groups);
      throw new MarketplaceError({
        kind: 'rejected',
        status: 413,
        code: 'too_large',
        detail: ['Слишком большой запрос'],
      });
    });
    await work(narrow);
    const id = await send(Array.from({ length: 8 }, (_, index) => `МНОГО-${String(index)}`));
    expect(await ended(id)).toBe('FINISHED');
    expect(sizes).toEqual([8, 8, 6, 2]);
    expect(await countsOf('card-created')).toEqual(Array.from({ length: 8 }, () => 1));
  });
});
