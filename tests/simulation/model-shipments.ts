import type { SessionUser } from '#contract/auth.ts';
import type { Shipment, ShipmentList } from '#contract/shipments.ts';
import { mockShipment } from '#tests/mocks/shipments.ts';

/** More than one page of the list, so that taking them is several steps. */
const SHIPMENTS = 52;

/** A user's shipments, the newest first. */
export function shipmentsOf({ id, name }: SessionUser): Shipment[] {
  return Array.from({ length: SHIPMENTS }, (_, index) =>
    mockShipment(id * 1_000 + SHIPMENTS - index, { createdBy: name }),
  );
}

export function shipmentPage(all: readonly Shipment[], query: URLSearchParams): ShipmentList {
  const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit'))];
  const isMore = offset + limit < all.length;
  return {
    count: all.length,
    next: isMore ? `/api/v1/shipments/?limit=${limit}&offset=${offset + limit}` : null,
    previous: null,
    results: all.slice(offset, offset + limit),
    counters: { all: all.length, running: 0, errors: 0, finished: all.length },
  };
}
