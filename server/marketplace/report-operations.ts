import { z } from 'zod/mini';
import { isCalendarDay } from '#contract/fields.ts';
import { dataOf, kopecks, orElse, presentOrElse, wholeNumber } from './response-shapes.ts';
import { joinRows, rowsOf } from './report-rows.ts';
import type { Send } from './request.ts';

const statistics = { host: 'statistics', category: 'STATISTICS', method: 'GET', isWrite: false } as const;
const finance = { host: 'finance', category: 'FINANCE', method: 'POST', isWrite: false } as const;

/** Money that each row of a report has by the document: a sum without it would only look like one. */
const promisedMoney = presentOrElse(kopecks, 0);
const text = orElse(z.string(), '');
const day = z.string().check(z.refine((value) => isCalendarDay(value.slice(0, 10))));
const moment = day.check(z.refine((value) => !Number.isNaN(Date.parse(value))));

/** Statistics speak Moscow time without saying so. */
const moscowTime = z.pipe(
  moment.check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/)),
  z.transform((value) => (/(Z|[+-]\d\d:\d\d)$/.test(value) ? value : `${value}+03:00`)),
);
const unitShape = {
  date: moscowTime,
  lastChangeDate: moment,
  supplierArticle: text,
  nmId: wholeNumber,
  barcode: text,
  subject: text,
  brand: text,
  priceWithDisc: promisedMoney,
  finishedPrice: promisedMoney,
  srid: z.string(),
};

const orderSchema = z.pipe(
  z.looseObject({ ...unitShape, isCancel: z.boolean() }),
  z.transform((row) => ({
    at: row.date,
    /** As it came: what the next `dateFrom` is made of. */
    lastChangeDate: row.lastChangeDate,
    vendorCode: row.supplierArticle,
    nmId: row.nmId,
    barcode: row.barcode,
    subject: row.subject,
    brand: row.brand,
    priceWithDiscKopecks: row.priceWithDisc,
    finishedPriceKopecks: row.finishedPrice,
    isCancel: row.isCancel,
    srid: row.srid,
  })),
);
export type MarketplaceOrder = z.infer<typeof orderSchema>;

const saleSchema = z.pipe(
  z.looseObject({ ...unitShape, saleID: z.string(), forPay: promisedMoney }),
  z.transform((row) => ({
    saleId: row.saleID,
    isReturn: row.saleID.startsWith('R'),
    at: row.date,
    lastChangeDate: row.lastChangeDate,
    vendorCode: row.supplierArticle,
    nmId: row.nmId,
    barcode: row.barcode,
    subject: row.subject,
    brand: row.brand,
    priceWithDiscKopecks: row.priceWithDisc,
    finishedPriceKopecks: row.finishedPrice,
    /** 0 for up to a day: filled in later. */
    forPayKopecks: row.forPay,
    srid: row.srid,
  })),
);
export type MarketplaceSale = z.infer<typeof saleSchema>;

const reportRowShape = {
  rrdId: wholeNumber,
  reportId: presentOrElse(wholeNumber, 0),
  nmId: presentOrElse(wholeNumber, 0),
  vendorCode: text,
  subjectName: text,
  brandName: text,
  sku: presentOrElse(z.string(), ''),
  techSize: presentOrElse(z.string(), ''),
  docTypeName: presentOrElse(z.string(), ''),
  sellerOperName: presentOrElse(z.string(), ''),
  quantity: presentOrElse(wholeNumber, 0),
  retailPriceWithDisc: promisedMoney,
  retailAmount: promisedMoney,
  forPay: promisedMoney,
  deliveryService: promisedMoney,
  rebillLogisticCost: promisedMoney,
  paidStorage: promisedMoney,
  paidAcceptance: promisedMoney,
  penalty: promisedMoney,
  deduction: promisedMoney,
  additionalPayment: promisedMoney,
  cashbackAmount: promisedMoney,
  cashbackDiscount: promisedMoney,
  cashbackCommissionChange: promisedMoney,
  paymentSchedule: promisedMoney,
  acquiringFee: promisedMoney,
  bonusTypeName: text,
  saleDt: text,
  rrDate: day,
  srid: presentOrElse(z.string(), ''),
};

