import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import { insertAccount, insertCard, reportRow } from '#tests/support/analytics/fixtures.ts';
import { readUnitEconomics } from './read-unit-economics.ts';
import { storeReportRows } from './store-sales.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const CUP = 501;
const NEW_CUP = 502;
const UNTIL = '2026-11-15';

const sold = (nmId: number, count: number, values: Partial<Parameters<typeof reportRow>[0]> = {}) =>
  Array.from({ length: count }, () =>
    reportRow({
      day: UNTIL,
      nmId,
      quantity: 1,
      retailPriceWithDiscKopecks: 1_000_00,
      retailAmountKopecks: 1_000_00,
      forPayKopecks: 800_00,
      ...values,
    }),
  );
const delivered = (nmId: number, kopecks: number) =>
  reportRow({ day: UNTIL, nmId, operation: 'Логистика', deliveryKopecks: kopecks });

async function shopWith(rows: ReturnType<typeof reportRow>[]) {
  const { accountId, shopIds } = await insertAccount(database.db);
  const shopId = shopIds[0] ?? 0;
  for (const nmId of [CUP, NEW_CUP]) await insertCard(database.db, accountId, { nmIds: { [shopId]: nmId } });
  await storeReportRows(database.db, accountId, shopId, rows);
  return { accountId, shopId };
}

async function estimate(
  { accountId, shopId }: { accountId: number; shopId: number },
  nmId: number,
  subjectId: number | null = 812,
) {
  const good = { nmId, subjectId, priceKopecks: 1_000_00, costPriceKopecks: 300_00 };
  return (await readUnitEconomics(database.db, { accountId, userId: 0 }, shopId, [good])).get(nmId);
}

describe('the estimate for a piece', () => {
  it('is made from the card’s own sales, with its share of the shop’s storage', async () => {
    const storage = reportRow({ day: UNTIL, operation: 'Хранение', storageKopecks: 100_00 });
    const shop = await shopWith([...sold(CUP, 10), delivered(CUP, 500_00), storage]);
    expect(await estimate(shop, CUP)).toMatchObject({
      source: 'CARD',
      pieces: 10,
      from: '2026-08-18',
      to: UNTIL,
      commissionKopecks: 200_00,
      logisticsKopecks: 50_00,
      storageKopecks: 10_00,
    });
  });

  it('names the acquiring where all rows say it, and takes back that of returns', async () => {
    const paid = { acquiringKopecks: 20_00, forPayKopecks: 780_00 };
    const returned = sold(CUP, 2, { ...paid, docTypeName: 'Возврат', operation: 'Возврат' });
    const shop = await shopWith([...sold(CUP, 12, paid), ...returned, delivered(CUP, 500_00)]);
    expect(await estimate(shop, CUP)).toMatchObject({
      pieces: 10,
      commissionKopecks: 200_00,
      acquiringKopecks: 20_00,
      buyerPriceKopecks: 1_000_00,
    });
    await database.db
      .updateTable('report_rows')
      .set({ acquiring_kopecks: null })
      .where('shop_id', '=', shop.shopId)
      .where('doc_type_name', '=', 'Возврат')
      .execute();
    const before = await estimate(shop, CUP);
    expect(before).toMatchObject({ commissionKopecks: 220_00 });
    expect(before).not.toHaveProperty('acquiringKopecks');
  });

  it('is made from the subject where the card has sold too little, else from the shop', async () => {
    const shop = await shopWith([...sold(CUP, 6), delivered(CUP, 60_00), ...sold(NEW_CUP, 4)]);
    expect(await estimate(shop, NEW_CUP)).toMatchObject({
      source: 'SUBJECT',
      pieces: 10,
      from: '2026-10-19',
      logisticsKopecks: 6_00,
    });
    expect(await estimate(shop, NEW_CUP, 69)).toMatchObject({ source: 'SHOP', pieces: 10 });
  });

  it('is not made where nearly nothing was sold, or where all of the card’s pieces came back', async () => {
    expect(await estimate(await shopWith(sold(CUP, 4)), CUP)).toBeUndefined();
    expect(await estimate(await shopWith([]), CUP)).toBeUndefined();
    const returned = sold(NEW_CUP, 6, { docTypeName: 'Возврат', operation: 'Возврат' });
    const shop = await shopWith([...sold(CUP, 20), ...sold(NEW_CUP, 6), ...returned]);
    expect(await estimate(shop, NEW_CUP)).toBeUndefined();
  });

  it('forgets what is older than its days, counted from the last reported one', async () => {
    const shop = await shopWith([...sold(CUP, 50, { day: '2026-08-17' }), ...sold(CUP, 7)]);
    expect(await estimate(shop, CUP)).toMatchObject({ source: 'CARD', pieces: 7 });
  });

  it('takes nothing from another account’s sales', async () => {
    const { shopId } = await shopWith(sold(CUP, 10));
    const stranger = await insertAccount(database.db);
    expect(await estimate({ accountId: stranger.accountId, shopId }, CUP)).toBeUndefined();
  });
});
