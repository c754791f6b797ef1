import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StockRow } from '#contract/stock-parts.ts';
import type { Database } from '#server/db/database.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import { NOW, stockCards, type Stocked } from '#tests/support/analytics/stocked-cards.ts';
import { readStockMoney } from './read-stock-money.ts';
import { readStockParts, readStockRows } from './read-stock-parts.ts';

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const stock = (cards: readonly Stocked[]) => stockCards(database.db, cards);
const unsold = { sold: 0, returned: 0 };

type Asked = { shop?: number[]; nmId?: number };
const readMoney = (accountId: number, query: Asked = {}) =>
  readStockMoney(database.db, accountId, { limit: 50, offset: 0, ...query }, NOW);
const readParts = (accountId: number, query: Asked = {}) =>
  readStockParts(database.db, accountId, query, NOW);

async function readRows(accountId: number, warehouseId: number, query: Asked = {}): Promise<StockRow[]> {
  const found: StockRow[] = [];
  for (;;) {
    const page = { ...query, warehouseId, limit: 2, offset: found.length };
    const { count, results } = await readStockRows(database.db, accountId, page, NOW);
    found.push(...results);
    if (found.length >= count) return found;
  }
}

const MONEY = ['units', 'frozenKopecks'] as const;
const sumOf = <Name extends string>(all: readonly Record<Name, number>[], name: Name) =>
  all.reduce((sum, one) => sum + one[name], 0);

describe('the money in stocks', () => {
  it('FO-12: is what its warehouses are, each is what its rows are, and a card is what is its own of them', async () => {
    const someCard = fc.record({
      shop: fc.constantFrom(0, 1),
      costPriceKopecks: fc.option(fc.nat(9_000_00)),
      amounts: fc.array(fc.nat(300), { maxLength: 5 }),
      sold: fc.nat(5),
      returned: fc.nat(2),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(someCard, { maxLength: 6 }), fc.boolean(), async (cards, isOneShop) => {
        const { accountId, shopIds } = await stock(cards);
        const asked = isOneShop ? { shop: shopIds.slice(0, 1) } : {};
        const { totals, results } = await readMoney(accountId, asked);
        const { parts, ...sums } = await readParts(accountId, asked);
        const rows: StockRow[] = [];
        for (const part of parts) {
          const ofPart = await readRows(accountId, part.warehouseId, asked);
          for (const name of MONEY) expect(sumOf(ofPart, name)).toBe(part[name]);
          const withoutCost = ofPart.filter(({ costKopecks }) => costKopecks === null);
          expect([ofPart.length, withoutCost.length]).toEqual([part.rowCount, part.rowsWithoutCost]);
          expect(sumOf(withoutCost, 'units')).toBe(part.unitsWithoutCost);
          // What has no cost stands last.
          expect(ofPart.slice(ofPart.length - withoutCost.length)).toEqual(withoutCost);
          for (const row of ofPart) expect(row.frozenKopecks).toBe(row.units * (row.costKopecks ?? 0));
          rows.push(...ofPart);
        }
        for (const name of [...MONEY, 'unitsWithoutCost'] as const) {
          expect(sums[name]).toBe(totals[name]);
          expect(sumOf(parts, name)).toBe(totals[name]);
        }
        for (const card of results) {
          const own = { shop: [card.shopId], nmId: card.nmId ?? 0 };
          const ofCard = await readParts(accountId, own);
          expect(ofCard).toMatchObject({
            units: card.units,
            frozenKopecks: card.frozenKopecks,
            unitsWithoutCost: card.unitsWithoutCost,
          });
          const ownRows = [];
          for (const part of ofCard.parts)
            ownRows.push(...(await readRows(accountId, part.warehouseId, own)));
          expect(new Set(ownRows.map(({ chrtId }) => chrtId))).toEqual(
            new Set(rows.flatMap((row) => (row.cardId === card.cardId ? row.chrtId : []))),
          );
        }
      }),
      { numRuns: 4 },
    );
  });

  it('FO-12: opens to the asked shops of one’s own alone', async () => {
    const cards = [0, 1].map((shop) => ({ shop, costPriceKopecks: 10_00, amounts: [1 + shop], ...unsold }));
    const mine = await stock(cards);
    const others = await stock(cards);
    const [foreign] = (await readParts(others.accountId)).parts;
    expect((await readParts(mine.accountId, { shop: mine.shopIds.slice(1) })).units).toBe(2);
    await expect(readParts(mine.accountId, { shop: others.shopIds })).rejects.toThrow('Магазин не найден');
    expect(await readRows(mine.accountId, foreign?.warehouseId ?? 0)).toEqual([]);
    await expect(readParts(mine.accountId, { nmId: 1 })).rejects.toThrow('Карточка — одного магазина');
  });

  it('says the size, its barcode and what a piece costs today', async () => {
    const { accountId, shopIds } = await stock([
      { shop: 0, costPriceKopecks: 150_00, amounts: [4], ...unsold },
    ]);
    const [part] = (await readParts(accountId)).parts;
    const [row] = await readRows(accountId, part?.warehouseId ?? 0);
    const sizes = [{ chrtId: row?.chrtId ?? 0, techSize: 'XL', skus: ['4600000000017'] }];
    await database.db
      .updateTable('shop_cards')
      .set({ sizes: JSON.stringify(sizes) })
      .where('account_id', '=', accountId)
      .execute();
    expect(await readRows(accountId, part?.warehouseId ?? 0)).toMatchObject([
      {
        shopId: shopIds[0],
        nmId: 1,
        techSize: 'XL',
        barcode: '4600000000017',
        units: 4,
        costKopecks: 150_00,
        frozenKopecks: 600_00,
      },
    ]);
    expect(part).toMatchObject({ warehouseName: 'Основной', rowCount: 1, rowsWithoutCost: 0 });
  });
});