const reportRowSchema = z.pipe(
  z.looseObject(reportRowShape),
  z.transform((row) => ({
    rrdId: row.rrdId,
    /** null: the row does not say. */
    reportId: row.reportId === 0 ? null : row.reportId,
    day: row.rrDate.slice(0, 10),
    saleAt: row.saleDt,
    nmId: row.nmId,
    vendorCode: row.vendorCode,
    subjectName: row.subjectName,
    brandName: row.brandName,
    sku: row.sku,
    techSize: row.techSize,
    /** «Продажа» or «Возврат»; also on rows of logistics and the like. */
    docTypeName: row.docTypeName,
    /** What the row is; an open list of words. */
    operation: row.sellerOperName,
    operationNote: row.bonusTypeName,
    quantity: row.quantity,
    retailPriceWithDiscKopecks: row.retailPriceWithDisc,
    retailAmountKopecks: row.retailAmount,
    forPayKopecks: row.forPay,
    acquiringKopecks: row.acquiringFee,
    deliveryKopecks: row.deliveryService,
    rebillLogisticKopecks: row.rebillLogisticCost,
    storageKopecks: row.paidStorage,
    acceptanceKopecks: row.paidAcceptance,
    penaltyKopecks: row.penalty,
    deductionKopecks: row.deduction,
    correctionKopecks: row.additionalPayment,
    loyaltyKopecks: row.cashbackAmount + row.cashbackCommissionChange - row.cashbackDiscount,
    paymentScheduleKopecks: row.paymentSchedule,
    srid: row.srid,
  })),
);
export type MarketplaceReportRow = z.infer<typeof reportRowSchema>;

/**
 * Of a daily report. Its number may be larger than a number of JavaScript holds, as the documents warn: it is neither asked for nor
 * believed.
 */
const dailyRowSchema = z.pipe(
  z.pipe(
    z.looseObject({}),
    // What is in the other fields is for the next schema to say.
    z.transform((row) => ({ ...row, reportId: 0 }) as z.input<typeof reportRowSchema>),
  ),
  reportRowSchema,
);
const dailyRowFields = Object.keys(reportRowShape).filter((field) => field !== 'reportId');

/** A part of the rows of a period, after row `afterRrdId`. */
interface RowsQuery {
  dateFrom: string;
  dateTo: string;
  afterRrdId: number;
  limit?: number;
}

const detailedRows = { keyField: 'rrdId', dayField: 'rrDate', mayBeBodyless: true } as const;

function detailedReport(query: RowsQuery, period: 'weekly' | 'daily', fields: string[]) {
  return {
    ...finance,
    group: 'report-detailed',
    path: '/api/finance/v1/sales-reports/detailed',
    body: {
      dateFrom: query.dateFrom,
      dateTo: query.dateTo,
      rrdId: query.afterRrdId,
      limit: query.limit ?? 50_000,
      period,
      // Of a year of fifty thousand rows each field that nobody reads is a megabyte to take in and to keep.
      fields,
    },
  } as const;
}

const reportSchema = z.pipe(
  z.looseObject({
    reportId: wholeNumber,
    dateFrom: day,
    dateTo: day,
    createDate: text,
    reportType: presentOrElse(z.int(), 1),
    forPaySum: promisedMoney,
    deliveryServiceSum: promisedMoney,
    paidStorageSum: promisedMoney,
    paidAcceptanceSum: promisedMoney,
    deductionSum: promisedMoney,
    penaltySum: promisedMoney,
    additionalPaymentSum: promisedMoney,
    cashbackAmountSum: promisedMoney,
    cashbackDiscountSum: promisedMoney,
    cashbackCommissionChangeSum: promisedMoney,
    paymentSchedule: promisedMoney,
    // What everything is held against: a report without it is not read as one that pays nothing.
    bankPaymentSum: kopecks,
  }),
  z.transform((report) => ({
    reportId: report.reportId,
    dateFrom: report.dateFrom.slice(0, 10),
    dateTo: report.dateTo.slice(0, 10),
    createdOn: isCalendarDay(report.createDate.slice(0, 10)) ? report.createDate.slice(0, 10) : null,
    /** 1 main, 2 by buy-outs, 3 by buy-outs for Georgia */
    type: report.reportType,
    forPayKopecks: report.forPaySum,
    deliveryKopecks: report.deliveryServiceSum,
    storageKopecks: report.paidStorageSum,
    acceptanceKopecks: report.paidAcceptanceSum,
    penaltyKopecks: report.penaltySum,
    deductionKopecks: report.deductionSum,
    loyaltyKopecks:
      report.cashbackAmountSum + report.cashbackCommissionChangeSum - report.cashbackDiscountSum,
    correctionKopecks: report.additionalPaymentSum,
    paymentScheduleKopecks: report.paymentSchedule,
    bankPaymentKopecks: report.bankPaymentSum,
  })),
);
export type MarketplaceReport = z.infer<typeof reportSchema>;

