import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import { insertAccount, reportRow, saleRow } from '#tests/support/analytics/fixtures.ts';
import { readProfit } from './read-profit.ts';
import { storeReportRows, storeSales } from './store-sales.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const NOW = new Date('2026-03-20T12:00:00+03:00');
const sale = {
  quantity: 1,
  retailPriceWithDiscKopecks: 1_000_00,
  retailAmountKopecks: 800_00,
  forPayKopecks: 700_00,
};

/** The reports of the shops end on 10 March; the feed has sales of these days that they lack. */
async function shownDays(lacking: readonly string[], { shops = 2 } = {}) {
  const { db } = database;
  const { accountId, shopIds } = await insertAccount(db, { shops: 2 });
  for (const shopId of shopIds.slice(0, shops)) {
    await storeReportRows(db, accountId, shopId, [reportRow({ day: '2026-03-10', nmId: 100, ...sale })]);
  }
  for (const shopId of shopIds) {
    await storeSales(
      db,
      accountId,
      shopId,
      lacking.map((day) =>
        saleRow({
          saleId: `S${day}`,
          at: `${day}T12:00:00+03:00`,
          nmId: 100,
          kopecks: 900_00,
          forPayKopecks: 600_00,
        }),
      ),
    );
  }
  const { SELECTED } = await readProfit(db, { accountId, userId: 0 }, { basis: 'OWN' }, NOW);
  expect(SELECTED.days).toHaveLength(14);
  return { to: SELECTED.to, isPreliminary: SELECTED.days.at(-1)?.isPreliminary };
}

describe('the days that the profit page begins with', () => {
  it('end with the reports', async () => {
    expect(await shownDays(['2026-03-08'])).toEqual({ to: '2026-03-10', isPreliminary: false });
  });

  it('end before days of which the reports lack a sale: no cost of theirs is known in full', async () => {
    expect(await shownDays(['2026-03-10'])).toEqual({ to: '2026-03-09', isPreliminary: false });
    expect(await shownDays(['2026-03-08', '2026-03-09', '2026-03-10'])).toMatchObject({ to: '2026-03-07' });
  });

  it('are not held back by sales that no report ever has', async () => {
    const lacking = ['2026-03-07', '2026-03-08', '2026-03-09', '2026-03-10'];
    expect(await shownDays(lacking)).toEqual({ to: '2026-03-10', isPreliminary: true });
  });

  it('are those that ended yesterday, whatever was sold, where a shop has no report', async () => {
    expect(await shownDays(['2026-03-19'], { shops: 1 })).toMatchObject({ to: '2026-03-19' });
  });
});
