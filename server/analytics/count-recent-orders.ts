import { sql } from 'kysely';
import { RECENT_ORDER_DAYS } from '#contract/recent-orders.ts';
import type { Database, Db, Trx } from '#server/db/database.ts';
import { inBatches } from '#server/db/in-batches.ts';
import { noData, type JobDefinition } from '#server/jobs/job.ts';
import { addDays, moscowDay, type Day } from './moscow-days.ts';
import { countedOrders } from './recent-orders.ts';

const IDS_PER_READ = 1000;

/** Keeps the numbers that the list is sorted by what the list shows: after midnight, and wherever something was marked. */
export const countRecentOrdersJob: JobDefinition = {
  name: 'recent-orders',
  schema: noData,
  options: { cron: '* * * * *', expireInSeconds: 900, concurrency: 1 },
  handler: async (_data, { database }, { signal }) => {
    const mayGoOn = () => !signal.aborted;
    const now = new Date();
    const { rows } = await sql<{ id: number }>`
      SELECT id FROM accounts
      WHERE EXISTS (SELECT FROM card_order_marks WHERE account_id = accounts.id)
        OR EXISTS (${shopsToCount(sql`accounts.id`, moscowDay(now))})
      ORDER BY id`.execute(database.db);
    for (const { id } of rows) await countRecentOrders(database, id, now, mayGoOn);
  },
};

/**
 * Counts the cards of an account whose number may be another now, in batches that nobody waits for; what is right already is not
 * written. Who is interrupted begins again.
 */
export async function countRecentOrders(
  database: Database,
  accountId: number,
  now = new Date(),
  mayGoOn: () => boolean = () => true,
): Promise<void> {
  const today = moscowDay(now);
  const countBatch = (trx: Trx, cardIds: readonly number[]) => countCards(trx, accountId, cardIds, today);
  const { rows: shops } = await shopsToCount(sql`${accountId}`, today).execute(database.db);
  for (const { shopId, countedOn } of shops) {
    for await (const cardIds of countedOn === null
      ? cardsOfShop(database.db, accountId, shopId)
      : cardsOfOtherDays(database.db, accountId, shopId, [countedOn, today])) {
      await inBatches(database, cardIds, countBatch, { mayGoOn });
      if (!mayGoOn()) return;
    }
    await database.db
      .updateTable('shops')
      .set({ orders_counted_on: today })
      .where('account_id', '=', accountId)
      .where('id', '=', shopId)
      .execute();
  }
  while (mayGoOn()) {
    const cardIds = await markedCards(database.db, accountId);
    await inBatches(
      database,
      cardIds,
      async (trx, batch) => {
        // A mark that is set from here on stays for the next time.
        await trx
          .deleteFrom('card_order_marks')
          .where('account_id', '=', accountId)
          .where('card_id', '=', sql<number>`any(${[...batch]}::bigint[])`)
          .execute();
        await countBatch(trx, batch);
      },
      { mayGoOn },
    );
    if (cardIds.length < IDS_PER_READ) return;
  }
}

/** Shops whose orders were read and whose cards were never counted, or for another day. */
function shopsToCount(accountId: ReturnType<typeof sql>, today: Day) {
  return sql<{ shopId: number; countedOn: Day | null }>`
    SELECT shops.id AS "shopId", shops.orders_counted_on AS "countedOn"
    FROM shops JOIN sync_cursors cursor ON cursor.shop_id = shops.id AND cursor.account_id = shops.account_id
      AND cursor.kind = 'orders' AND cursor.synced_at IS NOT NULL
    WHERE shops.account_id = ${accountId} AND shops.orders_counted_on IS DISTINCT FROM ${today}::date
    ORDER BY shops.id`;
}

async function* cardsOfShop(db: Db, accountId: number, shopId: number): AsyncGenerator<number[]> {
  let afterId = 0;
  for (;;) {
    const rows = await db
      .selectFrom('shop_cards')
      .select(['id', 'card_id'])
      .where('account_id', '=', accountId)
      .where('shop_id', '=', shopId)
      .where('id', '>', afterId)
      .where('nm_id', 'is not', null)
      .orderBy('id')
      .limit(IDS_PER_READ)
      .execute();
    yield rows.map((row) => row.card_id);
    if (rows.length < IDS_PER_READ) return;
    afterId = rows.at(-1)?.id ?? afterId;
  }
}

/** Cards with orders of a day that counts on one of the two days and not on the other; forward or, after the clock was put right, back. */
async function* cardsOfOtherDays(
  db: Db,
  accountId: number,
  shopId: number,
  days: [Day, Day],
): AsyncGenerator<number[]> {
  const [from = '', to = ''] = days.toSorted();
  const { rows } = await sql<{ cardId: number }>`
    SELECT DISTINCT linked.card_id AS "cardId"
    FROM orders JOIN shop_cards linked ON linked.shop_id = orders.shop_id AND linked.nm_id = orders.nm_id
    WHERE orders.account_id = ${accountId} AND orders.shop_id = ${shopId} AND linked.account_id = ${accountId}
      AND (orders.day BETWEEN ${addDays(from, 1 - RECENT_ORDER_DAYS)} AND ${addDays(to, -RECENT_ORDER_DAYS)}
        OR orders.day BETWEEN ${addDays(from, 1)} AND ${to})
    ORDER BY linked.card_id`.execute(db);
  yield rows.map((row) => row.cardId);
}

async function markedCards(db: Db, accountId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('card_order_marks')
    .select('card_id')
    .distinct()
    .where('account_id', '=', accountId)
    .orderBy('card_id')
    .limit(IDS_PER_READ)
    .execute();
  return rows.map((row) => row.card_id);
}

async function countCards(
  trx: Trx,
  accountId: number,
  cardIds: readonly number[],
  today: Day,
): Promise<void> {
  // Whoever counts a card last has seen what those before him saw: he looks once it is his. He waits for nobody, and so never in a circle.
  const { rows } = await sql<{ id: number }>`
    SELECT card_id AS id FROM card_orders WHERE account_id = ${accountId} AND card_id = any(${[...cardIds]}::bigint[])
    FOR NO KEY UPDATE SKIP LOCKED`.execute(trx);
  const ids = rows.map(({ id }) => id);
  if (ids.length < cardIds.length) await markRest(trx, accountId, cardIds, ids);
  await sql`
    WITH known AS MATERIALIZED (${countedOrders(accountId, ids, today)})
    UPDATE card_orders SET recent = known.orders
    FROM known
    WHERE card_orders.account_id = ${accountId} AND card_orders.card_id = known."cardId"
      AND card_orders.recent IS DISTINCT FROM known.orders`.execute(trx);
}

/** Those that somebody else has at the moment are counted the next time. */
async function markRest(
  trx: Trx,
  accountId: number,
  cardIds: readonly number[],
  counted: readonly number[],
): Promise<void> {
  await sql`
    INSERT INTO card_order_marks (account_id, card_id)
    SELECT account_id, card_id FROM card_orders
    WHERE account_id = ${accountId} AND card_id = any(${[...cardIds]}::bigint[])
      AND card_id <> all(${[...counted]}::bigint[])`.execute(trx);
}