const funnelSchema = z.pipe(
  dataOf(
    z.looseObject({
      products: z.array(
        z.looseObject({
          product: z.looseObject({ nmId: z.int() }),
          statistic: z.looseObject({
            selected: z.looseObject({
              openCount: z.int(),
              cartCount: z.int(),
              orderCount: z.int(),
              orderSum: kopecks,
              buyoutCount: z.int(),
              buyoutSum: kopecks,
              cancelCount: z.int(),
              cancelSum: kopecks,
            }),
          }),
        }),
      ),
    }),
  ),
  z.transform(({ products }) =>
    products.map(({ product, statistic: { selected } }) => ({
      nmId: product.nmId,
      opens: selected.openCount,
      carts: selected.cartCount,
      orders: selected.orderCount,
      orderSumKopecks: selected.orderSum,
      buyouts: selected.buyoutCount,
      buyoutSumKopecks: selected.buyoutSum,
      cancels: selected.cancelCount,
      cancelSumKopecks: selected.cancelSum,
    })),
  ),
);

/** Calls of the categories «Статистика», «Финансы» and «Аналитика». Money is whole kopecks. */
export function reportOperations(send: Send) {
  return {
    /** Orders changed since `dateFrom` (Moscow time), oldest change first, about 80 000 rows at most. */
    listOrders: (dateFrom: string) =>
      send({
        ...statistics,
        group: 'orders',
        path: '/api/v1/supplier/orders',
        query: { dateFrom, flag: 0 },
        response: rowsOf(orderSchema, { keyField: 'srid', dayField: 'date' }),
        joinParts: joinRows,
      }),

    /** Sales and returns changed since `dateFrom` (Moscow time). Preliminary. */
    listSales: (dateFrom: string) =>
      send({
        ...statistics,
        group: 'sales',
        path: '/api/v1/supplier/sales',
        query: { dateFrom, flag: 0 },
        response: rowsOf(saleSchema, { keyField: 'saleID', dayField: 'date' }),
        joinParts: joinRows,
      }),

    /** Rows of the weekly reports of a period after row `afterRrdId`; an empty page ends the reading. */
    reportRows: (query: RowsQuery) =>
      send({
        ...detailedReport(query, 'weekly', Object.keys(reportRowShape)),
        response: rowsOf(reportRowSchema, detailedRows),
        joinParts: joinRows,
      }),

    /** The same of the daily reports, of days that no weekly one tells of yet; their `reportId` is null. */
    dailyReportRows: (query: RowsQuery) =>
      send({
        ...detailedReport(query, 'daily', dailyRowFields),
        response: rowsOf(dailyRowSchema, detailedRows),
        joinParts: joinRows,
      }),

    /** The reports of a period with their totals. Not for basic tokens. */
    listReports: (query: { dateFrom: string; dateTo: string }) =>
      send({
        ...finance,
        group: 'report-list',
        path: '/api/finance/v1/sales-reports/list',
        body: { dateFrom: query.dateFrom, dateTo: query.dateTo, limit: 1000, offset: 0, period: 'weekly' },
        response: rowsOf(reportSchema, { keyField: 'reportId', dayField: 'dateFrom', mayBeBodyless: true }),
      }),

    /** Card opens, carts, orders and buy-outs of at most 1000 goods over a period of days (both included). */
    salesFunnel: (query: { nmIds: number[]; dateFrom: string; dateTo: string }) =>
      send({
        host: 'analytics',
        category: 'ANALYTICS',
        group: 'funnel',
        method: 'POST',
        path: '/api/analytics/v3/sales-funnel/products',
        body: {
          selectedPeriod: { start: query.dateFrom, end: query.dateTo },
          nmIds: query.nmIds,
          brandNames: [],
          subjectIds: [],
          tagIds: [],
          skipDeletedNm: false,
          limit: 1000,
          offset: 0,
        },
        isWrite: false,
        response: funnelSchema,
      }),
  };
}
