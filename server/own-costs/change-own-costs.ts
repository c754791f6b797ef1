import { MAX_COST_DAYS, type OwnCost, type OwnCostContent } from '#contract/own-costs.ts';
import type { Trx } from '#server/db/database.ts';
import { notFound, versionConflict } from '#server/errors/http-error.ts';
import { normaliseLine } from '#server/text/text-rules.ts';
import { fieldError, refuseForeignShop } from './own-cost-checks.ts';
import { deleteOwnCostRow, insertOwnCost, lockOwnCost, updateOwnCostRow } from './own-cost-rows.ts';

const DAY_MS = 86_400_000;

/** All of these want a transaction. */

export async function createOwnCost(trx: Trx, accountId: number, content: OwnCostContent): Promise<OwnCost> {
  return await insertOwnCost(trx, accountId, await usable(trx, accountId, content));
}

export async function updateOwnCost(
  trx: Trx,
  accountId: number,
  target: { id: number; version: number },
  content: OwnCostContent,
): Promise<OwnCost> {
  await lockedOrRefused(trx, accountId, target);
  return await updateOwnCostRow(trx, accountId, target.id, await usable(trx, accountId, content));
}

export async function deleteOwnCost(
  trx: Trx,
  accountId: number,
  target: { id: number; version: number },
): Promise<void> {
  await lockedOrRefused(trx, accountId, target);
  await deleteOwnCostRow(trx, accountId, target.id);
}

async function lockedOrRefused(trx: Trx, accountId: number, target: { id: number; version: number }) {
  const current = await lockOwnCost(trx, accountId, target.id);
  if (!current) throw notFound('Расход не найден');
  if (current.version !== target.version) throw versionConflict(current);
}

async function usable(trx: Trx, accountId: number, content: OwnCostContent): Promise<OwnCostContent> {
  const { from, to, shopId, nmId } = content;
  if (from > to) throw fieldError('to', 'Конец раньше начала');
  if ((Date.parse(to) - Date.parse(from)) / DAY_MS >= MAX_COST_DAYS)
    throw fieldError('to', `Расход — не больше чем на ${MAX_COST_DAYS} дней`);
  if (nmId !== null && shopId === null) throw fieldError('nmId', 'Выберите магазин этой карточки');
  if (shopId !== null) {
    await refuseForeignShop(trx, accountId, shopId);
    if (nmId !== null) await refuseUnlistedCard(trx, accountId, shopId, nmId);
  }
  return { ...content, name: normaliseLine(content.name) };
}

async function refuseUnlistedCard(trx: Trx, accountId: number, shopId: number, nmId: number) {
  const card = await trx
    .selectFrom('shop_cards')
    .select('id')
    .where('account_id', '=', accountId)
    .where('shop_id', '=', shopId)
    .where('nm_id', '=', nmId)
    .executeTakeFirst();
  if (!card) throw fieldError('nmId', 'В этом магазине нет карточки с таким артикулом WB');
}
