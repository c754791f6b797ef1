import type { StockOfCard } from '#contract/stock-money.ts';
import type { Column } from '#contract/table-columns.ts';

/** Of «Остатки сейчас»: a line for each card of a shop of which there is anything. What is not known is empty. */
export function stockColumns(shopName: (shopId: number) => string): Column<StockOfCard>[] {
  return [
    { title: 'Артикул WB', width: 14, value: (card) => card.nmId },
    { title: 'Артикул продавца', width: 22, value: (card) => card.vendorCode },
    { title: 'Наименование', width: 44, value: (card) => card.title },
    { title: 'Магазин', width: 20, value: (card) => shopName(card.shopId) },
    { title: 'Остаток, шт.', width: 14, value: (card) => card.units },
    {
      title: 'Деньги в остатке, ₽',
      width: 20,
      value: (card) => (card.unitsWithoutCost === card.units ? null : { kopecks: card.frozenKopecks }),
    },
    { title: 'Без себестоимости, шт.', width: 22, value: (card) => card.unitsWithoutCost },
    { title: 'Продано за дни расчёта, шт.', width: 26, value: (card) => card.soldUnits },
    {
      title: 'Запас, дней',
      width: 16,
      value: ({ daysOfStock }) => (daysOfStock === null ? null : Math.round(daysOfStock * 10) / 10),
    },
  ];
}
