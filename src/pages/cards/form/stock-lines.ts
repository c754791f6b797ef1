import type { ShopCard } from '#contract/shop-cards.ts';
import type { Warehouse } from '#contract/warehouses.ts';

/** One size of the card in one warehouse. */
export interface StockLine {
  key: string;
  shopName: string;
  warehouse: Warehouse;
  chrtId: number;
  techSize: string;
  /** As the marketplace had it when last read. */
  known: number;
}

/** What is to be set. */
export interface StockChange {
  line: StockLine;
  amount: number;
}

export function stockLines(inShops: readonly ShopCard[], warehouses: readonly Warehouse[]): StockLine[] {
  return inShops.flatMap((shop) =>
    shop.sizes.flatMap((size) =>
      warehouses
        .filter((warehouse) => warehouse.shopId === shop.shopId)
        .map((warehouse) => ({
          key: `${warehouse.id}-${size.chrtId}`,
          shopName: shop.shopName,
          warehouse,
          chrtId: size.chrtId,
          // «0» is how the marketplace writes goods without sizes.
          techSize: size.techSize === '0' ? '' : size.techSize,
          known: size.stocks.find((stock) => stock.warehouseId === warehouse.id)?.amount ?? 0,
        })),
    ),
  );
}

export function unitsOf(lines: readonly StockLine[]): number {
  return lines.reduce((sum, line) => sum + line.known, 0);
}
