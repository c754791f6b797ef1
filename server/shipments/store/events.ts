import type { Trx } from '#server/db/database.ts';

/** A line of the shipment's history, as the seller reads it. */
export async function addEvent(trx: Trx, accountId: number, shipmentId: number, text: string): Promise<void> {
  await trx
    .insertInto('shipment_events')
    .values({ account_id: accountId, shipment_id: shipmentId, text })
    .execute();
}
