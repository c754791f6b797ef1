import { randomUUID } from 'node:crypto';
import type { Db } from '#server/db/database.ts';
import type { MarketplaceReport } from '#server/marketplace/report-operations.ts';

/** Test support: an account with shops and cards, and rows of orders, sales and reports with everything at zero. */
export async function insertAccount(
  db: Db,
  { shops = 1 } = {},
): Promise<{ accountId: number; shopIds: number[] }> {
  const account = await db
    .insertInto('accounts')
    .values({ name: 'Тест', resellup_id: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  const rows = await db
    .insertInto('shops')
    .values(
      Array.from({ length: shops }, (_, index) => ({
        account_id: account.id,
        name: `Магазин ${index + 1}`,
        sid: randomUUID(),
      })),
    )
    .returning('id')
    .execute();
  return { accountId: account.id, shopIds: rows.map((row) => row.id) };
}

export async function insertCard(
  db: Db,
  accountId: number,
  card: { title?: string; costPriceKopecks?: number | null; nmIds: Record<number, number> },
): Promise<number> {
  await db
    .insertInto('subjects')
    .values({ id: 812, name: 'Кружки' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const title = card.title ?? 'Кружка 350 мл';
  const nmIds = Object.values(card.nmIds);
  const vendorCode = `MUG-${nmIds.join('-')}`;
  const { id } = await db
    .insertInto('cards')
    .values({
      account_id: accountId,
      vendor_code: vendorCode,
      title,
      subject_id: 812,
      cost_price_kopecks: card.costPriceKopecks ?? null,
      nm_id: nmIds[0] ?? null,
      search_text: `${title} ${vendorCode} ${nmIds.join(' ')}`.toLowerCase(),
      state_before_archive: null,
      updated_by: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const [shopId, nmId] of Object.entries(card.nmIds)) {
    await db
      .insertInto('shop_cards')
      .values({
        account_id: accountId,
        card_id: id,
        shop_id: Number(shopId),
        vendor_code: vendorCode,
        nm_id: nmId,
        imt_id: null,
        price_kopecks: null,
        discount: null,
      })
      .execute();
  }
  return id;
}

const emptyReportRow = {
  reportId: null as number | null,
  paymentScheduleKopecks: 0,
  nmId: 0,
  vendorCode: '',
  docTypeName: 'Продажа',
  operation: 'Продажа',
  quantity: 0,
  retailPriceWithDiscKopecks: 0,
  retailAmountKopecks: 0,
  forPayKopecks: 0,
  deliveryKopecks: 0,
  rebillLogisticKopecks: 0,
  storageKopecks: 0,
  acceptanceKopecks: 0,
  penaltyKopecks: 0,
  deductionKopecks: 0,
  loyaltyKopecks: 0,
  correctionKopecks: 0,
  saleAt: '',
  subjectName: '',
  brandName: '',
  sku: '',
  techSize: '',
  operationNote: '',
  acquiringKopecks: 0,
};
let lastRrdId = 1000;

/** A row of the report as the marketplace's client gives it. */
export function reportRow(
  values: Partial<typeof emptyReportRow> & { day: string; rrdId?: number; srid?: string },
) {
  lastRrdId += 1;
  return { ...emptyReportRow, rrdId: lastRrdId, srid: `srid-${lastRrdId}`, ...values };
}

/** A report of the marketplace's list, for the week of 2 March 2026 unless said, with everything at zero. */
export function weeklyReport(values: Partial<MarketplaceReport> & { reportId: number }): MarketplaceReport {
  return {
    dateFrom: '2026-03-02',
    dateTo: '2026-03-08',
    createdOn: '2026-03-09',
    type: 1,
    forPayKopecks: 0,
    deliveryKopecks: 0,
    storageKopecks: 0,
    acceptanceKopecks: 0,
    penaltyKopecks: 0,
    deductionKopecks: 0,
    loyaltyKopecks: 0,
    correctionKopecks: 0,
    paymentScheduleKopecks: 0,
    bankPaymentKopecks: 0,
    ...values,
  };
}

const goods = { vendorCode: '', barcode: '', subject: '', brand: '' };

export function orderRow(values: {
  srid: string;
  at: string;
  nmId: number;
  kopecks: number;
  isCancel?: boolean;
  lastChangeDate?: string;
}) {
  return {
    ...goods,
    finishedPriceKopecks: values.kopecks,
    priceWithDiscKopecks: values.kopecks,
    isCancel: false,
    lastChangeDate: values.at.slice(0, 19),
    ...values,
  };
}

export function saleRow(values: {
  saleId: string;
  at: string;
  nmId: number;
  kopecks: number;
  forPayKopecks: number;
  srid?: string;
  lastChangeDate?: string;
}) {
  return {
    ...goods,
    isReturn: values.saleId.startsWith('R'),
    srid: `srid-${values.saleId}`,
    finishedPriceKopecks: values.kopecks,
    priceWithDiscKopecks: values.kopecks,
    lastChangeDate: values.at.slice(0, 19),
    ...values,
  };
}
