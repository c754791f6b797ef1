import type { Database } from '#server/db/database.ts';
import { MarketplaceError, mayPass } from '#server/marketplace/errors.ts';
import type { Marketplace } from '#server/marketplace/marketplace.ts';
import type { ShopClient } from '#server/marketplace/shop-client.ts';
import { chooseToken, readWorkingTokens } from '#server/marketplace/shop-tokens.ts';
import { MAX_STOCKS_PER_CALL } from '#server/marketplace/warehouse-operations.ts';
import { chunksOf } from '../warehouse-stocks.ts';
import type { Present } from './change-stocks.ts';
import { cellKey, type Place, type StockCell } from './stock-cells.ts';
import { groupedBy } from './grouped-by.ts';

export interface MarketplaceDeps {
  database: Database;
  marketplace: Marketplace;
}

/** A job waits: nobody looks at a spinner meanwhile. */
const PATIENCE_MS = 30_000;

export function clientOf(deps: MarketplaceDeps, accountId: number, place: Place): Promise<ShopClient> {
  return deps.marketplace.forShop(deps.database.db, accountId, place.shopId, { patienceMs: PATIENCE_MS });
}

const ADD_TOKEN = 'Добавьте в магазине токен «Маркетплейс» с правом записи';

/**
 * What the marketplace has in these cells now; a size without a record has nothing. Why a warehouse cannot be asked, or not
 * be written, stands in its cells. Throws {@link MarketplaceError} where asking later may help.
 */
export async function readPresent(
  deps: MarketplaceDeps,
  accountId: number,
  places: ReadonlyMap<number, Place>,
  cells: readonly Pick<StockCell, 'warehouseId' | 'warehouseName' | 'chrtId'>[],
  { isToBeWritten = false }: { isToBeWritten?: boolean } = {},
): Promise<Map<string, Present>> {
  const present = new Map<string, Present>();
  const byWarehouse = groupedBy(cells, (cell) => cell.warehouseId);
  for (const [warehouseId, ofWarehouse] of byWarehouse) {
    const place = places.get(warehouseId);
    const name = ofWarehouse[0]?.warehouseName ?? '';
    const found = place
      ? await amountsIn(deps, accountId, place, ofWarehouse, isToBeWritten)
      : { problem: 'склада больше нет' };
    for (const cell of ofWarehouse) {
      const amount: Present =
        found instanceof Map
          ? (found.get(cell.chrtId) ?? 0)
          : { ...found, problem: `${name}: ${found.problem}` };
      present.set(cellKey(cell), amount);
    }
  }
  return present;
}

async function amountsIn(
  deps: MarketplaceDeps,
  accountId: number,
  place: Place,
  cells: readonly { chrtId: number }[],
  isToBeWritten: boolean,
): Promise<Map<number, number> | Exclude<Present, number>> {
  try {
    if (isToBeWritten) await refuseWithoutRight(deps, accountId, place);
    const client = await clientOf(deps, accountId, place);
    const amounts = new Map<number, number>();
    for (const part of chunksOf(cells, MAX_STOCKS_PER_CALL)) {
      const read = await client.getStocks(
        place.wbWarehouseId,
        part.map(({ chrtId }) => chrtId),
      );
      for (const { chrtId, amount } of read) amounts.set(chrtId, amount);
    }
    return amounts;
  } catch (error) {
    if (!(error instanceof MarketplaceError) || mayPass(error)) throw error;
    const detail = error.detail.join('. ');
    return error.kind === 'token'
      ? { problem: `${detail}. ${ADD_TOKEN}`, isTokenGone: true }
      : { problem: detail };
  }
}

/** A token that only reads would be told when the amounts are written: too late for whoever looks at them. */
async function refuseWithoutRight(
  { database: { db } }: MarketplaceDeps,
  accountId: number,
  { shopId, shopName }: Place,
): Promise<void> {
  const tokens = await readWorkingTokens(db, accountId, shopId);
  chooseToken(tokens, { category: 'MARKETPLACE', isWrite: true }, shopName);
}
