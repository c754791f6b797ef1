import { noteUnreadRows } from '#server/marketplace/note-unread-rows.ts';
import { MAX_PAGE_OF_CARDS } from '#server/marketplace/content-operations.ts';
import type { CardCursor } from '#server/marketplace/content-operations.ts';
import type { Db } from '#server/db/database.ts';
import { inBatches } from '#server/db/in-batches.ts';
import { rereadUnreadCards } from './reread-unread-cards.ts';
import { storeMarketplaceCards } from './store-marketplace-cards.ts';
import type { StageStep } from './stage.ts';

const KIND = 'cards';

/** One page of the cards that changed since the last page that was read. */
export const syncCards: StageStep = async (run, offset) => {
  const { accountId, shopId } = run;
  const { database, marketplace } = run.deps;
  const client = await marketplace.forShop(database.db, accountId, shopId);
  if (offset === 0) await rereadUnreadCards(run, client);
  const cursor = await readCursor(database.db, accountId, shopId);
  const page = await client.listCards(cursor ? { cursor } : {});
  await inBatches(database, page.cards, (trx, cards) => storeMarketplaceCards(trx, accountId, shopId, cards));
  await noteUnreadRows(database.db, accountId, shopId, {
    kind: KIND,
    unread: page.unread,
    readKeys: page.cards.map(({ nmId }) => String(nmId)),
  });
  // Last: a page that was stored in part is read again. An empty one says no place to go on from.
  const count = page.cards.length + page.unread.length;
  if (count > 0) await saveCursor(database.db, accountId, shopId, page.cursor);
  return count < MAX_PAGE_OF_CARDS ? null : { nextOffset: offset + count };
};

async function readCursor(db: Db, accountId: number, shopId: number): Promise<CardCursor | undefined> {
  const row = await db
    .selectFrom('sync_cursors')
    .select('cursor')
    .where('account_id', '=', accountId)
    .where('shop_id', '=', shopId)
    .where('kind', '=', KIND)
    .executeTakeFirst();
  const { updatedAt, nmId } = row?.cursor ?? {};
  return typeof updatedAt === 'string' && typeof nmId === 'number' ? { updatedAt, nmId } : undefined;
}

async function saveCursor(db: Db, accountId: number, shopId: number, cursor: CardCursor): Promise<void> {
  const values = { cursor: JSON.stringify(cursor), synced_at: new Date() };
  await db
    .insertInto('sync_cursors')
    .values({ shop_id: shopId, kind: KIND, account_id: accountId, problem: null, ...values })
    .onConflict((conflict) => conflict.columns(['shop_id', 'kind']).doUpdateSet(values))
    .execute();
}
