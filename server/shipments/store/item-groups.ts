import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { stages, type FirstGroup, type ItemGroup } from '#server/shipments/rules/state-machine.ts';

export interface CountedGroup extends FirstGroup {
  count: number;
}

/** A shipment's items, counted by what its status depends on. */
export async function countItems(db: Db, accountId: number, shipmentId: number): Promise<CountedGroup[]> {
  const rows = await db
    .selectFrom('shipment_items')
    .select((eb) => ['stage', 'state', 'is_update', eb.fn.countAll<number>().as('count')])
    .where('account_id', '=', accountId)
    .where('shipment_id', '=', shipmentId)
    .groupBy(['stage', 'state', 'is_update'])
    .execute();
  return rows.map(({ stage, state, is_update, count }) => ({ stage, state, isUpdate: is_update, count }));
}

/**
 * Which groups there are: what the status of a shipment that has begun depends on. Nothing is counted, and updates are not
 * told from creations: a look per group in the index, however many items there are.
 */
export async function findItemGroups(
  db: Db,
  accountId: number,
  shipment: { id: number; shopIds: readonly number[] },
): Promise<ItemGroup[]> {
  const { rows } = await sql<ItemGroup>`
    SELECT stage, state
    FROM unnest(${[...stages]}::text[]) AS stage, unnest(${['waiting', 'sent', 'done', 'failed']}::text[]) AS state
    WHERE EXISTS (
      SELECT FROM unnest(${[...shipment.shopIds]}::bigint[]) AS shop(id)
      CROSS JOIN LATERAL (
        SELECT FROM shipment_items items
        WHERE items.account_id = ${accountId} AND items.shipment_id = ${shipment.id} AND items.shop_id = shop.id
          AND items.stage = stage.stage AND items.state = state.state
        LIMIT 1
      ) AS found
    )`.execute(db);
  return rows;
}
