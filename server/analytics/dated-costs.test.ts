import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { followCosts } from '#server/cards/follow-costs.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import { insertAccount, insertCard, reportRow, saleRow } from '#tests/support/analytics/fixtures.ts';
import { findSoldByCard } from '#tests/support/analytics/sold-by-card.ts';
import { linesOfReportRow, sumLines } from './profit-engine.ts';
import { readProfit } from './read-profit.ts';
import { readProfitCards } from './read-profit-cards.ts';
import { countSoldWithoutCost } from './day-lines.ts';
import { findCoverage, findLinesByDay } from './repository.ts';
import { storeReportRows, storeSales } from './store-sales.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const NM = 700;
const SMALL = '2000000000015';
const LARGE = '2000000000022';
const period = { from: '2026-03-01', to: '2026-03-31' };
const sale = { nmId: NM, quantity: 1, retailPriceWithDiscKopecks: 1_000_00, forPayKopecks: 700_00 };
const refund = { ...sale, docTypeName: 'Возврат', operation: 'Возврат' };

interface Said {
  from?: string;
  shopId?: number;
  techSize?: string;
  kopecks: number | null;
}

/** A card of two sizes in two shops, with what is said of its cost. */
async function shelf(
  said: (shopIds: { first: number; second: number }) => Said[],
  costPriceKopecks: number | null,
) {
  const { db } = database;
  const { accountId, shopIds } = await insertAccount(db, { shops: 2 });
  const [first = 0, second = 0] = shopIds;
  const cardId = await insertCard(db, accountId, {
    costPriceKopecks,
    nmIds: { [first]: NM, [second]: NM },
  });
  const sizes = [
    { techSize: 'S', wbSize: '', skus: [SMALL] },
    { techSize: 'L', wbSize: '', skus: [LARGE] },
  ];
  await db
    .updateTable('cards')
    .set({ sizes: JSON.stringify(sizes) })
    .where('id', '=', cardId)
    .execute();
  for (const { from = '-infinity', shopId = null, techSize = null, kopecks } of said({ first, second })) {
    await sql`INSERT INTO card_costs (account_id, card_id, shop_id, tech_size, from_day, cost_kopecks)
      VALUES (${accountId}, ${cardId}, ${shopId}, ${techSize}, ${from}, ${kopecks})`.execute(db);
  }
  // As every writer of costs does.
  await db.transaction().execute((trx) => followCosts(trx, accountId, [cardId], null));
  const cogs = async () => {
    const shops = await findCoverage(db, accountId);
    const byDay = await findLinesByDay(db, accountId, { shops, period });
    const byCard = await findSoldByCard(db, accountId, { shops, periods: [period] });
    const sum = sumLines(byDay.map((one) => one.lines)).cogsKopecks;
    expect(sumLines(byCard.map((one) => one.lines)).cogsKopecks).toBe(sum);
    return sum;
  };
  return { accountId, cardId, first, second, cogs };
}

