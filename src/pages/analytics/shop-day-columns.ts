import type { ProfitShop } from '#contract/analytics.ts';
import type { Column } from '#contract/table-columns.ts';
import type { OrdersOfDay } from './shop-days.ts';

type ShopDay = { shopId: number } & ProfitShop['days'][number];

/** Each day of each shop on which anything is known of it: by days also where the screen shows weeks or months. */
export function shopDayRows(shops: readonly ProfitShop[]): ShopDay[] {
  return shops
    .flatMap(({ shopId, days }) => days.map((day) => ({ ...day, shopId })))
    .sort((one, other) => (one.day < other.day ? -1 : Number(one.day > other.day)));
}

/** Of days × shops: all that the screen can show, whichever of it is shown. */
export function shopDayColumns(
  shopName: (shopId: number) => string,
  ordersOf: OrdersOfDay,
): Column<ShopDay>[] {
  return [
    { title: 'День', width: 12, value: ({ day }) => ({ day }) },
    { title: 'Магазин', width: 20, value: (row) => shopName(row.shopId) },
    { title: 'Заказы, шт.', width: 12, value: (row) => ordersOf(row.shopId, row) },
    { title: 'Выкупы, шт.', width: 12, value: (row) => row.buyouts },
    { title: 'Прибыль, ₽', width: 16, value: (row) => ({ kopecks: row.profitKopecks }) },
    { title: 'Предварительно', width: 16, value: (row) => (row.isPreliminary ? 'да' : 'нет') },
  ];
}
