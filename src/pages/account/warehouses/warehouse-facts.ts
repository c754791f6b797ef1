import type { WarehouseGroupKind } from '#contract/warehouse-group-kinds.ts';
import type { Warehouse } from '#contract/warehouses.ts';

const CARGO: Record<number, string> = { 1: 'МГТ', 2: 'СГТ', 3: 'КГТ+' };
const DELIVERY: Record<number, string> = { 1: 'FBS', 2: 'DBS', 3: 'DBW', 5: 'Самовывоз', 6: 'EDBS' };

/** The marketplace may add types: an unknown one is shown by its number. */
export function cargoLabel(cargoType: number): string {
  return CARGO[cargoType] ?? `тип ${cargoType}`;
}

export function deliveryLabel(deliveryType: number): string {
  return DELIVERY[deliveryType] ?? `тип ${deliveryType}`;
}

export const kindLabels: Record<WarehouseGroupKind, string> = {
  USER: 'Остатки продавца',
  CLEANING: 'Обнуление',
};

export const kindHints: Record<WarehouseGroupKind, string> = {
  USER: 'Введённые в карточке остатки отправляются на все склады группы',
  CLEANING: 'Остатки на складах группы обнуляются одной кнопкой: перед отпуском, приёмкой или распродажей',
};

export interface ShopWarehouses {
  shopId: number;
  shopName: string;
  warehouses: Warehouse[];
}

/** Warehouses by shop, in the order in which the shops first appear. */
export function byShop(warehouses: readonly Warehouse[]): ShopWarehouses[] {
  const shops = new Map<number, ShopWarehouses>();
  for (const warehouse of warehouses) {
    const { shopId, shopName } = warehouse;
    const shop = shops.get(shopId) ?? { shopId, shopName, warehouses: [] };
    shop.warehouses.push(warehouse);
    shops.set(shopId, shop);
  }
  return [...shops.values()];
}
