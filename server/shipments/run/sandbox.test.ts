import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { createShipment } from '#server/shipments/create-shipment.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import {
  createTestAccount,
  createTestShop,
  openTestMarket,
  type TestMarket,
  type TestShop,
} from '#tests/support/marketplace/test-market.ts';
import {
  insertCards,
  readDirectory,
  readEffects,
  startTestQueue,
  waitForStatus,
  type TestQueue,
} from '#tests/support/shipments/test-shipments.ts';
import { findShipment } from '#server/shipments/store/repository.ts';
import { advanceShipmentJob } from './advance-shipment-job.ts';

/** A busy machine must not fail what waits. */
vi.setConfig({ testTimeout: 240_000 });

let database: Database;
let market: TestMarket;
let queue: TestQueue;
let trial: TestShop;

beforeAll(async () => {
  database = await openTestDatabase();
  market = await openTestMarket({ speed: 40 });
  trial = await createTestShop(database, market, await createTestAccount(database), { sandbox: true });
  await readDirectory(database, market, trial);
  queue = await startTestQueue(database, market.marketplace, [advanceShipmentJob]);
});
afterAll(async () => {
  await queue.jobs.stop();
  await market.close();
  await database.close();
});

it('a card goes to the sandbox with its price and photos, and nothing to the seller’s cabinet', async () => {
  const { accountId, userId, shopId } = trial;
  const photos = ['https://images.example/1.jpg'];
  const cardIds = await insertCards(database, accountId, [{ vendorCode: 'ПРОБНАЯ-1', photos }]);
  const options = { withPrices: true, withDiscounts: true, withImages: true };
  const { id } = await database.transaction((trx) =>
    createShipment(trx, queue.jobs, { accountId, userId, cardIds, shopIds: [shopId], options }),
  );
  expect((await waitForStatus(database, id, ['HAS_ERRORS', 'FINISHED'])).status).toBe('FINISHED');
  const sandbox = { ...trial, sid: `sandbox:${trial.sid}` };
  for (const kind of ['card-created', 'price-set', 'media-set']) {
    expect([kind, (await readEffects(market, sandbox, kind)).get('ПРОБНАЯ-1')]).toEqual([kind, 1]);
    expect((await readEffects(market, trial, kind)).size).toBe(0);
  }
  const shipment = await findShipment(database.db, accountId, id);
  expect(shipment?.shops).toEqual([{ id: shopId, name: 'Северика', isSandbox: true }]);
});
