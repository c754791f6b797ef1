import type { ListedHeldPrice } from '#contract/held-prices.ts';
import { moscowTime } from '#contract/moscow-time.ts';
import type { BelowFloor, PriceChange } from '#contract/price-watch.ts';
import type { Column } from '#contract/table-columns.ts';
import { finalPriceKopecks } from '#pages/cards/form/final-price.ts';

interface WatchedPrice {
  nmId: number;
  /** null: no card here is the shop's. */
  card: { title: string; vendorCode: string } | null;
}

const CARD: Column<WatchedPrice>[] = [
  { title: 'Артикул WB', width: 14, value: (row) => row.nmId },
  { title: 'Артикул продавца', width: 22, value: ({ card }) => card?.vendorCode ?? '' },
  { title: 'Наименование', width: 44, value: ({ card }) => card?.title ?? '' },
];

/** Of the prices in quarantine. */
export function heldPriceColumns(shopName: (shopId: number) => string): Column<ListedHeldPrice>[] {
  return [
    ...CARD,
    { title: 'Магазин', width: 20, value: (row) => shopName(row.shopId) },
    { title: 'Цена на Wildberries, ₽', width: 22, value: (row) => ({ kopecks: row.presentPriceKopecks }) },
    { title: 'Скидка на Wildberries, %', width: 24, value: (row) => row.presentDiscount },
    {
      title: 'Продаётся по, ₽',
      width: 16,
      value: (row) => ({ kopecks: finalPriceKopecks(row.presentPriceKopecks, row.presentDiscount) }),
    },
    { title: 'Новая цена, ₽', width: 16, value: (row) => ({ kopecks: row.priceKopecks }) },
    { title: 'Новая скидка, %', width: 16, value: (row) => row.discount },
    {
      title: 'Не применена, ₽',
      width: 16,
      value: (row) => ({ kopecks: finalPriceKopecks(row.priceKopecks, row.discount) }),
    },
    { title: 'В карантине с (МСК)', width: 20, value: (row) => moscowTime(new Date(row.heldSince)) },
  ];
}

/** Of the cards that are sold below their floor. */
export function belowFloorColumns(shopLabel: (shopId: number) => string): Column<BelowFloor>[] {
  return [
    ...CARD,
    { title: 'Магазин', width: 20, value: (row) => shopLabel(row.shopId) },
    { title: 'Цена, ₽', width: 14, value: (row) => ({ kopecks: row.priceKopecks }) },
    { title: 'Минимальная цена, ₽', width: 20, value: (row) => ({ kopecks: row.lowestKopecks }) },
  ];
}

/** Of the prices that others have changed. */
export function priceChangeColumns(shopLabel: (shopId: number) => string): Column<PriceChange>[] {
  return [
    ...CARD,
    { title: 'Магазин', width: 20, value: (row) => shopLabel(row.shopId) },
    { title: 'Замечено (МСК)', width: 18, value: (row) => moscowTime(new Date(row.noticedAt)) },
    {
      title: 'Было, ₽',
      width: 14,
      value: (row) => ({ kopecks: finalPriceKopecks(row.beforePriceKopecks, row.beforeDiscount) }),
    },
    { title: 'Скидка была, %', width: 16, value: (row) => row.beforeDiscount },
    {
      title: 'Стало, ₽',
      width: 14,
      value: (row) => ({ kopecks: finalPriceKopecks(row.priceKopecks, row.discount) }),
    },
    { title: 'Скидка стала, %', width: 16, value: (row) => row.discount },
    { title: 'Автоакции магазина', width: 40, value: (row) => row.autoPromotions.join(', ') },
    { title: 'Уже другая цена', width: 16, value: (row) => (row.isOver ? 'да' : 'нет') },
    { title: 'Заказов с тех пор', width: 18, value: (row) => row.ordersSince?.count ?? null },
  ];
}
