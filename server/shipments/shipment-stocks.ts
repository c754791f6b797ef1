import type { ShipmentStock, ShipmentStocks, UnreadStocks } from '#contract/shipments.ts';
import type { StockSendResult } from '#contract/warehouses.ts';
import type { Db } from '#server/db/database.ts';
import type { ShopCardSize } from '#server/db/schema.ts';
import { MarketplaceError } from '#server/marketplace/errors.ts';
import type { ShopClient } from '#server/marketplace/shop-client.ts';
import { MAX_STOCKS_PER_CALL } from '#server/marketplace/warehouse-operations.ts';
import { badRequest, conflict, notFound } from '#server/errors/http-error.ts';
import { sendStocks, type SendStocksDeps } from '#server/stocks/send-stocks.ts';
import { stocksRefusal } from './rules/state-machine.ts';
import { chunksOf } from '#server/stocks/warehouse-stocks.ts';

interface ConfirmedCard {
  cardId: number;
  vendorCode: string;
  title: string;
  shopId: number;
  shopName: string;
  sizes: ShopCardSize[];
}

interface WarehouseRow {
  id: number;
  wb_warehouse_id: number;
  name: string;
}

interface ShopPart {
  shop: Pick<ConfirmedCard, 'shopId' | 'shopName'>;
  cards: readonly ConfirmedCard[];
  warehouses: readonly WarehouseRow[];
}

/**
 * What the marketplace has of each size of the shipment's cards in each warehouse of their shops. Shops are read side by
 * side; what cannot be read is named, and keeps nobody from the rest.
 */
export async function readShipmentStocks(
  deps: SendStocksDeps,
  accountId: number,
  shipmentId: number,
): Promise<ShipmentStocks> {
  const { db } = deps.database;
  const cards = await confirmedCards(db, accountId, shipmentId);
  const warehouses = await db
    .selectFrom('warehouses')
    .select(['id', 'shop_id', 'wb_warehouse_id', 'name'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
  const shops = new Map(cards.map(({ shopId, shopName }) => [shopId, { shopId, shopName }]));
  const parts = await Promise.all(
    [...shops.values()].map(async (shop) =>
      readShop(await deps.marketplace.forShop(db, accountId, shop.shopId), {
        shop,
        cards: cards.filter((card) => card.shopId === shop.shopId),
        warehouses: warehouses.filter((warehouse) => warehouse.shop_id === shop.shopId),
      }),
    ),
  );
  return {
    stocks: parts.flatMap(({ stocks }) => stocks),
    unread: parts.flatMap(({ unread }) => unread),
  };
}

async function readShop(
  client: Pick<ShopClient, 'getStocks' | 'listWarehouses'>,
  { shop, cards, warehouses }: ShopPart,
): Promise<ShipmentStocks> {
  const stocks: ShipmentStock[] = [];
  const unread: UnreadStocks[] = [];
  const read = async (warehouseName: string | null, work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof MarketplaceError)) throw error;
      const isTokenMissing = error.kind === 'token';
      unread.push({
        ...shop,
        warehouseName: isTokenMissing ? null : warehouseName,
        detail: error.detail.join('. '),
        isTokenMissing,
      });
    }
  };
  // A shop that cannot be asked for its warehouses has none here, either.
  if (warehouses.length === 0) await read(null, () => client.listWarehouses());
  for (const warehouse of warehouses) {
    await read(
      warehouse.name,
      async () => void stocks.push(...(await readWarehouse(client, cards, warehouse))),
    );
    if (unread.at(-1)?.isTokenMissing) break;
  }
  return { stocks, unread };
}

