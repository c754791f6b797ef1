import type { EndpointResponse } from '#contract/endpoint.ts';
import type { listGroupsOfCardEndpoint } from '#contract/card-groups.ts';
import type { Db } from '#server/db/database.ts';
import { findMembers, findShopsOf } from './members.ts';
import { findMovesAtWork } from './moves.ts';
import { toGroups } from './preview.ts';

/** The group of one card of the account in each shop where the marketplace has it. */
export async function findGroupsOfCard(
  db: Db,
  accountId: number,
  cardId: number,
): Promise<EndpointResponse<typeof listGroupsOfCardEndpoint>> {
  const shops = await findShopsOf(db, accountId, [cardId]);
  const atWork = await findMovesAtWork(
    db,
    accountId,
    shops.map(({ shopId }) => shopId),
  );
  const found = [];
  for (const { shopId, shopName } of shops.toSorted((one, other) => one.shopId - other.shopId)) {
    const [group] = toGroups(await findMembers(db, accountId, shopId, [cardId]));
    if (group) found.push({ shopId, shopName, group, moveId: atWork.get(shopId) ?? null });
  }
  return found;
}
