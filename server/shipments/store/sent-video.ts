import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import type { RunKey } from './runs.ts';
import type { WorkItem } from './work-items.ts';

/** Keeps that the marketplace has taken this video as a file: one quick statement after the answer. */
export async function noteSentVideo(
  db: Db,
  run: RunKey,
  { id }: Pick<WorkItem, 'id'>,
  video: string,
): Promise<void> {
  await db
    .updateTable('shipment_items')
    .set({ sent_video: video })
    .where('account_id', '=', run.accountId)
    .where('shipment_id', '=', run.shipmentId)
    .where('id', '=', id)
    .execute();
}

/** The video that earlier shipments have brought to the shop; empty: none. */
export async function videoInShop(
  db: Db,
  run: RunKey,
  { cardId }: Pick<WorkItem, 'cardId'>,
): Promise<string> {
  const row = await db
    .selectFrom('shop_cards')
    .select(sql<string | null>`sent ->> 'video'`.as('video'))
    .where('account_id', '=', run.accountId)
    .where('shop_id', '=', run.shopId)
    .where('card_id', '=', cardId)
    .executeTakeFirst();
  return row?.video ?? '';
}
