import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database, Trx } from '#server/db/database.ts';
import type { Deps } from '#server/jobs/deps.ts';
import { finishSyncCursor } from '#server/sync/sync-cursors.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import { insertAccount, insertCard, orderRow } from '#tests/support/analytics/fixtures.ts';
import { countRecentOrders, countRecentOrdersJob } from './count-recent-orders.ts';
import { addDays, moscowDay } from './moscow-days.ts';
import { findRecentOrders } from './recent-orders.ts';
import { storeOrders } from './store-sales.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const DAY_MS = 86_400_000;
const TODAY = moscowDay(new Date());
const daysAgo = (days: number) => addDays(TODAY, -days);
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);

/** Two shops of an account: a cup in both, a plate in the first, a bowl in the second; nothing is read yet. */
async function open() {
  const { db } = database;
  const { accountId, shopIds } = await insertAccount(db, { shops: 2 });
  const [first = 0, second = 0] = shopIds;
  const cup = await insertCard(db, accountId, { nmIds: { [first]: 11, [second]: 12 } });
  const plate = await insertCard(db, accountId, { nmIds: { [first]: 21 } });
  const bowl = await insertCard(db, accountId, { nmIds: { [second]: 32 } });
  let number = 0;
  const order = (
    shopId: number,
    nmId: number,
    day: string,
    changes: { srid?: string; isCancel?: boolean } = {},
  ) =>
    storeOrders(db, accountId, shopId, [
      orderRow({
        srid: `o-${(number += 1)}`,
        nmId,
        kopecks: 100,
        at: `${day}T12:00:00`,
        lastChangeDate: `${TODAY}T12:00:00`,
        ...changes,
      }),
    ]);
  const read = (shopId: number) =>
    finishSyncCursor(db, { accountId, shopId, kind: 'orders' }, {}, new Date());
  /** The numbers that are sorted by, after a count; the screen says the same. */
  const sortedBy = async (now = new Date()) => {
    await countRecentOrders(database, accountId, now);
    const rows = await db
      .selectFrom('card_orders')
      .select(['card_id', 'recent'])
      .where('account_id', '=', accountId)
      .orderBy('card_id')
      .execute();
    const shown = await findRecentOrders(
      db,
      accountId,
      rows.map((row) => row.card_id),
      now,
    );
    const known = rows.filter((row) => row.recent !== null);
    expect(shown).toEqual(known.map((row) => ({ cardId: row.card_id, orders: row.recent })));
    return rows.map((row) => row.recent);
  };
  return { accountId, first, second, cup, plate, bowl, order, read, sortedBy };
}

describe('the number that the list is sorted by is the one that it shows', () => {
  it('before and after each shop was read for the first time', async () => {
    const { first, second, order, read, sortedBy } = await open();
    await order(first, 11, TODAY);
    await order(second, 12, TODAY);
    expect(await sortedBy()).toEqual([null, null, null]);
    await read(first);
    expect(await sortedBy()).toEqual([1, 0, null]);
    await read(second);
    expect(await sortedBy()).toEqual([2, 0, 0]);
  });

  it('after orders, those that are told of again, cancelled, moved to another day, or old', async () => {
    const { first, second, order, read, sortedBy } = await open();
    await read(first);
    await read(second);
    await sortedBy();
    for (const days of [0, 6, 7, 30]) await order(first, 11, daysAgo(days));
    await order(second, 32, daysAgo(1), { srid: 'one' });
    expect(await sortedBy()).toEqual([2, 0, 1]);
    await order(second, 32, daysAgo(1), { srid: 'one', isCancel: true });
    expect(await sortedBy()).toEqual([2, 0, 1]);
    await order(second, 32, daysAgo(8), { srid: 'one' });
    expect(await sortedBy()).toEqual([2, 0, 0]);
    await order(second, 12, daysAgo(2), { srid: 'one' });
    expect(await sortedBy()).toEqual([3, 0, 0]);
  });

  it('after every midnight, one that nobody was awake at, and a clock that is put back', async () => {
    const { first, second, order, read, sortedBy } = await open();
    await read(first);
    await read(second);
    await order(first, 11, daysAgo(6));
    await order(second, 12, daysAgo(3));
    await order(second, 32, addDays(TODAY, 1));
    expect(await sortedBy()).toEqual([2, 0, 0]);
    expect(await sortedBy(inDays(1))).toEqual([1, 0, 1]);
    expect(await sortedBy(inDays(3))).toEqual([1, 0, 1]);
    expect(await sortedBy(inDays(4))).toEqual([0, 0, 1]);
    expect(await sortedBy(inDays(40))).toEqual([0, 0, 0]);
    expect(await sortedBy()).toEqual([2, 0, 0]);
  });

  it('after a card in a shop belongs to another card, has another number, is gone, or its shop is', async () => {
    const { db } = database;
    const { first, second, cup, plate, bowl, order, read, sortedBy } = await open();
    await read(first);
    await read(second);
    await order(first, 21, TODAY);
    await order(second, 12, TODAY);
    await order(second, 77, TODAY);
    expect(await sortedBy()).toEqual([1, 1, 0]);
    const inShop = (cardId: number, shopId: number) =>
      db.updateTable('shop_cards').where('card_id', '=', cardId).where('shop_id', '=', shopId);
    await inShop(bowl, second).set({ nm_id: 77 }).execute();
    expect(await sortedBy()).toEqual([1, 1, 1]);
    await inShop(bowl, second).set({ nm_id: null }).execute();
    expect(await sortedBy()).toEqual([1, 1, null]);
    await db.deleteFrom('shop_cards').where('card_id', '=', cup).where('shop_id', '=', first).execute();
    await inShop(plate, first).set({ card_id: bowl }).execute();
    expect(await sortedBy()).toEqual([1, null, 1]);
    await db.deleteFrom('shops').where('id', '=', second).execute();
    expect(await sortedBy()).toEqual([null, null, 1]);
    await db.deleteFrom('cards').where('id', '=', bowl).execute();
    expect(await sortedBy()).toEqual([null, null]);
  });

  it('of one account alone, and by the clock of all', async () => {
    const own = await open();
    const other = await open();
    for (const { first, order, read } of [own, other]) {
      await read(first);
      await order(first, 11, TODAY);
    }
    const numbers = async ({ accountId }: { accountId: number }) =>
      (
        await database.db
          .selectFrom('card_orders')
          .select('recent')
          .where('account_id', '=', accountId)
          .orderBy('card_id')
          .execute()
      ).map((row) => row.recent);
    expect(await own.sortedBy()).toEqual([1, 0, null]);
    expect(await numbers(other)).toEqual([null, null, null]);
    // It uses nothing else.
    await countRecentOrdersJob.handler({}, { database } as unknown as Deps, {
      signal: new AbortController().signal,
      attempt: 1,
    });
    expect(await numbers(other)).toEqual([1, 0, null]);
  });
});

