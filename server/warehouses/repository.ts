import { sql } from 'kysely';
import type { Warehouse, WarehouseGroup } from '#contract/warehouses.ts';
import type { Db, Trx } from '#server/db/database.ts';

/** Warehouses and their groups of one account. */

export async function findWarehouses(
  db: Db,
  accountId: number,
  filter: { shopIds?: readonly number[] | undefined; groupId?: number } = {},
): Promise<Warehouse[]> {
  const rows = await db
    .selectFrom('warehouses')
    .innerJoin('shops', 'shops.id', 'warehouses.shop_id')
    .selectAll('warehouses')
    .select('shops.name as shop_name')
    .where('warehouses.account_id', '=', accountId)
    .$if(filter.shopIds !== undefined && filter.shopIds.length > 0, (query) =>
      query.where('warehouses.shop_id', '=', sql<number>`any(${[...(filter.shopIds ?? [])]}::bigint[])`),
    )
    .$if(filter.groupId !== undefined, (query) =>
      query.where('warehouses.id', 'in', (members) =>
        members
          .selectFrom('warehouse_group_warehouses')
          .select('warehouse_id')
          .where('group_id', '=', filter.groupId ?? 0)
          .where('account_id', '=', accountId),
      ),
    )
    .orderBy('warehouses.shop_id')
    .orderBy('warehouses.name')
    .orderBy('warehouses.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    shopId: row.shop_id,
    shopName: row.shop_name,
    wbWarehouseId: row.wb_warehouse_id,
    name: row.name,
    officeName: row.office_name,
    cargoType: row.cargo_type,
    deliveryType: row.delivery_type,
    isProcessing: row.is_processing,
  }));
}

export async function findGroups(db: Db, accountId: number, groupId?: number): Promise<WarehouseGroup[]> {
  const groups = await db
    .selectFrom('warehouse_groups')
    .selectAll()
    .where('account_id', '=', accountId)
    .$if(groupId !== undefined, (query) => query.where('id', '=', groupId ?? 0))
    .orderBy('id')
    .execute();
  const members = await db
    .selectFrom('warehouse_group_warehouses')
    .select(['group_id', 'warehouse_id'])
    .where('account_id', '=', accountId)
    .execute();
  const warehouses = await findWarehouses(db, accountId);
  return groups.map((group) => ({
    id: group.id,
    name: group.name,
    kind: group.kind,
    warehouses: warehouses.filter((warehouse) =>
      members.some((member) => member.group_id === group.id && member.warehouse_id === warehouse.id),
    ),
    version: group.version,
    updatedAt: group.updated_at.toISOString(),
  }));
}

export async function findGroup(
  db: Db,
  accountId: number,
  groupId: number,
): Promise<WarehouseGroup | undefined> {
  const [group] = await findGroups(db, accountId, groupId);
  return group;
}

export async function insertGroup(
  trx: Trx,
  accountId: number,
  group: Pick<WarehouseGroup, 'name' | 'kind'>,
): Promise<number> {
  const { id } = await trx
    .insertInto('warehouse_groups')
    .values({ account_id: accountId, name: group.name, kind: group.kind })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** False when the group has another version by now, or is not there. */
export async function updateGroupFields(
  trx: Trx,
  accountId: number,
  target: { groupId: number; version: number },
  fields: { name?: string | undefined; kind?: WarehouseGroup['kind'] | undefined },
): Promise<boolean> {
  const result = await trx
    .updateTable('warehouse_groups')
    .set({
      ...(fields.name === undefined ? {} : { name: fields.name }),
      ...(fields.kind === undefined ? {} : { kind: fields.kind }),
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where('account_id', '=', accountId)
    .where('id', '=', target.groupId)
    .where('version', '=', target.version)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function deleteGroupRow(
  trx: Trx,
  accountId: number,
  target: { groupId: number; version: number },
): Promise<boolean> {
  const result = await trx
    .deleteFrom('warehouse_groups')
    .where('account_id', '=', accountId)
    .where('id', '=', target.groupId)
    .where('version', '=', target.version)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** The warehouses are the account's: the caller made sure. */
export async function replaceMembers(
  trx: Trx,
  accountId: number,
  groupId: number,
  warehouseIds: readonly number[],
): Promise<void> {
  await trx
    .deleteFrom('warehouse_group_warehouses')
    .where('account_id', '=', accountId)
    .where('group_id', '=', groupId)
    .execute();
  if (warehouseIds.length === 0) return;
  await trx
    .insertInto('warehouse_group_warehouses')
    .values(
      [...new Set(warehouseIds)].map((warehouseId) => ({
        group_id: groupId,
        warehouse_id: warehouseId,
        account_id: accountId,
      })),
    )
    .execute();
}

/** Rows of a group's warehouses that hold something. */
export async function findFilledStocks(db: Db, accountId: number, groupId: number) {
  return await db
    .selectFrom('stocks')
    .innerJoin('shop_cards', 'shop_cards.id', 'stocks.shop_card_id')
    .innerJoin('warehouse_group_warehouses', 'warehouse_group_warehouses.warehouse_id', 'stocks.warehouse_id')
    .select(['stocks.warehouse_id', 'stocks.chrt_id', 'stocks.amount', 'shop_cards.card_id'])
    .where('stocks.account_id', '=', accountId)
    .where('warehouse_group_warehouses.account_id', '=', accountId)
    .where('warehouse_group_warehouses.group_id', '=', groupId)
    .where('stocks.amount', '>', 0)
    .orderBy('stocks.warehouse_id')
    .orderBy('stocks.chrt_id')
    .execute();
}
