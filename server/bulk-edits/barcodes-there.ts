import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/** The cards that the marketplace has in some shop, with their barcodes there. */
export async function findBarcodesThere(
  db: Db,
  accountId: number,
  cardIds: readonly number[],
): Promise<Map<number, Set<string>>> {
  const rows = await db
    .selectFrom('shop_cards')
    .select(['card_id', 'sizes'])
    .where('account_id', '=', accountId)
    .where('card_id', '=', sql<number>`any(${[...cardIds]}::bigint[])`)
    .where('nm_id', 'is not', null)
    .execute();
  const byCard = new Map<number, Set<string>>();
  for (const { card_id: cardId, sizes } of rows) {
    const barcodes = byCard.get(cardId) ?? new Set();
    for (const barcode of sizes.flatMap(({ skus }) => skus)) barcodes.add(barcode);
    byCard.set(cardId, barcodes);
  }
  return byCard;
}
