import type { Db } from '#server/db/database.ts';
import type { ItemGroup } from './state-machine.ts';

/** A shipment's items, counted by what its status depends on. */
export async function countItems(db: Db, accountId: number, shipmentId: number): Promise<ItemGroup[]> {
  const rows = await db
    .selectFrom('shipment_items')
    .select((eb) => ['stage', 'state', 'is_update', eb.fn.countAll<number>().as('count')])
    .where('account_id', '=', accountId)
    .where('shipment_id', '=', shipmentId)
    .groupBy(['stage', 'state', 'is_update'])
    .execute();
  return rows.map(({ stage, state, is_update, count }) => ({ stage, state, isUpdate: is_update, count }));
}
