import type { UnreadPlace, Warehouse } from '#contract/warehouses.ts';
import { MarketplaceError } from '#server/marketplace/errors.ts';
import type { StageRun } from '#server/sync/stage.ts';
import { syncCards } from '#server/sync/sync-cards.ts';
import { readStocks } from '#server/sync/sync-stocks.ts';

/** A person waits: a shop that is still being read for the first time is not read to its end here. */
const MAX_CARD_PAGES = 20;

/**
 * Brings our copy of the warehouses' stocks up to date with the marketplace, the cards first that their shops have got
 * meanwhile. Shops are read side by side, each has limits of its own. Answers what could not be read, and why.
 */
export async function readStocksOf(
  deps: StageRun['deps'],
  accountId: number,
  warehouses: readonly Warehouse[],
): Promise<UnreadPlace[]> {
  const shopIds = [...new Set(warehouses.map((warehouse) => warehouse.shopId))];
  const unread = await Promise.all(
    shopIds.map((shopId) =>
      readShop(
        { deps, accountId, shopId },
        warehouses.filter((warehouse) => warehouse.shopId === shopId),
      ),
    ),
  );
  return unread.flat();
}

async function readShop(run: StageRun, warehouses: readonly Warehouse[]): Promise<UnreadPlace[]> {
  const unread: UnreadPlace[] = [];
  const shopName = warehouses[0]?.shopName ?? '';
  const cards = await problemOf(() => readNewCards(run));
  if (cards !== null) unread.push({ shopName, warehouseName: null, detail: cards });
  for (const warehouse of warehouses) {
    const detail = await problemOf(() => readWarehouse(run, warehouse.id));
    if (detail !== null) unread.push({ shopName, warehouseName: warehouse.name, detail });
  }
  return unread;
}

async function readNewCards(run: StageRun): Promise<string | null> {
  for (let page = 0; page < MAX_CARD_PAGES; page += 1) {
    if ((await syncCards(run, 0)) === null) return null;
  }
  return 'карточки магазина ещё читаются, посчитаны не все';
}

async function readWarehouse(run: StageRun, warehouseId: number): Promise<null> {
  let offset = 0;
  for (;;) {
    const step = await readStocks(run, offset, { warehouseId });
    if (step === null) return null;
    offset = step.nextOffset;
  }
}

async function problemOf(read: () => Promise<string | null>): Promise<string | null> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof MarketplaceError)) throw error;
    return error.detail.join('. ');
  }
}
