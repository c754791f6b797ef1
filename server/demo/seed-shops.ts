import type { Trx } from '#server/db/database.ts';
import { decodeToken } from '#server/marketplace/token.ts';
import { insertToken } from '#server/shops/repository.ts';
import { DEMO_GROUPS, type DemoShop } from './shops.ts';
import type { simulatorControl } from './simulator-control.ts';

type Control = ReturnType<typeof simulatorControl>;

/** A shop as the marketplace has it. */
export interface MadeShop {
  shop: DemoShop;
  sid: string;
  tokens: { secret: string; isRevoked: boolean }[];
  warehouses: {
    wbWarehouseId: number;
    name: string;
    officeName: string;
    cargoType: number;
    deliveryType: number;
    groups: readonly string[];
  }[];
}

/** Makes the seller, the tokens and the warehouses on the marketplace. */
export async function makeShop(control: Control, shop: DemoShop, now: Date): Promise<MadeShop> {
  const sid = await control.createSeller({ name: shop.name, tin: shop.tin, tradeMark: shop.tradeMark });
  const tokens = await Promise.all(
    shop.tokens.map(async (input) => {
      const { token } = await control.issueToken({
        sid,
        categories: input.categories,
        ...(input.acc === undefined ? {} : { acc: input.acc }),
        ...(input.readOnly === undefined ? {} : { readOnly: input.readOnly }),
        ...(input.revoked === undefined ? {} : { revoked: input.revoked }),
        ...(input.lifeMs === undefined
          ? {}
          : { expiresAt: new Date(now.getTime() + input.lifeMs).toISOString() }),
      });
      return { secret: token, isRevoked: input.revoked === true };
    }),
  );
  const warehouses = [];
  for (const planned of shop.warehouses) {
    const made = await control.createWarehouse(sid, {
      name: planned.name,
      officeId: planned.officeId,
      ...(planned.deliveryType === undefined ? {} : { deliveryType: planned.deliveryType }),
    });
    warehouses.push({
      wbWarehouseId: made.id,
      name: made.name,
      officeName: planned.officeName,
      cargoType: made.cargoType,
      deliveryType: made.deliveryType,
      groups: planned.groups,
    });
  }
  return { shop, sid, tokens, warehouses };
}

/** A shop as the database has it. */
export interface StoredShop {
  id: number;
  warehouses: { id: number; wbWarehouseId: number; groups: readonly string[] }[];
}

export async function storeShop(
  trx: Trx,
  accountId: number,
  made: MadeShop,
  facts: { color: number; secretKey: Buffer; now: Date },
): Promise<StoredShop> {
  const { id } = await trx
    .insertInto('shops')
    .values({
      account_id: accountId,
      name: made.shop.name,
      color: facts.color,
      sid: made.sid,
      trade_mark: made.shop.tradeMark,
      tin: made.shop.tin,
      description: made.shop.description,
      last_synced_at: facts.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const { secret, isRevoked } of made.tokens) {
    const token = decodeToken(secret);
    if (!token) throw new Error('The simulator issued no token');
    await insertToken(trx, { accountId, shopId: id, secretKey: facts.secretKey }, secret, {
      token,
      problems: new Map(isRevoked ? token.categories.map((category) => [category, 'REVOKED' as const]) : []),
    });
  }
  const warehouses = [];
  for (const warehouse of made.warehouses) {
    const row = await trx
      .insertInto('warehouses')
      .values({
        account_id: accountId,
        shop_id: id,
        wb_warehouse_id: warehouse.wbWarehouseId,
        name: warehouse.name,
        office_name: warehouse.officeName,
        cargo_type: warehouse.cargoType,
        delivery_type: warehouse.deliveryType,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    warehouses.push({ id: row.id, wbWarehouseId: warehouse.wbWarehouseId, groups: warehouse.groups });
  }
  return { id, warehouses };
}

/** Groups by name; the ids are answered for the settings. */
export async function storeGroups(
  trx: Trx,
  accountId: number,
  shops: readonly StoredShop[],
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const group of DEMO_GROUPS) {
    const { id } = await trx
      .insertInto('warehouse_groups')
      .values({ account_id: accountId, name: group.name, kind: group.kind })
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.set(group.name, id);
    const members = shops.flatMap((shop) =>
      shop.warehouses.filter((warehouse) => warehouse.groups.includes(group.name)),
    );
    if (members.length === 0) continue;
    await trx
      .insertInto('warehouse_group_warehouses')
      .values(
        members.map((warehouse) => ({ group_id: id, warehouse_id: warehouse.id, account_id: accountId })),
      )
      .execute();
  }
  return ids;
}
