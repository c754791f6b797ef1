import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Database } from '#server/db/database.ts';
import type { Marketplace } from '#server/marketplace/marketplace.ts';
import { insertAccount } from '#tests/support/analytics/fixtures.ts';
import { addTestSubjects, addTestWarehouse, putIntoShop } from '#tests/support/cards/fixtures.ts';
import { insertCards } from '#tests/support/shipments/test-shipments.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import { syncPrices } from './sync-prices.ts';
import { syncStocks } from './sync-stocks.ts';

/** A shop is read every hour. Of what has not changed meanwhile no row is written, however large the shop is. */
let database: Database;
let shop: { accountId: number; shopId: number };
let cardIds: number[];
/** What the marketplace says, by size and by nmId. */
let amounts: Map<number, number>;
let priceRub: Map<number, number>;

const chrtOf = (cardId: number) => 500 + cardId;
const nmOf = (cardId: number) => 700 + cardId;

beforeAll(async () => {
  database = await openTestDatabase();
  await addTestSubjects(database.db);
});
beforeEach(async () => {
  const { db } = database;
  const { accountId, shopIds } = await insertAccount(db);
  shop = { accountId, shopId: shopIds[0] ?? 0 };
  cardIds = await insertCards(
    database,
    accountId,
    ['A-1', 'A-2', 'A-3'].map((vendorCode) => ({ vendorCode })),
  );
  for (const cardId of cardIds)
    await putIntoShop(database, { ...shop, cardId }, { nmId: nmOf(cardId), chrtId: chrtOf(cardId) });
  await addTestWarehouse(db, shop, 1);
  amounts = new Map(cardIds.map((id) => [chrtOf(id), 7]));
  priceRub = new Map(cardIds.map((id) => [nmOf(id), 1000]));
  await read();
});
afterAll(() => database.close());

async function read(): Promise<void> {
  const client = {
    listAllPrices: () =>
      Promise.resolve(
        Array.from(priceRub, ([nmId, rub]) => ({
          nmId,
          discount: 20,
          clubDiscount: 0,
          sizes: [{ priceRub: rub }],
        })),
      ),
    getStocks: (_warehouse: number, chrtIds: number[]) =>
      Promise.resolve(
        chrtIds.flatMap((chrtId) => (amounts.has(chrtId) ? [{ chrtId, amount: amounts.get(chrtId) }] : [])),
      ),
  };
  const marketplace = { forShop: () => Promise.resolve(client) } as unknown as Marketplace; // the two calls it makes
  await syncPrices({ deps: { database, marketplace }, ...shop }, 0);
  await syncStocks({ deps: { database, marketplace }, ...shop }, 0);
}

/** Which transaction wrote each row last. */
async function writers(): Promise<Map<string, string>> {
  const keys = { cards: 'id', shop_cards: 'id', stocks: 'chrt_id' };
  const { rows } = await sql<{ place: string; writer: string }>`${sql.join(
    Object.entries(keys).map(
      ([table, key]) => sql`
        SELECT ${table}::text || ' ' || row.${sql.ref(key)}::text AS place, row.xmin::text AS writer
        FROM ${sql.table(table)} row WHERE row.account_id = ${shop.accountId}`,
    ),
    sql` UNION ALL `,
  )}`.execute(database.db);
  return new Map(rows.map(({ place, writer }) => [place, writer]));
}

async function written(work: () => Promise<void>): Promise<string[]> {
  const before = await writers();
  await work();
  const after = await writers();
  return [...after].flatMap(([place, writer]) => (before.get(place) === writer ? [] : [place])).sort();
}

const stockOf = async (cardId: number) =>
  (await database.db.selectFrom('cards').select('stock').where('id', '=', cardId).executeTakeFirstOrThrow())
    .stock;

it('SY-01: what is as it was is not written again', async () => {
  const places = await writers();
  expect(places.size).toBe(9);
  expect(await written(read)).toEqual([]);
});

it('SY-02: an amount that is another is written, with what the list shows of its card, and nothing else', async () => {
  const [first = 0, second = 0, third = 0] = cardIds;
  amounts.set(chrtOf(second), 3);
  expect(await written(read)).toEqual([`cards ${second}`, `stocks ${chrtOf(second)}`]);
  expect(await stockOf(second)).toBe(3);
  // Without a record there is nothing in stock.
  amounts.delete(chrtOf(third));
  expect(await written(read)).toEqual([`cards ${third}`, `stocks ${chrtOf(third)}`]);
  expect(await Promise.all([first, second, third].map(stockOf))).toEqual([7, 3, 0]);
  expect(await written(read)).toEqual([]);
});

it('SY-02: a size that is another card’s by now is counted there, and no more where it was', async () => {
  const [first = 0, second = 0] = cardIds;
  const sizes = (chrtIds: number[]) =>
    JSON.stringify(chrtIds.map((chrtId) => ({ chrtId, techSize: '0', skus: [] })));
  const give = (cardId: number, chrtIds: number[]) =>
    database.db
      .updateTable('shop_cards')
      .set({ sizes: sizes(chrtIds) })
      .where('card_id', '=', cardId)
      .execute();
  await give(first, []);
  await give(second, [chrtOf(second), chrtOf(first)]);
  await read();
  expect(await Promise.all([first, second].map(stockOf))).toEqual([0, 14]);
});

it('SY-03: a price that is another is written, and of the other cards nothing', async () => {
  const [, second = 0] = cardIds;
  priceRub.set(nmOf(second), 1200);
  const changed = await written(read);
  expect(changed.filter((place) => place.startsWith('shop_cards'))).toHaveLength(1);
  expect(
    changed.filter((place) => place.startsWith('cards')).every((place) => place === `cards ${second}`),
  ).toBe(true);
});

it('SY-03: a card that has no price yet gets the shop’s, which was read long ago', async () => {
  const [first = 0] = cardIds;
  const priceOf = () =>
    database.db.selectFrom('cards').select('price_kopecks').where('id', '=', first).executeTakeFirstOrThrow();
  await database.db.updateTable('cards').set({ price_kopecks: 0 }).where('id', '=', first).execute();
  await read();
  expect(await priceOf()).toEqual({ price_kopecks: 100_000 });
});