describe('the cost of what was sold', () => {
  it('is the one that was valid on the day of the sale: what changes in the middle leaves what was before', async () => {
    const { accountId, first, cogs } = await shelf(() => [{ from: '2026-03-10', kopecks: 333_33 }], 200_01);
    await storeReportRows(database.db, accountId, first, [
      reportRow({ ...sale, day: '2026-03-09' }),
      reportRow({ ...sale, day: '2026-03-10' }),
      reportRow({ ...sale, day: '2026-03-31', quantity: 3 }),
    ]);
    expect(await cogs()).toBe(200_01 + 333_33 + 3 * 333_33);
  });

  it('is what is said of the shop there, and of the size before that', async () => {
    const { accountId, first, second, cogs } = await shelf(
      (shop) => [
        { from: '2026-03-10', shopId: shop.second, kopecks: 250_00 },
        { from: '2026-03-20', techSize: 'L', kopecks: 400_00 },
        { from: '2026-03-25', techSize: 'L', shopId: shop.second, kopecks: 444_44 },
        // Newer, of all: it does not stand before what is said of a shop.
        { from: '2026-03-28', kopecks: 210_00 },
      ],
      200_00,
    );
    const on = (day: string, sku = SMALL) => reportRow({ ...sale, day, sku });
    await storeReportRows(database.db, accountId, first, [
      on('2026-03-11'),
      on('2026-03-19', LARGE),
      on('2026-03-20', LARGE),
      on('2026-03-30', LARGE),
      on('2026-03-30'),
    ]);
    await storeReportRows(database.db, accountId, second, [
      on('2026-03-09'),
      on('2026-03-10'),
      on('2026-03-24', LARGE),
      on('2026-03-25', LARGE),
      on('2026-03-30'),
      // Its size is not known: what is said of the shop.
      on('2026-03-30', ''),
    ]);
    const inFirst = 200_00 + 200_00 + 400_00 + 400_00 + 210_00;
    const inSecond = 200_00 + 250_00 + 400_00 + 444_44 + 250_00 + 250_00;
    expect(await cogs()).toBe(inFirst + inSecond);
  });

  it('comes back with a return as it went, by the report or by the sale that the report lacks', async () => {
    const { accountId, first, cogs } = await shelf(() => [{ from: '2026-03-10', kopecks: 333_33 }], 200_00);
    await storeSales(database.db, accountId, first, [
      saleRow({
        saleId: 'S1',
        srid: 'operational',
        at: '2026-02-20T12:00:00+03:00',
        nmId: NM,
        kopecks: 1,
        forPayKopecks: 1,
      }),
      saleRow({
        saleId: 'S2',
        srid: 'unreported',
        at: '2026-03-02T12:00:00+03:00',
        nmId: NM,
        kopecks: 1,
        forPayKopecks: 1,
      }),
      saleRow({
        saleId: 'R2',
        srid: 'unreported',
        at: '2026-03-30T12:00:00+03:00',
        nmId: NM,
        kopecks: 1,
        forPayKopecks: 1,
      }),
    ]);
    await storeReportRows(database.db, accountId, first, [
      reportRow({ ...sale, srid: 'reported', day: '2026-03-05' }),
      reportRow({ ...refund, srid: 'reported', day: '2026-03-15' }),
      reportRow({ ...refund, srid: 'operational', day: '2026-03-16' }),
    ]);
    // Nothing is left of two, and the third went in February.
    expect(await cogs()).toBe(-200_00);
    // Of a sale that nobody knows, the day of the return is all there is.
    await storeReportRows(database.db, accountId, first, [
      reportRow({ ...refund, srid: 'never-seen', day: '2026-03-17' }),
      reportRow({ ...refund, srid: '', day: '2026-03-01' }),
    ]);
    expect(await cogs()).toBe(-200_00 - 333_33 - 200_00);
  });

  it('is missed on the days alone of which nobody has said it', async () => {
    const { accountId, first } = await shelf(() => [{ from: '2026-03-10', kopecks: 300_00 }], null);
    const reader = { accountId, userId: 0 };
    await storeReportRows(database.db, accountId, first, [reportRow({ ...sale, day: '2026-03-12' })]);
    const query = { ...period, basis: 'INCOME' as const };
    const cards = async () =>
      (await readProfitCards(database.db, reader, { ...query, limit: 9, offset: 0, ordering: 'profit' }))
        .results;
    const shops = await findCoverage(database.db, accountId);
    expect(
      await countSoldWithoutCost(database.db, accountId, {
        shopIds: shops.map((shop) => shop.shopId),
        period,
      }),
    ).toBe(0);
    expect((await cards()).map((card) => card.hasCostPrice)).toEqual([true]);
    await storeReportRows(database.db, accountId, first, [reportRow({ ...sale, day: '2026-03-09' })]);
    expect((await readProfit(database.db, reader, query)).cardsWithoutCostPrice).toBe(1);
    expect((await cards()).map((card) => [card.hasCostPrice, card.totals.cogsKopecks])).toEqual([
      [false, 300_00],
    ]);
  });

  const days = ['2026-03-01', '2026-03-08', '2026-03-15', '2026-03-22', '2026-03-31'];
  const anySaid = fc.record({
    from: fc.constantFrom('-infinity', ...days),
    shop: fc.constantFrom(null, 'first', 'second'),
    techSize: fc.constantFrom(null, 'S', 'L'),
    kopecks: fc.integer({ min: 1, max: 90_000 }),
  });
  const anySold = fc.record({
    day: fc.constantFrom(...days),
    shop: fc.constantFrom('first', 'second'),
    sku: fc.constantFrom('', SMALL, LARGE),
    quantity: fc.integer({ min: 1, max: 5 }),
  });

  it('is found for every row as by looking through all that was said', async () => {
    const places = fc.uniqueArray(anySaid, {
      maxLength: 12,
      selector: ({ from, shop, techSize }) => `${from} ${shop} ${techSize}`,
    });
    await fc.assert(
      fc.asyncProperty(places, fc.array(anySold, { maxLength: 15 }), async (said, sold) => {
        const { accountId, cogs, ...shop } = await shelf(
          (shopIds) =>
            said.map(({ from, techSize, kopecks, ...one }) => ({
              from,
              kopecks,
              ...(techSize === null ? {} : { techSize }),
              ...(one.shop === null ? {} : { shopId: one.shop === 'first' ? shopIds.first : shopIds.second }),
            })),
          null,
        );
        const rows = sold.map((one) => ({ ...one, row: reportRow({ ...sale, ...one }) }));
        for (const name of ['first', 'second'] as const) {
          const there = rows.filter((one) => one.shop === name).map((one) => one.row);
          await storeReportRows(database.db, accountId, shop[name], there);
        }
        const sizeOf = (sku: string) => (sku === SMALL ? 'S' : sku === LARGE ? 'L' : undefined);
        const costOf = (one: (typeof rows)[number]) =>
          said
            .filter(
              ({ from, shop: place, techSize }) =>
                (from === '-infinity' || from <= one.day) &&
                (place === null || place === one.shop) &&
                (techSize === null || techSize === sizeOf(one.sku)),
            )
            .map((cost) => ({
              kopecks: cost.kopecks,
              rank: `${cost.techSize === null ? 0 : 1}${cost.shop === null ? 0 : 1}${cost.from === '-infinity' ? '' : cost.from}`,
            }))
            .sort((left, right) => (left.rank < right.rank ? 1 : -1))[0]?.kopecks ?? null;
        const expected = sumLines(rows.map((one) => linesOfReportRow(one.row, costOf(one)))).cogsKopecks;
        expect(await cogs()).toBe(expected);
      }),
      { numRuns: 25 },
    );
  });
});
