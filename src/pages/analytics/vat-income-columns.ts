import type { MonthOfShop } from '#contract/vat-income.ts';
import type { Column } from '#contract/table-columns.ts';

/** Of the months and shops that the income since 1 January adds up from. */
export function vatIncomeColumns(shopName: (shopId: number) => string): Column<MonthOfShop>[] {
  return [
    { title: 'С', width: 12, value: ({ from }) => ({ day: from }) },
    { title: 'По', width: 12, value: ({ to }) => ({ day: to }) },
    { title: 'Магазин', width: 20, value: (month) => shopName(month.shopId) },
    { title: 'Реализовано, ₽', width: 18, value: (month) => ({ kopecks: month.realizedKopecks }) },
    { title: 'НДС внутри, ₽', width: 16, value: (month) => ({ kopecks: month.vatKopecks }) },
    { title: 'Доход, ₽', width: 18, value: (month) => ({ kopecks: month.incomeKopecks }) },
  ];
}
