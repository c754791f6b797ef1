import { sql } from 'kysely';
import type { Taxpayer, TaxRate } from '#contract/taxpayers.ts';
import type { Db, Trx } from '#server/db/database.ts';
import { usableRates } from './tax-rates.ts';

/** The taxpayers of an account, the default one first: together they have every shop of it, each once. */
export async function findTaxpayers(db: Db, accountId: number): Promise<Taxpayer[]> {
  const taxpayers = await db
    .selectFrom('taxpayers')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('is_default', 'desc')
    .orderBy('id')
    .execute();
  const shops = await db
    .selectFrom('shops')
    .leftJoin('taxpayer_shops as owned', (join) =>
      join.onRef('owned.shop_id', '=', 'shops.id').onRef('owned.account_id', '=', 'shops.account_id'),
    )
    .select(['shops.id', 'owned.taxpayer_id'])
    .where('shops.account_id', '=', accountId)
    .orderBy('shops.id')
    .execute();
  return taxpayers.map((one) => ({
    id: one.id,
    name: one.name,
    isDefault: one.is_default,
    shopIds: shops
      .filter(({ taxpayer_id }) => (one.is_default ? taxpayer_id === null : taxpayer_id === one.id))
      .map(({ id }) => id),
    taxRates: usableRates(one.tax_rates),
    version: one.version,
    updatedAt: one.updated_at.toISOString(),
  }));
}

/** The account's default one: who reads or writes it lets others wait until the transaction ends. */
export async function lockDefaultTaxpayer(trx: Trx, accountId: number) {
  const row = await trx
    .selectFrom('taxpayers')
    .select(['id', 'tax_rates', 'version'])
    .where('account_id', '=', accountId)
    .where('is_default', '=', true)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return { id: row.id, taxRates: usableRates(row.tax_rates), version: row.version };
}

export async function findDefaultTaxpayer(db: Db, accountId: number) {
  const row = await db
    .selectFrom('taxpayers')
    .select(['tax_rates', 'version'])
    .where('account_id', '=', accountId)
    .where('is_default', '=', true)
    .executeTakeFirstOrThrow();
  return { taxRates: usableRates(row.tax_rates), version: row.version };
}

/** One after the other: a shop that two people give away at once ends with one of them, and both see it. */
export async function lockTaxpayers(trx: Trx, accountId: number): Promise<void> {
  await trx
    .selectFrom('taxpayers')
    .select('id')
    .where('account_id', '=', accountId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

export async function insertTaxpayer(
  trx: Trx,
  accountId: number,
  { name, taxRates }: { name: string; taxRates: readonly TaxRate[] },
): Promise<number> {
  const { id } = await trx
    .insertInto('taxpayers')
    .values({ account_id: accountId, name, tax_rates: JSON.stringify(taxRates) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateTaxpayerFields(
  trx: Trx,
  accountId: number,
  id: number,
  { name, taxRates }: { name?: string | undefined; taxRates?: readonly TaxRate[] | undefined },
): Promise<void> {
  await trx
    .updateTable('taxpayers')
    .set({
      ...(name === undefined ? {} : { name }),
      ...(taxRates === undefined ? {} : { tax_rates: JSON.stringify(taxRates) }),
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/**
 * These shops and no others are the taxpayer's; what it had before goes to the default one. Others that have lost a shop to
 * it are other than they were: their versions rise.
 */
export async function replaceShops(
  trx: Trx,
  accountId: number,
  taxpayerId: number,
  shopIds: readonly number[],
): Promise<void> {
  await sql`
    UPDATE taxpayers SET version = version + 1, updated_at = now()
    WHERE account_id = ${accountId} AND id <> ${taxpayerId} AND id IN (
      SELECT taxpayer_id FROM taxpayer_shops
      WHERE account_id = ${accountId} AND shop_id = any(${[...shopIds]}::bigint[]))`.execute(trx);
  await trx
    .deleteFrom('taxpayer_shops')
    .where('account_id', '=', accountId)
    .where((or) =>
      or.or([
        or('taxpayer_id', '=', taxpayerId),
        or('shop_id', '=', sql<number>`any(${[...shopIds]}::bigint[])`),
      ]),
    )
    .execute();
  if (shopIds.length === 0) return;
  await trx
    .insertInto('taxpayer_shops')
    .values(
      [...new Set(shopIds)].map((shopId) => ({
        shop_id: shopId,
        account_id: accountId,
        taxpayer_id: taxpayerId,
      })),
    )
    .execute();
}

export async function deleteTaxpayerRow(trx: Trx, accountId: number, id: number): Promise<void> {
  await trx.deleteFrom('taxpayers').where('account_id', '=', accountId).where('id', '=', id).execute();
}
