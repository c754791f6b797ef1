import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '#server/db/database.ts';
import {
  createTestAccount,
  createTestShop,
  openTestMarket,
  type TestMarket,
  type TestShop,
} from '#tests/support/marketplace/test-market.ts';
import type { Marketplace } from '#server/marketplace/marketplace.ts';
import type { ShopClient } from '#server/marketplace/shop-client.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import { advanceShipmentJob } from './run/advance-shipment-job.ts';
import { createShipment } from './create-shipment.ts';
import { retryShipment } from './retry-shipment.ts';
import { findLateCards, resumeStaleRuns } from './run/resume-shipments-job.ts';
import {
  countEffects,
  insertCards,
  readDirectory,
  startTestQueue,
  waitForStatus,
  type TestQueue,
} from '#tests/support/shipments/test-shipments.ts';

/** Some of these wait for retries that are seconds apart; a busy machine must not fail them. */
vi.setConfig({ testTimeout: 240_000 });

let database: Database;
let market: TestMarket;
let shop: TestShop;
let queue: TestQueue | undefined;

beforeAll(async () => {
  database = await openTestDatabase();
  market = await openTestMarket({ speed: 40 });
});
beforeEach(async () => {
  shop = await createTestShop(database, market, await createTestAccount(database));
  await readDirectory(database, market, shop);
});
afterEach(async () => {
  await market.breakWith([]);
  await queue?.jobs.stop();
  queue = undefined;
});
afterAll(async () => {
  await market.close();
  await database.close();
});

const options = { withPrices: true, withDiscounts: true, withImages: true };

async function send(vendorCodes: readonly string[], marketplace: Marketplace = market.openMarketplace()) {
  queue = await startTestQueue(database, marketplace, [advanceShipmentJob]);
  const { jobs } = queue;
  const cardIds = await insertCards(
    database,
    shop.accountId,
    vendorCodes.map((vendorCode) => ({ vendorCode })),
  );
  const { id } = await database.transaction((trx) =>
    createShipment(trx, jobs, {
      accountId: shop.accountId,
      userId: shop.userId,
      cardIds,
      shopIds: [shop.shopId],
      options,
    }),
  );
  return { id, cardIds };
}

const countsOf = (kind: string) => countEffects(market, shop, kind);

