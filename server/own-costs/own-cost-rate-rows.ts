import { sql } from 'kysely';
import type { OwnCostRate, OwnCostRateContent } from '#contract/own-cost-rates.ts';
import type { Db, Trx } from '#server/db/database.ts';

/** Those that hold on a day of the period, the latest first. */
export async function findOwnCostRates(
  db: Db,
  accountId: number,
  period: { from: string; to: string },
): Promise<OwnCostRate[]> {
  const rows = await selection(db, accountId)
    .where('from_day', '<=', period.to)
    .where((is) => is.or([is('to_day', 'is', null), is('to_day', '>=', period.from)]))
    .orderBy('from_day', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(rateOf);
}

/** Locked until the transaction ends. */
export async function lockOwnCostRate(
  trx: Trx,
  accountId: number,
  id: number,
): Promise<OwnCostRate | undefined> {
  const row = await selection(trx, accountId).where('id', '=', id).forUpdate().executeTakeFirst();
  return row && rateOf(row);
}

export async function insertOwnCostRate(
  trx: Trx,
  accountId: number,
  content: OwnCostRateContent,
): Promise<OwnCostRate> {
  const row = await trx
    .insertInto('own_cost_rates')
    .values({ account_id: accountId, ...columnsOf(content) })
    .returningAll()
    .executeTakeFirstOrThrow();
  return rateOf(row);
}

export async function updateOwnCostRateRow(
  trx: Trx,
  accountId: number,
  id: number,
  content: OwnCostRateContent,
): Promise<OwnCostRate> {
  const row = await trx
    .updateTable('own_cost_rates')
    .set({ ...columnsOf(content), version: sql`version + 1`, updated_at: sql`now()` })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return rateOf(row);
}

export async function deleteOwnCostRateRow(trx: Trx, accountId: number, id: number): Promise<void> {
  await trx.deleteFrom('own_cost_rates').where('account_id', '=', accountId).where('id', '=', id).execute();
}

function selection(db: Db, accountId: number) {
  return db.selectFrom('own_cost_rates').selectAll().where('account_id', '=', accountId);
}

type Row = Awaited<ReturnType<ReturnType<typeof selection>['executeTakeFirstOrThrow']>>;

function rateOf(row: Row): OwnCostRate {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    rateHundredths: row.rate_hundredths,
    from: row.from_day,
    to: row.to_day,
    shopId: row.shop_id,
    isTaxDeductible: row.is_tax_deductible,
    version: row.version,
    updatedAt: row.updated_at.toISOString(),
  };
}

function columnsOf(content: OwnCostRateContent) {
  return {
    kind: content.kind,
    name: content.name,
    rate_hundredths: content.rateHundredths,
    from_day: content.from,
    to_day: content.to,
    shop_id: content.shopId,
    is_tax_deductible: content.isTaxDeductible,
  };
}
