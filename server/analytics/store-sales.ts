import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#server/db/database.ts';
import type {
  MarketplaceOrder,
  MarketplaceReportRow,
  MarketplaceSale,
} from '#server/marketplace/report-operations.ts';
import { momentFromMoscow, moscowDay } from './moscow-days.ts';

/**
 * Writes what the marketplace sent. A row that came before is replaced where it says something else, so reading something twice writes
 * nothing: days are read again and again, and each row that is written has its day summed anew. A
 * batch is one statement of its own: the embedded database has one connection, and others wait for it meanwhile.
 */
const ROWS_PER_BATCH = 250;

interface Target {
  table: 'orders' | 'sales' | 'report_rows';
  key: string;
  /** Columns beside shop, account and key with their types. */
  columns: Record<string, string>;
  /** When a row that came before and says something else is replaced. */
  when: RawBuilder<unknown>;
}

const ORDERS: Target = {
  table: 'orders',
  key: 'srid',
  columns: {
    day: 'date',
    nm_id: 'bigint',
    vendor_code: 'text',
    price_with_disc_kopecks: 'bigint',
    is_cancel: 'boolean',
    changed_at: 'timestamptz',
  },
  when: sql`orders.changed_at <= excluded.changed_at`,
};

const SALES: Target = {
  table: 'sales',
  key: 'sale_id',
  columns: {
    day: 'date',
    nm_id: 'bigint',
    vendor_code: 'text',
    is_return: 'boolean',
    price_with_disc_kopecks: 'bigint',
    finished_price_kopecks: 'bigint',
    for_pay_kopecks: 'bigint',
    srid: 'text',
    barcode: 'text',
    changed_at: 'timestamptz',
  },
  when: sql`sales.changed_at <= excluded.changed_at`,
};

const REPORT_ROWS: Target = {
  table: 'report_rows',
  key: 'rrd_id',
  columns: {
    day: 'date',
    nm_id: 'bigint',
    vendor_code: 'text',
    doc_type_name: 'text',
    operation: 'text',
    operation_note: 'text',
    quantity: 'integer',
    retail_price_with_disc_kopecks: 'bigint',
    retail_amount_kopecks: 'bigint',
    for_pay_kopecks: 'bigint',
    delivery_kopecks: 'bigint',
    rebill_logistic_kopecks: 'bigint',
    storage_kopecks: 'bigint',
    acceptance_kopecks: 'bigint',
    penalty_kopecks: 'bigint',
    deduction_kopecks: 'bigint',
    loyalty_kopecks: 'bigint',
    correction_kopecks: 'bigint',
    srid: 'text',
    barcode: 'text',
    report_id: 'bigint',
    payment_schedule_kopecks: 'bigint',
    acquiring_kopecks: 'bigint',
    is_daily: 'boolean',
  },
  when: sql`true`,
};

/** Of a daily report: the weekly one has the last word. */
const DAILY_ROWS: Target = { ...REPORT_ROWS, when: sql`report_rows.is_daily` };

export async function storeOrders(
  db: Db,
  accountId: number,
  shopId: number,
  rows: readonly MarketplaceOrder[],
): Promise<void> {
  await storeRows(
    db,
    accountId,
    shopId,
    ORDERS,
    rows.map((row) => ({
      srid: row.srid,
      day: moscowDay(new Date(row.at)),
      nm_id: row.nmId,
      vendor_code: row.vendorCode,
      price_with_disc_kopecks: row.priceWithDiscKopecks,
      is_cancel: row.isCancel,
      changed_at: momentFromMoscow(row.lastChangeDate).toISOString(),
    })),
  );
}

export async function storeSales(
  db: Db,
  accountId: number,
  shopId: number,
  rows: readonly MarketplaceSale[],
): Promise<void> {
  await storeRows(
    db,
    accountId,
    shopId,
    SALES,
    rows.map((row) => ({
      sale_id: row.saleId,
      day: moscowDay(new Date(row.at)),
      nm_id: row.nmId,
      vendor_code: row.vendorCode,
      is_return: row.isReturn,
      price_with_disc_kopecks: row.priceWithDiscKopecks,
      finished_price_kopecks: row.finishedPriceKopecks,
      for_pay_kopecks: row.forPayKopecks,
      srid: row.srid,
      barcode: row.barcode,
      changed_at: momentFromMoscow(row.lastChangeDate).toISOString(),
    })),
  );
}

/** Rows of weekly reports, unless they are said to be of daily ones. */
export async function storeReportRows(
  db: Db,
  accountId: number,
  shopId: number,
  rows: readonly MarketplaceReportRow[],
  { isDaily = false }: { isDaily?: boolean } = {},
): Promise<void> {
  await storeRows(
    db,
    accountId,
    shopId,
    isDaily ? DAILY_ROWS : REPORT_ROWS,
    rows.map((row) => ({
      rrd_id: row.rrdId,
      day: row.day,
      nm_id: row.nmId,
      vendor_code: row.vendorCode,
      doc_type_name: row.docTypeName,
      operation: row.operation,
      operation_note: row.operationNote,
      quantity: row.quantity,
      retail_price_with_disc_kopecks: row.retailPriceWithDiscKopecks,
      retail_amount_kopecks: row.retailAmountKopecks,
      for_pay_kopecks: row.forPayKopecks,
      delivery_kopecks: row.deliveryKopecks,
      rebill_logistic_kopecks: row.rebillLogisticKopecks,
      storage_kopecks: row.storageKopecks,
      acceptance_kopecks: row.acceptanceKopecks,
      penalty_kopecks: row.penaltyKopecks,
      deduction_kopecks: row.deductionKopecks,
      loyalty_kopecks: row.loyaltyKopecks,
      correction_kopecks: row.correctionKopecks,
      srid: row.srid,
      barcode: row.sku,
      report_id: row.reportId,
      payment_schedule_kopecks: row.paymentScheduleKopecks,
      acquiring_kopecks: row.acquiringKopecks,
      is_daily: isDaily,
    })),
  );
}

/** The shop must be the account's. */
async function storeRows(
  db: Db,
  accountId: number,
  shopId: number,
  target: Target,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  // One statement may not touch a row twice; the later mention wins.
  const unique = [...new Map(rows.map((row) => [row[target.key], row])).values()];
  const names = [target.key, ...Object.keys(target.columns)];
  const types = { [target.key]: target.key === 'rrd_id' ? 'bigint' : 'text', ...target.columns };
  const record = sql.join(names.map((name) => sql`${sql.ref(name)} ${sql.raw(types[name] ?? 'text')}`));
  const columns = sql.join(names.map((name) => sql.ref(name)));
  const told = Object.keys(target.columns);
  const updates = sql.join(told.map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`));
  const before = sql.join(told.map((name) => sql`${sql.table(target.table)}.${sql.ref(name)}`));
  const after = sql.join(told.map((name) => sql`excluded.${sql.ref(name)}`));
  for (let start = 0; start < unique.length; start += ROWS_PER_BATCH) {
    const batch = JSON.stringify(unique.slice(start, start + ROWS_PER_BATCH));
    await sql`
      insert into ${sql.table(target.table)} (shop_id, account_id, ${columns})
      select ${shopId}, ${accountId}, ${columns}
      from jsonb_to_recordset(${batch}::jsonb) as incoming (${record})
      on conflict (shop_id, ${sql.ref(target.key)}) do update set ${updates}
      where ${sql.table(target.table)}.account_id = ${accountId} and ${target.when}
        and (${before}) is distinct from (${after})`.execute(db);
  }
}
