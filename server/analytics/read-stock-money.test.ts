import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import { NOW, REPORTED, stockCards, type Stocked } from '#tests/support/analytics/stocked-cards.ts';
import { rowsTouched } from '#tests/support/rows-touched.ts';
import { readStockMoney } from './read-stock-money.ts';

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const stock = (cards: readonly Stocked[]) => stockCards(database.db, cards);

const read = (accountId: number, query: { limit?: number; offset?: number; shop?: number[] } = {}) =>
  readStockMoney(database.db, accountId, { limit: 50, offset: 0, ...query }, NOW);

describe('stock of now', () => {
  it('is worth what its pieces cost today, and lasts as many days as at the average of the last reported ones', async () => {
    const { accountId, shopIds } = await stock([
      { shop: 0, costPriceKopecks: 150_00, amounts: [6, 4], sold: 8, returned: 1 },
      { shop: 0, costPriceKopecks: null, amounts: [3], sold: 0, returned: 0 },
      { shop: 0, costPriceKopecks: 99_00, amounts: [0], sold: 14, returned: 0 },
    ]);
    const found = await read(accountId);
    expect(found.results).toMatchObject([
      // Seven in fourteen days: half a piece a day.
      { nmId: 1, units: 10, frozenKopecks: 1_500_00, unitsWithoutCost: 0, soldUnits: 7, daysOfStock: 20 },
      { nmId: 2, units: 3, frozenKopecks: 0, unitsWithoutCost: 3, soldUnits: 0, daysOfStock: null },
    ]);
    expect(found.totals).toEqual({
      units: 13,
      frozenKopecks: 1_500_00,
      unitsWithoutCost: 3,
      cardsWithoutCost: 1,
      soldUnits: 7,
      daysOfStock: 26,
    });
    expect(found.shops).toEqual(
      shopIds.map((shopId, index) => ({
        shopId,
        readAt: null,
        soldDays: { from: '2026-03-02', to: REPORTED },
        soldUnits: index === 0 ? 7 : 0,
      })),
    );
  });

  it('costs what is valid today, of the shop before that of all', async () => {
    const { accountId, shopIds } = await stock([
      { shop: 0, costPriceKopecks: 100_00, amounts: [2], sold: 0, returned: 0 },
    ]);
    const [first] = (await read(accountId)).results;
    const costs = [
      ['2026-03-20', null, 900_00],
      ['2026-03-05', shopIds[0] ?? 0, 120_00],
    ] as const;
    for (const [from_day, shop_id, cost_kopecks] of costs) {
      await database.db
        .insertInto('card_costs')
        .values({ account_id: accountId, card_id: first?.cardId ?? 0, shop_id, from_day, cost_kopecks })
        .execute();
    }
    expect((await read(accountId)).totals.frozenKopecks).toBe(240_00);
  });

  it('of a shop of which no sales are known lasts nobody knows how long', async () => {
    const { accountId, shopIds } = await stock([
      { shop: 0, costPriceKopecks: 1_00, amounts: [7], sold: 7, returned: 0 },
      { shop: 1, costPriceKopecks: 1_00, amounts: [7], sold: 0, returned: 0 },
    ]);
    expect((await read(accountId)).totals.daysOfStock).toBe(28);
    await database.db
      .deleteFrom('report_rows')
      .where('account_id', '=', accountId)
      .where('shop_id', '=', shopIds[1] ?? 0)
      .execute();
    const { totals, shops, results } = await read(accountId);
    expect(totals).toMatchObject({ units: 14, daysOfStock: null });
    expect(shops[1]?.soldDays).toBeNull();
    expect(results.map(({ daysOfStock }) => daysOfStock)).toEqual([14, null]);
  });

  it('is of the asked shops of one’s own alone', async () => {
    const cards = [0, 1].map((shop) => ({
      shop,
      costPriceKopecks: 10_00,
      amounts: [1 + shop],
      sold: 0,
      returned: 0,
    }));
    const { accountId, shopIds } = await stock(cards);
    const other = await stock(cards);
    expect((await read(accountId, { shop: shopIds.slice(1) })).totals.units).toBe(2);
    await expect(read(accountId, { shop: other.shopIds })).rejects.toThrow('Магазин не найден');
    expect((await read(accountId)).totals.units).toBe(3);
  });

  it('is looked up in the asked shops alone', async () => {
    const card = { shop: 0, costPriceKopecks: 10_00, amounts: [1], sold: 0, returned: 0 };
    const ofOthers = Array.from({ length: 300 }, () => card);
    const { accountId, shopIds } = await stock([...ofOthers, { ...card, shop: 1 }]);
    await sql`ANALYZE`.execute(database.db);
    const touched = await rowsTouched(
      database,
      async () => expect((await read(accountId, { shop: shopIds.slice(1) })).count).toBe(1),
      ['shop_cards', 'stocks'],
    );
    expect(touched).toBeLessThan(ofOthers.length);
  });

  it('lasts nobody knows how long where as much came back as was sold', async () => {
    const card = { shop: 0, costPriceKopecks: null, amounts: [1] };
    const { accountId } = await stock([
      // Fourteenths of them leave a rest, in whatever order they are added.
      { ...card, sold: 5, returned: 0 },
      { ...card, sold: 1, returned: 0 },
      { ...card, sold: 0, returned: 6 },
    ]);
    const { totals } = await read(accountId, { limit: 1 });
    expect(totals).toMatchObject({ soldUnits: 0, daysOfStock: null });
  });

  it('adds up from its cards, page by page, whatever there is and was sold', async () => {
    const someCard = fc.record({
      shop: fc.constantFrom(0, 1),
      costPriceKopecks: fc.option(fc.nat(9_000_00)),
      amounts: fc.array(fc.nat(300), { maxLength: 3 }),
      sold: fc.nat(40),
      returned: fc.nat(10),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(someCard, { maxLength: 6 }), async (cards) => {
        const { accountId } = await stock(cards);
        const { count, totals, shops } = await read(accountId, { limit: 1 });
        const pages = [];
        for (let offset = 0; offset < count; offset += 2) {
          pages.push(...(await read(accountId, { limit: 2, offset })).results);
        }
        const unitsOf = ({ amounts }: Stocked) => amounts.reduce((sum, one) => sum + one, 0);
        const stocked = cards.filter((card) => unitsOf(card) > 0);
        const sum = (valueOf: (card: Stocked) => number) =>
          stocked.reduce((all, card) => all + valueOf(card), 0);
        expect(new Set(pages.map(({ nmId }) => nmId)).size).toBe(stocked.length);
        expect(totals).toMatchObject({
          units: sum(unitsOf),
          frozenKopecks: sum((card) => unitsOf(card) * (card.costPriceKopecks ?? 0)),
          cardsWithoutCost: stocked.filter(({ costPriceKopecks }) => costPriceKopecks === null).length,
          soldUnits: sum(({ sold, returned }) => sold - returned),
        });
        for (const name of ['units', 'frozenKopecks', 'unitsWithoutCost', 'soldUnits'] as const) {
          expect(pages.reduce((all, card) => all + card[name], 0)).toBe(totals[name]);
        }
        for (const { shopId, soldUnits } of shops) {
          const ofShop = pages.filter((card) => card.shopId === shopId);
          expect(ofShop.reduce((all, card) => all + card.soldUnits, 0)).toBe(soldUnits);
        }
        if (totals.soldUnits > 0)
          expect(totals.daysOfStock).toBeCloseTo((totals.units * 14) / totals.soldUnits, 6);
        else expect(totals.daysOfStock).toBeNull();
      }),
      { numRuns: 10 },
    );
  });
});
