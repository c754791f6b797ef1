import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import type { ShopCardSize } from '#server/db/schema.ts';
import type { Deps } from '#server/jobs/deps.ts';
import { addEvent } from '#server/shipments/store/events.ts';
import { plural } from '#server/text/plural.ts';
import type { RunKey } from '#server/shipments/store/runs.ts';
import {
  countStockTry,
  markStocksSent,
  takeItemsForStocks,
  type StockItem,
} from '#server/shipments/store/items-for-stocks.ts';
import { sendStocks, type StockToSend } from '#server/stocks/send-stocks.ts';

/**
 * Stocks that were chosen together with a shipment: one amount for every size, set in a group's warehouses when the
 * marketplace has the cards. They stand outside the chain of statuses. A fresh card takes no stocks for up to half an
 * hour: what was refused is tried again by the tending job, two hours long.
 */

const ITEMS_AT_ONCE = 1000;
/** Shorter than the tending job's interval; whoever died with items in hand has lost them after this. */
const IN_HAND_MINUTES = 9;
const TRIES = 12;
const WATCHED_DAYS = 3;

type StockDeps = Pick<Deps, 'database' | 'marketplace'>;

/** Sends the stocks of a shop's items that are confirmed and have none yet. */
export async function sendRequestedStocks(deps: StockDeps, run: RunKey): Promise<void> {
  const input = await readStockRequest(deps.database.db, run);
  if (!input) return;
  for (;;) {
    const items = await takeItemsForStocks(deps.database.db, run, {
      atOnce: ITEMS_AT_ONCE,
      inHandMinutes: IN_HAND_MINUTES,
    });
    if (items.length === 0) return;
    await sendOf(deps, run, input, items);
  }
}

interface StockRequest {
  amount: number;
  warehouseIds: number[];
  shopName: string;
  isFirstTry: boolean;
}

async function readStockRequest(db: Db, run: RunKey): Promise<StockRequest | undefined> {
  const shipment = await db
    .selectFrom('shipments')
    .innerJoin('shops', 'shops.account_id', 'shipments.account_id')
    .select(['stock_amount', 'stock_group_id', 'stock_tries', 'shops.name as shop_name'])
    .where('shipments.account_id', '=', run.accountId)
    .where('shipments.id', '=', run.shipmentId)
    .where('shops.id', '=', run.shopId)
    .where('stock_amount', 'is not', null)
    .executeTakeFirst();
  if (!shipment || shipment.stock_amount === null) return undefined;
  const warehouses = await db
    .selectFrom('warehouse_group_warehouses')
    .innerJoin('warehouses', 'warehouses.id', 'warehouse_group_warehouses.warehouse_id')
    .select('warehouses.id')
    .where('warehouse_group_warehouses.account_id', '=', run.accountId)
    .where('warehouse_group_warehouses.group_id', '=', shipment.stock_group_id ?? 0)
    .where('warehouses.shop_id', '=', run.shopId)
    .orderBy('warehouses.id')
    .execute();
  return {
    amount: shipment.stock_amount,
    warehouseIds: warehouses.map((warehouse) => warehouse.id),
    shopName: shipment.shop_name,
    isFirstTry: shipment.stock_tries === 0,
  };
}

async function sendOf(
  deps: StockDeps,
  run: RunKey,
  input: StockRequest,
  items: readonly StockItem[],
): Promise<void> {
  const { database } = deps;
  const cards = await database.db
    .selectFrom('shop_cards')
    .select(['card_id', 'vendor_code', 'sizes'])
    .where('account_id', '=', run.accountId)
    .where('shop_id', '=', run.shopId)
    .where('card_id', '=', sql<number>`any(${items.map((item) => item.card_id)}::bigint[])`)
    .where('nm_id', 'is not', null)
    .execute();
  const rows = input.warehouseIds.flatMap((warehouseId) =>
    cards.flatMap((card) => stocksOf(card, warehouseId, input.amount)),
  );
  const result = await sendStocks(deps, run.accountId, rows);
  const refused = new Set(result.errors.map((error) => error.vendorCode));
  const codeOf = new Map(cards.map((card) => [card.card_id, card.vendor_code]));
  const done = items.filter((item) => !refused.has(codeOf.get(item.card_id) ?? item.vendor_code));
  await database.transaction(async (trx) => {
    await markStocksSent(
      trx,
      run,
      done.map((item) => item.id),
    );
    for (const text of eventsOf(input, result)) await addEvent(trx, run.accountId, run.shipmentId, text);
  });
}

function stocksOf(
  card: { card_id: number; sizes: ShopCardSize[] },
  warehouseId: number,
  amount: number,
): StockToSend[] {
  return card.sizes.map(({ chrtId }) => ({ warehouseId, chrtId, amount, cardId: card.card_id }));
}

function eventsOf(input: StockRequest, result: Awaited<ReturnType<typeof sendStocks>>): string[] {
  const shop = `«${input.shopName}»`;
  if (input.warehouseIds.length === 0) return [`Остатки: в группе нет складов магазина ${shop}`];
  const sizes = (count: number) => plural(count, ['размер', 'размера', 'размеров']);
  const texts: string[] = [];
  if (result.sent > 0) texts.push(`Остатки в ${shop}: ${sizes(result.sent)} по ${String(input.amount)} шт.`);
  if (result.failed > 0 && input.isFirstTry) {
    const reason = result.errors[0]?.detail ?? '';
    texts.push(`Остатки в ${shop} пока не приняты: ${sizes(result.failed)} (${reason}). Попробуем ещё`);
  }
  return texts;
}

/** Tries again what was refused or left by a process that died; gives up in words after two hours. */
export async function resumeRequestedStocks(deps: StockDeps, signal: AbortSignal): Promise<void> {
  const { database } = deps;
  const open = await database.db
    .selectFrom('shipments')
    .select(['id', 'account_id', 'shop_ids', 'stock_tries', 'status'])
    .where('stock_amount', 'is not', null)
    .where('stocks_done_at', 'is', null)
    .where('created_at', '>', sql<Date>`now() - make_interval(days => ${WATCHED_DAYS})`)
    .where('status', 'in', ['FINISHED', 'HAS_ERRORS'])
    .orderBy('id')
    .execute();
  for (const shipment of open) {
    if (signal.aborted) return;
    const key = { accountId: shipment.account_id, shipmentId: shipment.id };
    for (const shopId of shipment.shop_ids) await sendRequestedStocks(deps, { ...key, shopId });
    const left = await countLeft(database.db, key);
    const isGivenUp = left > 0 && shipment.stock_tries + 1 >= TRIES;
    await database.transaction(async (trx) => {
      await countStockTry(trx, key, { isLast: left === 0 || isGivenUp });
      if (!isGivenUp) return;
      const cards = plural(left, ['карточки', 'карточек', 'карточек']);
      await addEvent(
        trx,
        key.accountId,
        key.shipmentId,
        `Остатки ${cards} не приняты: отправьте их кнопкой «Остатки»`,
      );
    });
  }
}

async function countLeft(db: Db, { accountId, shipmentId }: Omit<RunKey, 'shopId'>): Promise<number> {
  const { count } = await db
    .selectFrom('shipment_items')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('shipment_id', '=', shipmentId)
    .where('stage', '<>', 'CARD')
    .where('stock_sent_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}
