import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import type { ShopCardSize } from '#server/db/schema.ts';
import type { RunKey } from './runs.ts';

/** By card: its sizes in the run's shop, as they were last read from the marketplace. */
export async function readShopCardSizes(
  db: Db,
  run: RunKey,
  items: readonly { cardId: number }[],
): Promise<Map<number, ShopCardSize[]>> {
  const rows = await db
    .selectFrom('shop_cards')
    .select(['card_id', 'sizes'])
    .where('account_id', '=', run.accountId)
    .where('shop_id', '=', run.shopId)
    .where('card_id', '=', sql<number>`any(${items.map((item) => item.cardId)}::bigint[])`)
    .execute();
  return new Map(rows.map((row) => [row.card_id, row.sizes]));
}