async function readWarehouse(
  client: Pick<ShopClient, 'getStocks'>,
  cards: readonly ConfirmedCard[],
  warehouse: WarehouseRow,
): Promise<ShipmentStock[]> {
  const amounts = new Map<number, number>();
  const chrtIds = cards.flatMap((card) => card.sizes.map((size) => size.chrtId));
  for (const chunk of chunksOf(chrtIds, MAX_STOCKS_PER_CALL)) {
    const read = await client.getStocks(warehouse.wb_warehouse_id, chunk);
    for (const { chrtId, amount } of read) amounts.set(chrtId, amount);
  }
  return cards.flatMap(({ sizes, ...card }) =>
    sizes.map(({ chrtId, techSize }) => {
      const place = { warehouseId: warehouse.id, warehouseName: warehouse.name };
      return { ...card, ...place, chrtId, techSize, amount: amounts.get(chrtId) ?? 0 };
    }),
  );
}

/** One amount for every size of every confirmed card in the warehouses of a group. */
export async function sendShipmentStocks(
  deps: SendStocksDeps,
  accountId: number,
  shipmentId: number,
  input: { warehouseGroupId: number; amount: number },
): Promise<StockSendResult> {
  const { db } = deps.database;
  const group = await requireGroupFor(db, accountId, input);
  const cards = await confirmedCards(db, accountId, shipmentId);
  const refusal = stocksRefusal(cards.length);
  if (refusal !== null) throw conflict(refusal);
  const warehouses = await db
    .selectFrom('warehouse_group_warehouses')
    .innerJoin('warehouses', 'warehouses.id', 'warehouse_group_warehouses.warehouse_id')
    .select(['warehouses.id', 'warehouses.shop_id'])
    .where('warehouse_group_warehouses.account_id', '=', accountId)
    .where('warehouse_group_warehouses.group_id', '=', input.warehouseGroupId)
    .orderBy('warehouses.id')
    .execute();
  const rows = warehouses.flatMap((warehouse) =>
    cards
      .filter((card) => card.shopId === warehouse.shop_id)
      .flatMap((card) =>
        card.sizes.map(({ chrtId }) => ({
          warehouseId: warehouse.id,
          chrtId,
          amount: input.amount,
          cardId: card.cardId,
        })),
      ),
  );
  if (rows.length === 0) throw badRequest(`В группе «${group.name}» нет складов магазинов этой отправки`);
  return await sendStocks(deps, accountId, rows);
}

/** Throws 404 for a group of another account, 400 when the amount is not one for its kind. */
export async function requireGroupFor(
  db: Db,
  accountId: number,
  input: { warehouseGroupId: number; amount: number },
): Promise<{ name: string }> {
  const group = await db
    .selectFrom('warehouse_groups')
    .select(['name', 'kind'])
    .where('account_id', '=', accountId)
    .where('id', '=', input.warehouseGroupId)
    .executeTakeFirst();
  if (!group) throw notFound('Группа складов не найдена');
  if (group.kind === 'CLEANING' && input.amount > 0) {
    throw badRequest(`Группа «${group.name}» только обнуляет остатки: выберите другую или укажите 0`);
  }
  return group;
}

/** Cards of the shipment that the marketplace knows, with the sizes that were read back. */
async function confirmedCards(db: Db, accountId: number, shipmentId: number): Promise<ConfirmedCard[]> {
  const rows = await db
    .selectFrom('shipment_items')
    .innerJoin('shop_cards', (join) =>
      join
        .onRef('shop_cards.card_id', '=', 'shipment_items.card_id')
        .onRef('shop_cards.shop_id', '=', 'shipment_items.shop_id'),
    )
    .innerJoin('shops', 'shops.id', 'shipment_items.shop_id')
    .select([
      'shipment_items.card_id',
      'shop_cards.vendor_code',
      'shipment_items.title',
      'shipment_items.shop_id',
      'shops.name as shop_name',
      'shop_cards.sizes',
    ])
    .where('shipment_items.account_id', '=', accountId)
    .where('shipment_items.shipment_id', '=', shipmentId)
    .where('shop_cards.nm_id', 'is not', null)
    .orderBy('shipment_items.id')
    .execute();
  return rows.map((row) => ({
    cardId: row.card_id,
    vendorCode: row.vendor_code,
    title: row.title,
    shopId: row.shop_id,
    shopName: row.shop_name,
    sizes: row.sizes,
  }));
}
