import type { OwnCostRate, OwnCostRateContent } from '#contract/own-cost-rates.ts';
import type { Trx } from '#server/db/database.ts';
import { notFound, versionConflict } from '#server/errors/http-error.ts';
import { normaliseLine } from '#server/text/text-rules.ts';
import { fieldError, refuseForeignShop } from './own-cost-checks.ts';
import {
  deleteOwnCostRateRow,
  insertOwnCostRate,
  lockOwnCostRate,
  updateOwnCostRateRow,
} from './own-cost-rate-rows.ts';

interface Target {
  id: number;
  version: number;
}

/** All of these want a transaction. */
export async function createOwnCostRate(
  trx: Trx,
  accountId: number,
  content: OwnCostRateContent,
): Promise<OwnCostRate> {
  return await insertOwnCostRate(trx, accountId, await usable(trx, accountId, content));
}

export async function updateOwnCostRate(
  trx: Trx,
  accountId: number,
  target: Target,
  content: OwnCostRateContent,
): Promise<OwnCostRate> {
  await lockedOrRefused(trx, accountId, target);
  return await updateOwnCostRateRow(trx, accountId, target.id, await usable(trx, accountId, content));
}

export async function deleteOwnCostRate(trx: Trx, accountId: number, target: Target): Promise<void> {
  await lockedOrRefused(trx, accountId, target);
  await deleteOwnCostRateRow(trx, accountId, target.id);
}

async function lockedOrRefused(trx: Trx, accountId: number, target: Target) {
  const current = await lockOwnCostRate(trx, accountId, target.id);
  if (!current) throw notFound('Расход не найден');
  if (current.version !== target.version) throw versionConflict(current);
}

async function usable(trx: Trx, accountId: number, content: OwnCostRateContent): Promise<OwnCostRateContent> {
  const { from, to, shopId } = content;
  if (to !== null && from > to) throw fieldError('to', 'Конец раньше начала');
  if (shopId !== null) await refuseForeignShop(trx, accountId, shopId);
  return { ...content, name: normaliseLine(content.name) };
}
