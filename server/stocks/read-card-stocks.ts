import type { ShopCard } from '#contract/shop-cards.ts';
import type { UnreadPlace } from '#contract/warehouses.ts';
import { MarketplaceError } from '#server/marketplace/errors.ts';
import type { StageRun } from '#server/sync/stage.ts';
import { readStocks } from '#server/sync/sync-stocks.ts';
import { findShopCards } from '#server/cards/repository.ts';

/** Brings our copy of a card's stocks up to date with the marketplace; says which shops could not be read, and why. */
export async function readStocksOfCard(
  deps: StageRun['deps'],
  accountId: number,
  cardId: number,
): Promise<{ shopCards: ShopCard[]; unread: UnreadPlace[] }> {
  const { db } = deps.database;
  const known = await findShopCards(db, accountId, cardId);
  const withSizes = known.filter((shopCard) => shopCard.sizes.length > 0);
  const unread = await Promise.all(
    withSizes.map(async ({ shopId, shopName }): Promise<UnreadPlace[]> => {
      try {
        await readStocks({ deps, accountId, shopId }, 0, { cardId });
        return [];
      } catch (error) {
        if (!(error instanceof MarketplaceError)) throw error;
        return [{ shopName, warehouseName: null, detail: error.detail.join('. ') }];
      }
    }),
  );
  return { shopCards: await findShopCards(db, accountId, cardId), unread: unread.flat() };
}
