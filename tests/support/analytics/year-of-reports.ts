import { reportOperations } from '#server/marketplace/report-operations.ts';
import type { Send } from '#server/marketplace/request.ts';
import { call, loadedCup, openShop } from '#tests/support/simulator/test-simulator.ts';

/** Test support: a year of weekly reports as the marketplace sends them, and a client that reads what became of them. */

/** A line of a report as it comes: amounts are texts of rubles. */
export interface RawRow {
  reportId: number;
  rrdId: number;
  nmId: number;
  srid: string;
  sellerOperName: string;
  docTypeName: string;
  saleDt: string;
  forPay: string;
  retailPriceWithDisc: string;
  [field: string]: unknown;
}

export interface RawReport {
  reportId: number;
  reportType: number;
  dateFrom: string;
  dateTo: string;
  bankPaymentSum: string;
  [field: string]: unknown;
}

export interface RawYear {
  rows: RawRow[];
  reports: RawReport[];
  /** The feed of sales as a shop that was followed all along has read it. */
  sales: Record<string, unknown>[];
}

export const YEAR = { from: '2025-11-24', to: '2026-11-22' };
export const WEEKS = 52;
const AFTER_THE_YEAR_MS = 2 * 86_400_000;
const ALL_CARDS = 40;

/** All reports of 52 whole weeks, of a shop of the stand-in. */
export async function readRawYear(seed: number): Promise<RawYear> {
  const shop = await openShop({ seed });
  try {
    await shop.load(Array.from({ length: ALL_CARDS }, (_, index) => loadedCup(`CUP-${index}`)));
    shop.advance(AFTER_THE_YEAR_MS);
    const read = async <Row>(part: 'detailed' | 'list'): Promise<Row[]> => {
      const path = `/finance/api/finance/v1/sales-reports/${part}`;
      const body = { dateFrom: YEAR.from, dateTo: YEAR.to, period: 'weekly' };
      return (await call(shop.url, 'POST', path, shop.token, body)).body;
    };
    const rows = await read<RawRow>('detailed');
    return { rows, reports: await read<RawReport>('list'), sales: salesOf(rows) };
  } finally {
    await shop.close();
  }
}

function salesOf(rows: readonly RawRow[]): Record<string, unknown>[] {
  const goods = rows.filter((row) => isGoods(row));
  return goods.map((row) => ({
    date: row.saleDt,
    lastChangeDate: row.saleDt,
    supplierArticle: '',
    nmId: row.nmId,
    barcode: '',
    subject: '',
    brand: '',
    priceWithDisc: Number(row.retailPriceWithDisc),
    finishedPrice: Number(row.retailPriceWithDisc),
    forPay: Number(row.forPay),
    srid: row.srid,
    saleID: `${row.sellerOperName === 'Возврат' ? 'R' : 'S'}${row.srid}`,
  }));
}

export function isGoods({ sellerOperName }: RawRow): boolean {
  return sellerOperName === 'Продажа' || sellerOperName === 'Возврат';
}

/** The client's own reading of these answers. */
export function clientOfYear({ rows, reports, sales }: RawYear) {
  const ordered = rows.toSorted((one, other) => one.rrdId - other.rrdId);
  const answers: Record<string, (body: { rrdId?: number }) => unknown> = {
    '/api/finance/v1/sales-reports/detailed': ({ rrdId = 0 }) => ordered.filter((row) => row.rrdId > rrdId),
    '/api/finance/v1/sales-reports/list': () => reports,
    '/api/v1/supplier/sales': () => sales,
  };
  const send: Send = (request) => {
    const answer = answers[request.path];
    if (!answer) return Promise.reject(new Error(`Nothing is kept of ${request.path}`));
    return Promise.resolve(request.response.parse(answer(request.body ?? {})));
  };
  return reportOperations(send);
}
