import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ProfitTotals } from '#contract/analytics.ts';
import type { Database } from '#server/db/database.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import { insertAccount, insertCard, reportRow } from '#tests/support/analytics/fixtures.ts';
import { GOODS_OPERATIONS, linesOfReportRow, NO_TAXES, profitTotals } from './profit-engine.ts';
import { readProfit } from './read-profit.ts';
import { readProfitCards } from './read-profit-cards.ts';
import { readProfitShops } from './read-profit-shops.ts';
import { storeReportRows } from './store-sales.ts';

const PERIOD = { from: '2026-03-01', to: '2026-03-04', basis: 'INCOME' as const };
const DAYS = ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04'];
const COST_KOPECKS = 123_45;
/** Of each shop: two cards, and goods that are no card of ours. */
const GOODS = [100, 101, 555];
/** What cards have for themselves; the rest may be a share of what is no card's. */
const OWN_LINES = ['buyouts', 'returns', 'revenueKopecks', 'forPayKopecks', 'cogsKopecks'] as const;

let database: Database;
let reader: { accountId: number; userId: number };
let shopIds: number[];

beforeAll(async () => {
  database = await openTestDatabase();
  const account = await insertAccount(database.db, { shops: 2 });
  shopIds = account.shopIds;
  reader = { accountId: account.accountId, userId: 0 };
  for (const nmId of GOODS.slice(0, 2)) {
    const nmIds = Object.fromEntries(shopIds.map((shopId) => [shopId, nmId]));
    await insertCard(database.db, account.accountId, { costPriceKopecks: COST_KOPECKS, nmIds });
  }
});
afterAll(() => database.close());

async function readAll() {
  const { db } = database;
  const [{ SELECTED }, { shops }, { results: cards }] = await Promise.all([
    readProfit(db, reader, PERIOD),
    readProfitShops(db, reader, PERIOD),
    readProfitCards(db, reader, { ...PERIOD, limit: 50, offset: 0, ordering: '-profit', shopRows: true }),
  ]);
  return { ...SELECTED, shops, cards };
}

const money = fc.integer({ min: -500_00, max: 9_000_00 });
const anyRow = fc
  .record({
    shop: fc.constantFrom(0, 1),
    row: fc.record({
      day: fc.constantFrom(...DAYS),
      nmId: fc.constantFrom(0, ...GOODS),
      operation: fc.constantFrom(
        'Продажа',
        'Возврат',
        'Логистика',
        'Хранение',
        'Штраф',
        'Удержание',
        'Доплата',
      ),
      docTypeName: fc.constantFrom('Продажа', 'Возврат', ''),
      operationNote: fc.constantFrom('', 'Оказание услуг «WB Продвижение»', 'ВБ.МЕДИА', 'Страхование'),
      quantity: fc.integer({ min: 0, max: 3 }),
      retailPriceWithDiscKopecks: fc.nat(9_000_00),
      retailAmountKopecks: fc.nat(9_000_00),
      forPayKopecks: money,
      deliveryKopecks: money,
      rebillLogisticKopecks: money,
      storageKopecks: money,
      acceptanceKopecks: money,
      penaltyKopecks: money,
      deductionKopecks: money,
      loyaltyKopecks: money,
      correctionKopecks: money,
    }),
  })
  // What is sold is some goods: of no card there are services alone.
  .filter(({ row }) => row.nmId !== 0 || !GOODS_OPERATIONS.includes(row.operation));

/** Money and pieces; shares are made of them, and the tax is counted by the year. */
const differenceOf = (after: ProfitTotals, before: ProfitTotals) =>
  Object.fromEntries(
    Object.entries(after).flatMap(([name, value]) => {
      const isSum = typeof value === 'number' && !/Share$|^averageCheck|^vat|^tax|^profit/.test(name);
      // Both have the same names.
      return isSum ? [[name, value - Number(before[name as keyof ProfitTotals])]] : [];
    }),
  );

it('a row more changes the figures of its day, its shop and its card by what it says, and no others', async () => {
  await fc.assert(
    fc.asyncProperty(anyRow, async ({ shop, row: said }) => {
      const shopId = shopIds[shop] ?? 0;
      const row = reportRow(said);
      const before = await readAll();
      await storeReportRows(database.db, reader.accountId, shopId, [row]);
      const after = await readAll();

      const isCard = GOODS.slice(0, 2).includes(row.nmId);
      const lines = linesOfReportRow(row, isCard ? COST_KOPECKS : null);
      const nothing = profitTotals(linesOfReportRow(reportRow({ day: row.day }), null), NO_TAXES);
      const expected = differenceOf(profitTotals(lines, NO_TAXES), nothing);
      expect(differenceOf(after.totals, before.totals)).toEqual(expected);

      for (const [index, { day, profitKopecks }] of after.days.entries()) {
        const moved = profitKopecks - (before.days[index]?.profitKopecks ?? Number.NaN);
        // After it, the tax is that of a year with the row in it.
        if (day < row.day) expect(moved).toBe(0);
      }
      for (const other of after.shops.filter((one) => one.shopId !== shopId)) {
        const was = before.shops.find((one) => one.shopId === other.shopId);
        for (const [index, { orders, buyouts }] of other.days.entries()) {
          expect([orders, buyouts]).toEqual([was?.days[index]?.orders, was?.days[index]?.buyouts]);
        }
      }
      for (const card of after.cards) {
        const was = before.cards.find((one) => one.shopId === card.shopId && one.nmId === card.nmId);
        const isItsOwn = card.shopId === shopId && card.nmId === row.nmId;
        if (!was) {
          expect(card.shopId).toBe(shopId);
          continue;
        }
        if (card.shopId !== shopId) {
          const changed = differenceOf(card.totals, was.totals);
          expect(Object.values(changed).every((value) => value === 0)).toBe(true);
        }
        if (isItsOwn || card.nmId === 0) continue;
        for (const name of OWN_LINES) expect(card.totals[name], name).toBe(was.totals[name]);
      }
      const sumOf = ({ cards }: typeof after) =>
        cards.reduce((sum, one) => sum + one.totals.payoutKopecks, 0);
      expect(sumOf(after) - sumOf(before)).toBe(expected['payoutKopecks']);
    }),
    { numRuns: 60 },
  );
});