const codes = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${name}-${String(index + 1)}`);

describe('a worker that dies', () => {
  /** Does the work, and then is not there to hear of it; once. */
  function dyingAfter(operation: 'uploadCards' | 'uploadPrices' | 'saveMedia'): Marketplace {
    const marketplace = market.openMarketplace();
    let isAlive = true;
    const wrap = (client: ShopClient): ShopClient => ({
      ...client,
      [operation]: async (...args: never[]) => {
        // One of three operations with parameters of its own; they are only passed on.
        const call = client[operation] as (...args: never[]) => Promise<unknown>;
        const response = await call(...args);
        if (!isAlive) return response;
        isAlive = false;
        throw new Error('killed');
      },
    });
    return {
      ...marketplace,
      forShop: async (...args) => wrap(await marketplace.forShop(...args)),
    };
  }

  it.each(['uploadCards', 'uploadPrices', 'saveMedia'] as const)(
    'right after %s is followed by one that does nothing twice',
    async (operation) => {
      const { id } = await send(codes(operation, 3), dyingAfter(operation));
      expect((await waitForStatus(database, id, ['FINISHED', 'HAS_ERRORS'])).status).toBe('FINISHED');
      expect(await countsOf('card-created')).toEqual([1, 1, 1]);
      expect(await countsOf('card-updated')).toEqual([]);
      expect(await countsOf('price-set')).toEqual([1, 1, 1]);
      expect(await countsOf('media-set')).toEqual([1, 1, 1]);
    },
  );
});

describe('a marketplace that misbehaves', () => {
  it('creates nothing twice when no answer came to the upload', async () => {
    await market.breakWith([{ operation: 'content/cards/upload', kind: 'empty', times: 1 }]);
    const { id } = await send(codes('БЕЗ-ОТВЕТА', 3));
    expect((await waitForStatus(database, id, ['FINISHED', 'HAS_ERRORS'])).status).toBe('FINISHED');
    expect(await countsOf('card-created')).toEqual([1, 1, 1]);
    expect(await countsOf('card-updated')).toEqual([]);
  });

  it('loses nothing in an outage: the shipment goes on when it is over', async () => {
    const { id } = await send(codes('ПЕРЕБОЙ', 2));
    await waitForStatus(database, id, ['SENT', 'PENDING_SEND_DISCOUNTS', 'PENDING_SEND_IMAGES']);
    await market.breakWith([{ operation: '*', kind: '502' }]);
    const before = await waitForFailures(id);
    expect(['SENT', 'PENDING_SEND_DISCOUNTS', 'PENDING_SEND_IMAGES']).toContain(before);
    await market.breakWith([]);
    expect((await waitForStatus(database, id, ['FINISHED', 'HAS_ERRORS'])).status).toBe('FINISHED');
    expect(await countsOf('card-created')).toEqual([1, 1]);
  });

  it('is borne when every fifth answer is spoiled', async () => {
    const kinds = ['500', '502', 'html', 'empty', 'truncated', 'partial', '429'];
    await market.breakWith(kinds.map((kind) => ({ operation: '*', kind, probability: 0.03 })));
    const { id } = await send(codes('ПОМЕХИ', 4));
    expect((await waitForStatus(database, id, ['FINISHED', 'HAS_ERRORS'])).status).toBe('FINISHED');
    expect(await countsOf('card-created')).toEqual([1, 1, 1, 1]);
  });

  async function waitForFailures(id: number): Promise<string> {
    for (;;) {
      const run = await database.db
        .selectFrom('shipment_runs')
        .innerJoin('shipments', 'shipments.id', 'shipment_runs.shipment_id')
        .select(['failures', 'status'])
        .where('shipment_id', '=', id)
        .executeTakeFirstOrThrow();
      if (run.failures >= 3) return run.status;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
});

describe('work that was lost', () => {
  it('is found and taken up again', async () => {
    const { id } = await send(codes('ПОТЕРЯ', 2));
    await waitForStatus(database, id, ['SENT']);
    await queue?.jobs.stop();
    await database.db.deleteFrom('shipment_runs').where('shipment_id', '=', id).execute();
    await database.executeSql(`DELETE FROM jobs.job WHERE name = 'advance-shipment'`);
    await database.db
      .insertInto('shipment_runs')
      .values({ shipment_id: id, shop_id: shop.shopId, account_id: shop.accountId, updated_at: new Date(0) })
      .execute();
    queue = await startTestQueue(database, market.openMarketplace(), [advanceShipmentJob]);
    await resumeStaleRuns(queue.deps);
    expect((await waitForStatus(database, id, ['FINISHED', 'HAS_ERRORS'])).status).toBe('FINISHED');
    expect(await countsOf('card-created')).toEqual([1, 1]);
  });

  it('is not done by a job whose ticket is old', async () => {
    const { id } = await send(['БИЛЕТ-NEVER']);
    await waitForStatus(database, id, ['SENT']);
    const deps = queue?.deps;
    if (!deps) throw new Error('no queue');
    await deps.jobs.stop();
    queue = undefined;
    const { ticket } = await database.db
      .selectFrom('shipment_runs')
      .select('ticket')
      .where('shipment_id', '=', id)
      .executeTakeFirstOrThrow();
    let opened = 0;
    const marketplace: Marketplace = {
      ...deps.marketplace,
      forShop: (...args) => {
        opened += 1;
        return deps.marketplace.forShop(...args);
      },
    };
    const jobs = { enqueue: async () => {}, start: async () => {}, stop: async () => {} };
    const workWith = (held: number) =>
      advanceShipmentJob.handler(
        { accountId: shop.accountId, shipmentId: id, shopId: shop.shopId, ticket: held },
        { ...deps, marketplace, jobs },
        { signal: AbortSignal.abort(), attempt: 1 },
      );
    await workWith(ticket - 1);
    expect(opened).toBe(0);
    await workWith(ticket);
    expect(opened).toBe(1);
  });
});

it('ties a card that comes after its hour, and the retry creates no second one', async () => {
  const { id } = await send(['ПОЗДНО-NEVER']);
  await waitForStatus(database, id, ['SENT']);
  // An hour later.
  await database.db
    .updateTable('shipment_items')
    .set({ sent_at: new Date(Date.now() - 61 * 60_000) })
    .where('shipment_id', '=', id)
    .execute();
  await waitForStatus(database, id, ['HAS_ERRORS']);
  const response = await market.control('PUT', `/sellers/${shop.sid}/cards`, {
    cards: [{ vendorCode: 'ПОЗДНО-NEVER', title: 'Кружка', subjectID: 812, price: 900 }],
  });
  const [{ nmID }] = response['cards'] as [{ nmID: number }];
  const running = queue;
  if (!running) throw new Error('no queue');
  await findLateCards(running.deps, new AbortController().signal);
  const item = await database.db
    .selectFrom('shipment_items')
    .select(['nm_id', 'state'])
    .where('shipment_id', '=', id)
    .executeTakeFirstOrThrow();
  expect(item).toEqual({ nm_id: nmID, state: 'failed' });
  const retried = await database.transaction((trx) =>
    retryShipment(trx, running.jobs, { accountId: shop.accountId, shipmentId: id }),
  );
  expect(retried.status).toBe('PENDING_UPDATE');
  expect(await countsOf('card-created')).toEqual([]);
});

it('looks for what may have come after its error before a retry sends anything', async () => {
  const marketplace = market.openMarketplace();
  let uploads = 0;
  const { id } = await send(['ПОТОМ-NEVER'], {
    ...marketplace,
    forShop: async (...args) => {
      const client = await marketplace.forShop(...args);
      const uploadCards: ShopClient['uploadCards'] = (groups) => {
        uploads += 1;
        return client.uploadCards(groups);
      };
      return { ...client, uploadCards };
    },
  });
  await waitForStatus(database, id, ['SENT']);
  const itemOf = () =>
    database.db.selectFrom('shipment_items').selectAll().where('shipment_id', '=', id).executeTakeFirst();
  // An hour later.
  await database.db
    .updateTable('shipment_items')
    .set({ sent_at: new Date(Date.now() - 61 * 60_000) })
    .where('shipment_id', '=', id)
    .execute();
  await waitForStatus(database, id, ['HAS_ERRORS']);
  await market.control('PUT', `/sellers/${shop.sid}/cards`, {
    cards: [{ vendorCode: 'ПОТОМ-NEVER', title: 'Кружка', subjectID: 812, price: 900 }],
  });
  const running = queue;
  if (!running) throw new Error('no queue');
  await database.transaction((trx) =>
    retryShipment(trx, running.jobs, { accountId: shop.accountId, shipmentId: id }),
  );
  await vi.waitFor(async () => expect(await itemOf()).toMatchObject({ is_update: true }), {
    timeout: 180_000,
    interval: 50,
  });
  expect(uploads).toBe(1);
});
