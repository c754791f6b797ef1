import { MAX_TAXPAYERS, type Taxpayer, type TaxRate } from '#contract/taxpayers.ts';
import type { Db, Trx } from '#server/db/database.ts';
import { badRequest, conflict, notFound, versionConflict } from '#server/errors/http-error.ts';
import { normaliseLine } from '#server/text/text-rules.ts';
import {
  deleteTaxpayerRow,
  findTaxpayers,
  insertTaxpayer,
  lockTaxpayers,
  replaceShops,
  updateTaxpayerFields,
} from './taxpayer-rows.ts';

interface TaxpayerInput {
  name?: string | undefined;
  shopIds?: number[] | undefined;
  taxRates?: TaxRate[] | undefined;
}

/** The writes want a transaction. */

export async function taxpayerOr404(db: Db, accountId: number, id: number): Promise<Taxpayer> {
  const found = (await findTaxpayers(db, accountId)).find((one) => one.id === id);
  if (!found) throw notFound('Налогоплательщик не найден');
  return found;
}

export async function createTaxpayer(
  trx: Trx,
  accountId: number,
  input: { name: string; shopIds: number[]; taxRates: TaxRate[] },
): Promise<Taxpayer> {
  await lockTaxpayers(trx, accountId);
  const others = await findTaxpayers(trx, accountId);
  if (others.length >= MAX_TAXPAYERS)
    throw badRequest(`Налогоплательщиков — не больше ${MAX_TAXPAYERS}: удалите лишних`);
  const name = usableName(input.name, others);
  refuseForeignShops(input.shopIds, others);
  const id = await insertTaxpayer(trx, accountId, { name, taxRates: input.taxRates });
  await replaceShops(trx, accountId, id, input.shopIds);
  return await taxpayerOr404(trx, accountId, id);
}

export async function updateTaxpayer(
  trx: Trx,
  accountId: number,
  target: { id: number; version: number },
  input: TaxpayerInput,
): Promise<Taxpayer> {
  await lockTaxpayers(trx, accountId);
  const all = await findTaxpayers(trx, accountId);
  const current = all.find(({ id }) => id === target.id);
  if (!current) throw notFound('Налогоплательщик не найден');
  if (current.version !== target.version) throw versionConflict(current);
  const others = all.filter((one) => one !== current);
  const name = input.name === undefined ? undefined : usableName(input.name, others);
  if (input.shopIds) {
    if (current.isDefault)
      throw fieldError(
        'shopIds',
        `Магазины «${current.name}» — все, что не отданы другим налогоплательщикам`,
      );
    refuseForeignShops(input.shopIds, all);
    await replaceShops(trx, accountId, current.id, input.shopIds);
  }
  await updateTaxpayerFields(trx, accountId, current.id, { name, taxRates: input.taxRates });
  return await taxpayerOr404(trx, accountId, current.id);
}

export async function deleteTaxpayer(
  trx: Trx,
  accountId: number,
  target: { id: number; version: number },
): Promise<void> {
  await lockTaxpayers(trx, accountId);
  const current = await taxpayerOr404(trx, accountId, target.id);
  if (current.version !== target.version) throw versionConflict(current);
  if (current.isDefault)
    throw conflict('Основного налогоплательщика удалить нельзя: магазины без другого — его');
  await deleteTaxpayerRow(trx, accountId, current.id);
}

function usableName(typed: string, others: readonly Taxpayer[]): string {
  const name = normaliseLine(typed);
  if (name === '') throw fieldError('name', 'Укажите название');
  if (others.some((one) => one.name.toLowerCase() === name.toLowerCase()))
    throw fieldError('name', `Налогоплательщик «${name}» уже есть`);
  return name;
}

/** Together the taxpayers have every shop of the account: what none of them has is not the account's. */
function refuseForeignShops(shopIds: readonly number[], all: readonly Taxpayer[]): void {
  const own = new Set(all.flatMap((one) => one.shopIds));
  if (shopIds.some((id) => !own.has(id))) throw notFound('Магазин не найден');
}

function fieldError(field: string, detail: string) {
  return badRequest(detail, [{ field, detail }]);
}
