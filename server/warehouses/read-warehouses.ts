import { sql } from 'kysely';
import type { Warehouse } from '#contract/warehouses.ts';
import type { Database } from '#server/db/database.ts';
import type { Marketplace } from '#server/marketplace/marketplace.ts';
import { findWarehouses } from './repository.ts';

/** Reads a shop's warehouses from the marketplace and keeps them; one that is gone there is gone here with its stocks. */
export async function readWarehouses(
  { database, marketplace }: { database: Database; marketplace: Marketplace },
  accountId: number,
  shopId: number,
): Promise<Warehouse[]> {
  const client = await marketplace.forShop(database.db, accountId, shopId);
  const read = (await client.listWarehouses()).filter((warehouse) => !warehouse.isDeleting);
  const offices = read.length === 0 ? [] : await client.listOffices();
  const officeNames = new Map(offices.map((office) => [office.id, office.name]));
  await database.transaction(async (trx) => {
    await trx
      .deleteFrom('warehouses')
      .where('account_id', '=', accountId)
      .where('shop_id', '=', shopId)
      .where(sql<boolean>`NOT (wb_warehouse_id = any(${read.map((warehouse) => warehouse.id)}::bigint[]))`)
      .execute();
    for (const warehouse of read) {
      const fields = {
        name: warehouse.name,
        office_name: officeNames.get(warehouse.officeId) ?? '',
        cargo_type: warehouse.cargoType,
        delivery_type: warehouse.deliveryType,
        is_processing: warehouse.isProcessing,
        updated_at: new Date(),
      };
      await trx
        .insertInto('warehouses')
        .values({ account_id: accountId, shop_id: shopId, wb_warehouse_id: warehouse.id, ...fields })
        .onConflict((conflict) =>
          conflict
            .columns(['shop_id', 'wb_warehouse_id'])
            .doUpdateSet(fields)
            .where('warehouses.account_id', '=', accountId),
        )
        .execute();
    }
  });
  return await findWarehouses(database.db, accountId, { shopIds: [shopId] });
}