it('the cards are as they were: no version, no change, nothing for the feed or to be sent', async () => {
  const { accountId, first, order, read, sortedBy } = await open();
  await read(first);
  const cards = () =>
    sql`SELECT cards.*, xmin FROM cards WHERE account_id = ${accountId} ORDER BY id`.execute(database.db);
  const changes = () =>
    database.db.selectFrom('card_changes').selectAll().where('account_id', '=', accountId).execute();
  const before = (await cards()).rows;
  await order(first, 11, TODAY);
  expect(await sortedBy()).toEqual([1, 0, null]);
  expect((await cards()).rows).toEqual(before);
  expect(await changes()).toEqual([]);
});

it('what is right already is not written', async () => {
  const { accountId, first, order, read, sortedBy } = await open();
  await read(first);
  await order(first, 11, TODAY);
  await sortedBy();
  const rows = async () =>
    (
      await sql`SELECT card_id, xmin FROM card_orders WHERE account_id = ${accountId} ORDER BY card_id`.execute(
        database.db,
      )
    ).rows;
  const before = await rows();
  await order(first, 21, daysAgo(1));
  await sortedBy();
  expect((await rows()).map((row, index) => JSON.stringify(row) === JSON.stringify(before[index]))).toEqual([
    true,
    false,
    true,
  ]);
});

/** The embedded database has one connection: nobody holds a row while somebody counts. */
describe.runIf(process.env.TEST_DATABASE_URL)('a count', () => {
  it('SO-02: waits for nobody who has a card, and counts that card the next time', async () => {
    const { accountId, first, cup, order, read, sortedBy } = await open();
    await read(first);
    await order(first, 11, TODAY);
    await order(first, 21, TODAY);
    let end: () => void = () => undefined;
    let noteHeld: () => void = () => undefined;
    const isOver = new Promise<void>((resolve) => (end = resolve));
    const isHeld = new Promise<void>((resolve) => (noteHeld = resolve));
    const holding = database.transaction(async (trx: Trx) => {
      await trx.updateTable('cards').set({ state: 'ARCHIVED' }).where('id', '=', cup).execute();
      noteHeld();
      await isOver;
    });
    await isHeld;
    // Who waited would be refused after five seconds.
    await countRecentOrders(database, accountId).finally(end);
    await holding;
    const recent = await database.db
      .selectFrom('card_orders')
      .select('recent')
      .where('account_id', '=', accountId)
      .orderBy('card_id')
      .execute();
    expect(recent.map((row) => row.recent)).toEqual([null, 1, null]);
    expect(await sortedBy()).toEqual([1, 1, null]);
  });
});
