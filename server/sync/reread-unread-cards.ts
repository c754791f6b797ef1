import { sql } from 'kysely';
import { noteUnreadRows } from '#server/marketplace/note-unread-rows.ts';
import type { ShopClient } from '#server/marketplace/shop-client.ts';
import { storeMarketplaceCards } from './store-marketplace-cards.ts';
import type { StageRun } from './stage.ts';

const MOST_CARDS = 20;
/** A card without a readable number cannot be asked for; it comes by itself when it is changed. */
const KEPT_DAYS = 30;

/** Asks for each card that could not be read, once a day: by then either side may have been mended. */
export async function rereadUnreadCards(
  { deps: { database }, accountId, shopId }: StageRun,
  client: Pick<ShopClient, 'listCards'>,
): Promise<void> {
  await sql`
    DELETE FROM unread_rows WHERE account_id = ${accountId} AND shop_id = ${shopId} AND kind = 'cards'
      AND row_key LIKE '#%' AND looked_at < now() - make_interval(days => ${KEPT_DAYS})`.execute(database.db);
  const { rows } = await sql<{ key: string }>`
    SELECT row_key AS key FROM unread_rows
    WHERE account_id = ${accountId} AND shop_id = ${shopId} AND kind = 'cards'
      AND row_key NOT LIKE '#%' AND looked_at < now() - interval '1 day'
    ORDER BY looked_at LIMIT ${MOST_CARDS}`.execute(database.db);
  for (const { key } of rows) {
    const { cards, unread } = await client.listCards({ textSearch: key });
    const card = cards.find(({ nmId }) => String(nmId) === key);
    const still = unread.filter((one) => one.key === key);
    await database.transaction(async (trx) => {
      if (card) await storeMarketplaceCards(trx, accountId, shopId, [card]);
      // Neither: the shop has it no more.
      await noteUnreadRows(trx, accountId, shopId, { kind: 'cards', unread: still, readKeys: [key] });
    });
  }
}
