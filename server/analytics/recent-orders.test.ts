import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertAccount, insertCard } from '#tests/support/analytics/fixtures.ts';
import type { Database } from '#server/db/database.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import { findRecentOrders } from './recent-orders.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** Late in the evening of the 10th in London, in Moscow it is the 11th. */
const NOW = new Date('2026-03-10T22:30:00Z');

async function order(accountId: number, shopId: number, nmId: number, day: string) {
  await database.db
    .insertInto('orders')
    .values({
      account_id: accountId,
      shop_id: shopId,
      srid: `${shopId}-${nmId}-${day}-${Math.random()}`,
      day,
      nm_id: nmId,
      vendor_code: 'A',
      price_with_disc_kopecks: 100,
      is_cancel: false,
      changed_at: NOW,
    })
    .execute();
}

const read = (accountId: number, shopId: number) =>
  database.db
    .insertInto('sync_cursors')
    .values({ account_id: accountId, shop_id: shopId, kind: 'orders', synced_at: NOW })
    .execute();

it('counts seven days of Moscow with today, over all shops that were read, of one’s own cards', async () => {
  const { db } = database;
  const { accountId, shopIds } = await insertAccount(db, { shops: 2 });
  const other = await insertAccount(db);
  const [first = 0, second = 0] = shopIds;
  const [foreignShop = 0] = other.shopIds;
  const sold = await insertCard(db, accountId, { nmIds: { [first]: 1, [second]: 2 } });
  const unsold = await insertCard(db, accountId, { nmIds: { [first]: 3 } });
  const unread = await insertCard(db, accountId, { nmIds: { [second]: 4 } });
  const foreign = await insertCard(db, other.accountId, { nmIds: { [foreignShop]: 1 } });
  await read(accountId, first);
  await read(other.accountId, foreignShop);
  for (const day of ['2026-03-11', '2026-03-05', '2026-03-04', '2026-03-12']) {
    await order(accountId, first, 1, day);
  }
  await order(other.accountId, foreignShop, 1, '2026-03-11');

  const asked = [sold, unsold, unread, foreign];
  expect(await findRecentOrders(db, accountId, asked, NOW)).toEqual([
    { cardId: sold, orders: 2 },
    { cardId: unsold, orders: 0 },
  ]);
  await order(accountId, second, 2, '2026-03-06');
  await read(accountId, second);
  expect(await findRecentOrders(db, accountId, asked, NOW)).toEqual([
    { cardId: sold, orders: 3 },
    { cardId: unsold, orders: 0 },
    { cardId: unread, orders: 0 },
  ]);
});
