import { MarketplaceError, mayPass } from '#server/marketplace/errors.ts';
import type { ShopClient } from '#server/marketplace/shop-client.ts';
import { MAX_STOCKS_PER_CALL } from '#server/marketplace/warehouse-operations.ts';

export interface StockOutcome {
  isSet: boolean;
  /** What the marketplace says now; absent when it could not be asked. */
  amount?: number;
  /** Why it was not set. */
  detail?: string;
  /** The same call may succeed in a while: nobody has looked at the amount. */
  mayPass?: true;
  /** The shop has no token for it: with another one the same call may succeed. */
  isTokenGone?: true;
}

type Refusal = Required<Pick<StockOutcome, 'detail'>> & Pick<StockOutcome, 'mayPass' | 'isTokenGone'>;

interface Amount {
  chrtId: number;
  amount: number;
}

type StocksClient = Pick<ShopClient, 'putStocks' | 'getStocks'>;

/** Sets amounts in one warehouse of the marketplace, a thousand at a time, and reads each thousand back. */
export async function sendToWarehouse(
  client: StocksClient,
  wbWarehouseId: number,
  rows: readonly Amount[],
): Promise<Map<number, StockOutcome>> {
  const outcomes = new Map<number, StockOutcome>();
  for (const chunk of chunksOf(rows, MAX_STOCKS_PER_CALL)) {
    const refused = await putAccepted(client, wbWarehouseId, chunk);
    const amounts = await readBack(client, wbWarehouseId, chunk);
    for (const row of chunk) {
      const amount = amounts?.get(row.chrtId);
      outcomes.set(row.chrtId, outcomeOf(row, amount, refused.get(row.chrtId), amounts !== undefined));
    }
  }
  return outcomes;
}

function outcomeOf(
  row: Amount,
  amount: number | undefined,
  refusal: Refusal | undefined,
  isRead: boolean,
): StockOutcome {
  // The amount that stands decides: a call without an answer may have been carried out.
  if (amount === row.amount) return { isSet: true, amount };
  const known = amount === undefined ? {} : { amount };
  if (refusal !== undefined) return { isSet: false, ...known, ...refusal };
  if (!isRead) {
    return { isSet: false, detail: 'Остаток отправлен, но Wildberries не подтвердил его', mayPass: true };
  }
  // A size that was set to nothing may have no record at all.
  if (amount === undefined && row.amount === 0) return { isSet: true, amount: 0 };
  return { isSet: false, ...known, detail: 'Wildberries принял запрос, но остаток не изменился' };
}

/** Rows that the marketplace refuses by name are taken out and the rest is sent again. Returns why each was refused. */
async function putAccepted(
  client: StocksClient,
  wbWarehouseId: number,
  chunk: readonly Amount[],
): Promise<Map<number, Refusal>> {
  const refused = new Map<number, Refusal>();
  for (;;) {
    const left = chunk.filter((row) => !refused.has(row.chrtId));
    if (left.length === 0) return refused;
    try {
      await client.putStocks(wbWarehouseId, left);
      return refused;
    } catch (error) {
      if (!(error instanceof MarketplaceError)) throw error;
      const before = refused.size;
      for (const row of error.rows) {
        if (left.some(({ chrtId }) => chrtId === row.chrtId) && row.chrtId !== undefined) {
          refused.set(row.chrtId, { detail: row.detail });
        }
      }
      if (refused.size > before) continue;
      const refusal = refusalBy(error);
      for (const row of left) refused.set(row.chrtId, refusal);
      return refused;
    }
  }
}

/** Why nothing of a call was set. */
export function refusalBy(error: MarketplaceError): Refusal {
  return {
    detail: error.detail.join('. '),
    ...(mayPass(error) && { mayPass: true }),
    ...(error.kind === 'token' && { isTokenGone: true }),
  };
}

async function readBack(
  client: StocksClient,
  wbWarehouseId: number,
  chunk: readonly Amount[],
): Promise<Map<number, number> | undefined> {
  try {
    const stocks = await client.getStocks(
      wbWarehouseId,
      chunk.map((row) => row.chrtId),
    );
    return new Map(stocks.map(({ chrtId, amount }) => [chrtId, amount]));
  } catch (error) {
    if (error instanceof MarketplaceError) return undefined;
    throw error;
  }
}

export function chunksOf<T>(items: readonly T[], size: number): T[][] {
  const chunks: T[][] = [];
  for (let start = 0; start < items.length; start += size) chunks.push(items.slice(start, start + size));
  return chunks;
}
