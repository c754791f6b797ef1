import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '#server/db/database.ts';
import type { Deps } from '#server/jobs/deps.ts';
import {
  createTestAccount,
  createTestShop,
  openTestMarket,
  type TestMarket,
} from '#tests/support/marketplace/test-market.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import { findCommissions } from './commission-tariffs.ts';
import { SYNC_TARIFFS, syncTariffsJob } from './sync-tariffs-job.ts';

const CUPS = 812;
const DRESSES = 69;

let database: Database;
let market: TestMarket;
beforeAll(async () => {
  database = await openTestDatabase();
  market = await openTestMarket();
});
afterAll(async () => {
  await market.close();
  await database.close();
});

async function runJob(data: { accountId: number; shopId: number } | { shopId?: undefined }) {
  const enqueued: object[] = [];
  const logged: object[] = [];
  const log = (facts: object) => logged.push(facts);
  // The handler uses these four of its dependencies; the queue and the log are watched.
  const deps = {
    database,
    marketplace: market.marketplace,
    jobs: {
      enqueue: (name: string, jobData: object) => {
        expect(name).toBe(SYNC_TARIFFS);
        enqueued.push(jobData);
        return Promise.resolve();
      },
    },
    log: { warn: log, info: log },
  } as unknown as Deps;
  await syncTariffsJob.handler(data, deps, { signal: new AbortController().signal, attempt: 1 });
  return { enqueued, logged };
}

const readAt = (shopId: number) =>
  database.db
    .selectFrom('commission_tariffs')
    .select('read_at')
    .where('shop_id', '=', shopId)
    .executeTakeFirst()
    .then((row) => row?.read_at.getTime());
const makeOld = (shopId: number) =>
  database.db
    .updateTable('commission_tariffs')
    .set({ read_at: new Date(Date.now() - 24 * 3_600_000) })
    .where('shop_id', '=', shopId)
    .execute();

it('the commission of every subject is read, the higher one of both warehouses, and is the shop’s own', async () => {
  const shop = await createTestShop(database, market, await createTestAccount(database));
  const other = await createTestShop(database, market, await createTestAccount(database));
  await runJob(shop);
  expect(await findCommissions(database.db, shop, [CUPS, DRESSES, 999])).toEqual(
    new Map([
      [CUPS, 28_00],
      [DRESSES, 33_00],
    ]),
  );
  expect(await findCommissions(database.db, other, [CUPS])).toEqual(new Map());
  expect(await findCommissions(database.db, { ...shop, accountId: other.accountId }, [CUPS])).toEqual(
    new Map(),
  );
});

it('they are read once a day, and never of a sandbox', async () => {
  const account = await createTestAccount(database);
  const shop = await createTestShop(database, market, account);
  const sandbox = await createTestShop(database, market, account, { sandbox: true });
  const dueOf = async () =>
    (await runJob({})).enqueued.filter((data) => (data as typeof shop).accountId === account.accountId);
  const place = { accountId: shop.accountId, shopId: shop.shopId };
  expect(await dueOf()).toEqual([place]);
  await runJob(shop);
  const first = await readAt(shop.shopId);
  expect(await dueOf()).toEqual([]);
  await runJob(shop);
  expect(await readAt(shop.shopId)).toBe(first);
  await makeOld(shop.shopId);
  expect(await dueOf()).toEqual([place]);
  await runJob(sandbox);
  expect(await readAt(sandbox.shopId)).toBeUndefined();
});

it('what was read before stands while the marketplace refuses or its answer is cut', async () => {
  const shop = await createTestShop(database, market, await createTestAccount(database));
  await runJob(shop);
  for (const kind of ['502', 'truncated'] as const) {
    await makeOld(shop.shopId);
    await market.breakWith([{ operation: 'common/tariffs/commission', kind, times: 5 }]);
    const { logged } = await runJob(shop);
    expect(logged, kind).toHaveLength(1);
    expect(await findCommissions(database.db, shop, [CUPS]), kind).toEqual(new Map([[CUPS, 28_00]]));
    await market.breakWith([]);
  }
});
