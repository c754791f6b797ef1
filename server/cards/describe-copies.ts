import type { duplicateCardEndpoint } from '#contract/card-copies.ts';
import type { EndpointResponse } from '#contract/endpoint.ts';
import type { Db } from '#server/db/database.ts';
import { findOtherHolders } from './barcodes.ts';
import { findCardRows } from './repository.ts';

/** Copies that are made, and what is to be said of them. */
export async function describeCopies(
  db: Db,
  accountId: number,
  ids: readonly number[],
): Promise<EndpointResponse<typeof duplicateCardEndpoint>> {
  return {
    cards: await findCardRows(db, accountId, ids),
    sharedBarcodes: await findOtherHolders(db, accountId, ids),
  };
}
