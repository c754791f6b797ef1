import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import { insertAccount, insertCard, orderRow, reportRow } from '#tests/support/analytics/fixtures.ts';
import { keepCommissions } from './commission-tariffs.ts';
import { readCardEconomics, readUnitEconomics } from './read-unit-economics.ts';
import { storeOrders, storeReportRows } from './store-sales.ts';

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

describe('the tariff of a subject where nothing of it was sold', () => {
  const DRESSES = 69;
  const tariff = { subjectId: DRESSES, basisPoints: 29_50 };

  it('is the commission; the rest is by what the shop has sold', async () => {
    const paid = { acquiringKopecks: 20_00, forPayKopecks: 780_00 };
    const shop = await shopWith([...sold(CUP, 10, paid), delivered(CUP, 500_00)]);
    await keepCommissions(database.db, shop, [tariff]);
    expect(await estimate(shop, NEW_CUP, DRESSES)).toMatchObject({
      source: 'SHOP',
      commissionBasisPoints: 29_50,
      commissionKopecks: 295_00,
      acquiringKopecks: 20_00,
      logisticsKopecks: 50_00,
    });
    // What was sold is nearer.
    expect(await estimate(shop, CUP)).not.toHaveProperty('commissionBasisPoints');
    expect(await estimate(shop, NEW_CUP, 105)).toMatchObject({ commissionKopecks: 200_00 });
  });

  it('is another shop’s own, and another account’s', async () => {
    const shop = await shopWith(sold(CUP, 10));
    const other = await shopWith([]);
    await keepCommissions(database.db, other, [tariff]);
    expect(await estimate(shop, NEW_CUP, DRESSES)).not.toHaveProperty('commissionBasisPoints');
    await keepCommissions(database.db, { accountId: other.accountId, shopId: shop.shopId }, [tariff]);
    expect(await estimate(shop, NEW_CUP, DRESSES)).not.toHaveProperty('commissionBasisPoints');
  });

  it('is all that is said where the shop has sold nearly nothing, and no profit is made of it', async () => {
    const shop = await shopWith([]);
    await keepCommissions(database.db, shop, [{ subjectId: 812, basisPoints: 24_50 }]);
    const cardId = await insertCard(database.db, shop.accountId, { nmIds: { [shop.shopId]: 503 } });
    const typed = { priceKopecks: 2_000_00, discount: 50, costPriceKopecks: 300_00 };
    const reader = { accountId: shop.accountId, userId: 0 };
    expect(await readCardEconomics(database.db, reader, cardId, typed)).toMatchObject([
      {
        economics: null,
        byTariff: {
          priceKopecks: 1_000_00,
          commissionBasisPoints: 24_50,
          commissionKopecks: 245_00,
          costPriceKopecks: 300_00,
          taxKopecks: 60_00,
          leftKopecks: 395_00,
        },
      },
    ]);
    expect(await estimate(shop, CUP)).toBeUndefined();
  });
});

describe('what is kept of the orders', () => {
  let lastOrder = 0;
  const cancelled = (nmId: number, count: number, day = UNTIL) =>
    Array.from({ length: count }, () => {
      lastOrder += 1;
      return orderRow({
        srid: `left-${lastOrder}`,
        at: `${day}T12:00:00`,
        nmId,
        kopecks: 1_000_00,
        isCancel: true,
      });
    });
  /** From here on orders of the shop are known. */
  const known = (day: string) =>
    orderRow({ srid: `first ${day}`, at: `${day}T12:00:00`, nmId: 999, kopecks: 1 });

  async function shopWithOrders(rows: ReturnType<typeof reportRow>[], orders: ReturnType<typeof orderRow>[]) {
    const shop = await shopWith(rows);
    await storeOrders(database.db, shop.accountId, shop.shopId, orders);
    return shop;
  }

  it('is the card’s own share, which its own logistics bear already', async () => {
    const shop = await shopWithOrders(
      [...sold(CUP, 10), delivered(CUP, 500_00)],
      [known('2026-08-01'), ...cancelled(CUP, 10)],
    );
    expect(await estimate(shop, CUP)).toMatchObject({
      source: 'CARD',
      logisticsKopecks: 50_00,
      buyout: { share: 0.5, outcomes: 20, source: 'CARD' },
    });
  });

  it('makes the logistics of the subject those of a card that is kept less often', async () => {
    const shop = await shopWithOrders(
      [...sold(CUP, 36), delivered(CUP, 1_800_00), ...sold(NEW_CUP, 4)],
      [known('2026-08-01'), ...cancelled(NEW_CUP, 12)],
    );
    // 45 ₽ a piece at 40 of 52 kept; 4 of 16 are kept of the new one.
    expect(await estimate(shop, NEW_CUP)).toMatchObject({
      source: 'SUBJECT',
      logisticsKopecks: 138_46,
      buyout: { share: 0.25, outcomes: 16, source: 'CARD' },
    });
  });

  it('is that of the subject in all shops where the card has too few orders', async () => {
    const { accountId, shopIds } = await insertAccount(database.db, { shops: 2 });
    const [here = 0, there = 0] = shopIds;
    await insertCard(database.db, accountId, { nmIds: { [here]: NEW_CUP, [there]: CUP } });
    await storeReportRows(database.db, accountId, here, [...sold(700, 20), delivered(700, 1_000_00)]);
    await storeOrders(database.db, accountId, here, [known('2026-08-01')]);
    await storeReportRows(database.db, accountId, there, sold(CUP, 10));
    await storeOrders(database.db, accountId, there, [known('2026-08-01'), ...cancelled(CUP, 10)]);
    expect(await estimate({ accountId, shopId: here }, NEW_CUP)).toMatchObject({
      source: 'SHOP',
      logisticsKopecks: 100_00,
      buyout: { share: 0.5, outcomes: 20, source: 'SUBJECT' },
    });
  });

  it('is not known without orders; what was sold before the first of them says nothing of it', async () => {
    const before = sold(CUP, 30, { day: '2026-11-01' });
    expect(await estimate(await shopWith([...before, ...sold(CUP, 12)]), CUP)).toMatchObject({
      buyout: null,
    });
    const shop = await shopWithOrders(
      [...before, ...sold(CUP, 12)],
      [known('2026-11-10'), ...cancelled(CUP, 4)],
    );
    expect(await estimate(shop, CUP)).toMatchObject({ buyout: { share: 0.75, outcomes: 16 } });
  });

  it('of a card that nobody has kept makes no estimate', async () => {
    const shop = await shopWithOrders(sold(CUP, 20), [known('2026-08-01'), ...cancelled(NEW_CUP, 10)]);
    expect(await estimate(shop, NEW_CUP)).toBeUndefined();
  });
});
