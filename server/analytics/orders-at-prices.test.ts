import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import { insertAccount, orderRow } from '#tests/support/analytics/fixtures.ts';
import { findOrdersAtPrices } from './orders-at-prices.ts';
import { storeOrders } from './store-sales.ts';

let database: Database;
let accountId: number;
let shopIds: number[];

beforeAll(async () => {
  database = await openTestDatabase();
  ({ accountId, shopIds } = await insertAccount(database.db, { shops: 2 }));
  const [shop = 0, other = 0] = shopIds;
  const place = (srid: string, day: string, kopecks: number, changes = {}) =>
    orderRow({ srid, at: `${day}T12:00:00+03:00`, nmId: 100, kopecks, ...changes });
  await storeOrders(database.db, accountId, shop, [
    place('near-1', '2026-11-03', 950_00),
    place('near-2', '2026-11-03', 1_000_00),
    place('near-3', '2026-11-10', 1_050_00),
    place('cheaper', '2026-11-11', 949_99),
    place('dearer', '2026-11-11', 1_050_01),
    place('old', '2026-08-20', 1_000_00),
    place('cancelled', '2026-11-12', 1_000_00, { isCancel: true }),
    place('of another card', '2026-11-12', 1_000_00, { nmId: 101 }),
  ]);
  await storeOrders(database.db, accountId, other, [place('elsewhere', '2026-11-12', 1_000_00)]);
});
afterAll(() => database.close());

const NOW = new Date('2026-11-20T12:00:00+03:00');
const find = (account: number, goods = [{ nmId: 100, priceKopecks: 1_000_00 }]) =>
  findOrdersAtPrices(database.db, account, shopIds[0] ?? 0, goods, NOW);

it('counts the orders of the last 90 days at about the price, in the shop, without cancelled ones', async () => {
  expect((await find(accountId)).get(100)).toEqual({ count: 3, dayCount: 2, lastDay: '2026-11-10' });
});

it('says of each of the goods that there were none', async () => {
  const found = await find(accountId, [
    { nmId: 100, priceKopecks: 500_00 },
    { nmId: 102, priceKopecks: 1_000_00 },
  ]);
  const none = { count: 0, dayCount: 0, lastDay: null };
  expect([...found.values()]).toEqual([none, none]);
  expect((await find(accountId, [])).size).toBe(0);
});

it('counts nothing of another account', async () => {
  const stranger = await insertAccount(database.db);
  expect((await find(stranger.accountId)).get(100)).toMatchObject({ count: 0 });
});
