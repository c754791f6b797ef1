import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import type { RunKey } from './runs.ts';
import type { WorkItem } from './work-items.ts';

/** By item: the vendor code of the other card of ours that the found card of the shop is tied to. */
export async function findCardsTiedElsewhere(
  db: Db,
  run: RunKey,
  items: readonly WorkItem[],
  found: ReadonlyMap<number, { nmId: number }>,
): Promise<Map<number, string>> {
  const nmIds = [...found.values()].map((card) => card.nmId);
  const owners = await db
    .selectFrom('shop_cards')
    .select(['card_id', 'nm_id', 'vendor_code'])
    .where('account_id', '=', run.accountId)
    .where('shop_id', '=', run.shopId)
    .where('nm_id', '=', sql<number>`any(${nmIds}::bigint[])`)
    .execute();
  const byNmId = new Map(owners.map((owner) => [owner.nm_id, owner]));
  const foreign = new Map<number, string>();
  for (const item of items) {
    const card = found.get(item.id);
    const owner = card && byNmId.get(card.nmId);
    if (owner && owner.card_id !== item.cardId) foreign.set(item.id, owner.vendor_code);
  }
  return foreign;
}
