import { sql } from 'kysely';
import type { WarehouseGroup, WarehouseGroupKind } from '#contract/warehouses.ts';
import { normaliseLine } from '#server/text/text-rules.ts';
import type { Db, Trx } from '#server/db/database.ts';
import { badRequest, notFound, versionConflict } from '#server/errors/http-error.ts';
import {
  deleteGroup,
  findGroup,
  findGroups,
  findWarehouses,
  insertGroup,
  replaceMembers,
  updateGroupFields,
} from './repository.ts';

interface GroupWish {
  name?: string | undefined;
  kind?: WarehouseGroupKind | undefined;
  warehouseIds?: number[] | undefined;
}

/** All of these want a transaction. */

export async function createGroupOf(
  trx: Trx,
  accountId: number,
  wish: { name: string; kind: WarehouseGroupKind; warehouseIds: number[] },
): Promise<WarehouseGroup> {
  const name = normaliseLine(wish.name);
  await refuseUnusable(trx, accountId, { ...wish, name }, undefined);
  const id = await insertGroup(trx, accountId, { name, kind: wish.kind });
  await replaceMembers(trx, accountId, id, wish.warehouseIds);
  return await groupOr404(trx, accountId, id);
}

export async function updateGroupOf(
  trx: Trx,
  accountId: number,
  target: { groupId: number; version: number },
  wish: GroupWish,
): Promise<WarehouseGroup> {
  const current = await groupOr404(trx, accountId, target.groupId);
  const name = wish.name === undefined ? undefined : normaliseLine(wish.name);
  if (current.version !== target.version) throw versionConflict(current);
  await refuseUnusable(trx, accountId, { ...wish, name }, current);
  const isWritten = await updateGroupFields(trx, accountId, target, { name, kind: wish.kind });
  if (!isWritten) throw versionConflict(await groupOr404(trx, accountId, target.groupId));
  if (wish.warehouseIds) await replaceMembers(trx, accountId, target.groupId, wish.warehouseIds);
  return await groupOr404(trx, accountId, target.groupId);
}

export async function deleteGroupOf(
  trx: Trx,
  accountId: number,
  target: { groupId: number; version: number },
): Promise<void> {
  const isDeleted = await deleteGroup(trx, accountId, target);
  if (!isDeleted) throw versionConflict(await groupOr404(trx, accountId, target.groupId));
  // People whose default it was go on without one.
  await trx
    .updateTable('users')
    .set({ settings: sql`settings - 'defaultWarehouseGroupId'`, settings_version: sql`settings_version + 1` })
    .where('account_id', '=', accountId)
    .where(sql<boolean>`settings ->> 'defaultWarehouseGroupId' = ${String(target.groupId)}`)
    .execute();
}

export async function groupOr404(db: Db, accountId: number, groupId: number): Promise<WarehouseGroup> {
  const group = await findGroup(db, accountId, groupId);
  if (!group) throw notFound('Группа складов не найдена');
  return group;
}

async function refuseUnusable(
  trx: Trx,
  accountId: number,
  wish: GroupWish,
  current: WarehouseGroup | undefined,
): Promise<void> {
  const others = (await findGroups(trx, accountId)).filter((group) => group.id !== current?.id);
  refuseName(wish.name, others);
  const kind = wish.kind ?? current?.kind;
  const cleaning = others.find((group) => group.kind === 'CLEANING');
  if (kind === 'CLEANING' && cleaning) {
    throw fieldError('kind', `Группа для обнуления уже есть: «${cleaning.name}»`);
  }
  const warehouseIds = wish.warehouseIds ?? current?.warehouses.map((warehouse) => warehouse.id) ?? [];
  const own = new Set((await findWarehouses(trx, accountId)).map((warehouse) => warehouse.id));
  if (warehouseIds.some((id) => !own.has(id))) throw notFound('Склад не найден');
  if (kind !== 'USER') return;
  for (const group of others.filter((other) => other.kind === 'USER')) {
    const taken = group.warehouses.find((warehouse) => warehouseIds.includes(warehouse.id));
    if (taken) throw fieldError('warehouseIds', `Склад «${taken.name}» уже в группе «${group.name}»`);
  }
}

function refuseName(name: string | undefined, others: readonly WarehouseGroup[]): void {
  if (name === undefined) return;
  if (name === '') throw fieldError('name', 'Укажите название');
  if (others.some((group) => group.name.toLowerCase() === name.toLowerCase())) {
    throw fieldError('name', `Группа «${name}» уже есть`);
  }
}

function fieldError(field: string, detail: string) {
  return badRequest(detail, [{ field, detail }]);
}
