import { sql } from 'kysely';
import type { OwnCost, OwnCostContent } from '#contract/own-costs.ts';
import type { Db, Trx } from '#server/db/database.ts';

/** Those that have a day in the period, the latest first. */
export async function findOwnCosts(
  db: Db,
  accountId: number,
  period: { from: string; to: string },
): Promise<OwnCost[]> {
  const rows = await selection(db, accountId)
    .where('to_day', '>=', period.from)
    .where('from_day', '<=', period.to)
    .orderBy('from_day', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(costOf);
}

/** Locked until the transaction ends. */
export async function lockOwnCost(trx: Trx, accountId: number, id: number): Promise<OwnCost | undefined> {
  const row = await selection(trx, accountId).where('id', '=', id).forUpdate().executeTakeFirst();
  return row && costOf(row);
}

export async function insertOwnCost(trx: Trx, accountId: number, content: OwnCostContent): Promise<OwnCost> {
  const row = await trx
    .insertInto('own_costs')
    .values({ account_id: accountId, ...columnsOf(content) })
    .returningAll()
    .executeTakeFirstOrThrow();
  return costOf(row);
}

export async function updateOwnCostRow(
  trx: Trx,
  accountId: number,
  id: number,
  content: OwnCostContent,
): Promise<OwnCost> {
  const row = await trx
    .updateTable('own_costs')
    .set({ ...columnsOf(content), version: sql`version + 1`, updated_at: sql`now()` })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return costOf(row);
}

export async function deleteOwnCostRow(trx: Trx, accountId: number, id: number): Promise<void> {
  await trx.deleteFrom('own_costs').where('account_id', '=', accountId).where('id', '=', id).execute();
}

function selection(db: Db, accountId: number) {
  return db.selectFrom('own_costs').selectAll().where('account_id', '=', accountId);
}

type Row = Awaited<ReturnType<ReturnType<typeof selection>['executeTakeFirstOrThrow']>>;

function costOf(row: Row): OwnCost {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    amountKopecks: row.amount_kopecks,
    from: row.from_day,
    to: row.to_day,
    shopId: row.shop_id,
    nmId: row.nm_id,
    isTaxDeductible: row.is_tax_deductible,
    version: row.version,
    updatedAt: row.updated_at.toISOString(),
  };
}

function columnsOf(content: OwnCostContent) {
  return {
    kind: content.kind,
    name: content.name,
    amount_kopecks: content.amountKopecks,
    from_day: content.from,
    to_day: content.to,
    shop_id: content.shopId,
    nm_id: content.nmId,
    is_tax_deductible: content.isTaxDeductible,
  };
}
