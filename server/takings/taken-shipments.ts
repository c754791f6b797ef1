import type { TakenShipment } from '#contract/takings.ts';
import type { Db } from '#server/db/database.ts';
import { findShipment, findShipmentErrors } from '#server/shipments/store/repository.ts';

/** Each shipment that is the account's, with its unresolved errors; others are left out. */
export async function findTakenShipments(
  db: Db,
  accountId: number,
  shipmentIds: readonly number[],
): Promise<TakenShipment[]> {
  const found: TakenShipment[] = [];
  for (const id of new Set(shipmentIds)) {
    const shipment = await findShipment(db, accountId, id);
    if (shipment) found.push({ shipment, errors: await findShipmentErrors(db, accountId, id) });
  }
  return found;
}
