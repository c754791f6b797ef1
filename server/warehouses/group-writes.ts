import type { WarehouseGroupKind } from '#contract/warehouse-group-kinds.ts';
import type { WarehouseGroup } from '#contract/warehouses.ts';
import { normaliseLine } from '#server/text/text-rules.ts';
import type { Db, Trx } from '#server/db/database.ts';
import { badRequest, notFound, versionConflict } from '#server/errors/http-error.ts';
import { forgetDefaultGroup } from '#server/users/settings.ts';
import {
  deleteGroupRow,
  findGroup,
  findGroups,
  findWarehouses,
  insertGroup,
  replaceMembers,
  updateGroupFields,
} from './repository.ts';

interface GroupInput {
  name?: string | undefined;
  kind?: WarehouseGroupKind | undefined;
  warehouseIds?: number[] | undefined;
}

/** All of these want a transaction. */

export async function createGroup(
  trx: Trx,
  accountId: number,
  input: { name: string; kind: WarehouseGroupKind; warehouseIds: number[] },
): Promise<WarehouseGroup> {
  const name = normaliseLine(input.name);
  await refuseUnusable(trx, accountId, { ...input, name }, undefined);
  const id = await insertGroup(trx, accountId, { name, kind: input.kind });
  await replaceMembers(trx, accountId, id, input.warehouseIds);
  return await groupOr404(trx, accountId, id);
}

export async function updateGroup(
  trx: Trx,
  accountId: number,
  target: { groupId: number; version: number },
  input: GroupInput,
): Promise<WarehouseGroup> {
  const current = await groupOr404(trx, accountId, target.groupId);
  const name = input.name === undefined ? undefined : normaliseLine(input.name);
  if (current.version !== target.version) throw versionConflict(current);
  await refuseUnusable(trx, accountId, { ...input, name }, current);
  const isWritten = await updateGroupFields(trx, accountId, target, { name, kind: input.kind });
  if (!isWritten) throw versionConflict(await groupOr404(trx, accountId, target.groupId));
  if (input.warehouseIds) await replaceMembers(trx, accountId, target.groupId, input.warehouseIds);
  return await groupOr404(trx, accountId, target.groupId);
}

export async function deleteGroup(
  trx: Trx,
  accountId: number,
  target: { groupId: number; version: number },
): Promise<void> {
  const isDeleted = await deleteGroupRow(trx, accountId, target);
  if (!isDeleted) throw versionConflict(await groupOr404(trx, accountId, target.groupId));
  await forgetDefaultGroup(trx, accountId, target.groupId);
}

export async function groupOr404(db: Db, accountId: number, groupId: number): Promise<WarehouseGroup> {
  const group = await findGroup(db, accountId, groupId);
  if (!group) throw notFound('Группа складов не найдена');
  return group;
}

async function refuseUnusable(
  trx: Trx,
  accountId: number,
  input: GroupInput,
  current: WarehouseGroup | undefined,
): Promise<void> {
  const others = (await findGroups(trx, accountId)).filter((group) => group.id !== current?.id);
  refuseName(input.name, others);
  const kind = input.kind ?? current?.kind;
  const cleaning = others.find((group) => group.kind === 'CLEANING');
  if (kind === 'CLEANING' && cleaning) {
    throw fieldError('kind', `Группа для обнуления уже есть: «${cleaning.name}»`);
  }
  const warehouseIds = input.warehouseIds ?? current?.warehouses.map((warehouse) => warehouse.id) ?? [];
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
