import type { StockPart, StockRow } from '#contract/stock-parts.ts';
import type { Column } from '#contract/table-columns.ts';

type ShopName = (shopId: number) => string;

/** Of the warehouses that the money in stocks adds up from. */
export function stockPartColumns(shopName: ShopName): Column<StockPart>[] {
  return [
    { title: 'Склад', width: 30, value: (part) => part.warehouseName },
    { title: 'Магазин', width: 20, value: (part) => shopName(part.shopId) },
    { title: 'Строк', width: 10, value: (part) => part.rowCount },
    { title: 'Без себестоимости, шт.', width: 22, value: (part) => part.unitsWithoutCost },
    { title: 'Остаток, шт.', width: 14, value: (part) => part.units },
    { title: 'Деньги в остатке, ₽', width: 20, value: (part) => ({ kopecks: part.frozenKopecks }) },
  ];
}

/** Of the sizes of cards in one warehouse; what is not known is empty. */
export function stockRowColumns(warehouseName: string, shopName: ShopName): Column<StockRow>[] {
  return [
    { title: 'Склад', width: 30, value: () => warehouseName },
    { title: 'Магазин', width: 20, value: (row) => shopName(row.shopId) },
    { title: 'Артикул WB', width: 14, value: (row) => row.nmId },
    { title: 'Артикул продавца', width: 22, value: (row) => row.vendorCode },
    { title: 'Наименование', width: 44, value: (row) => row.title },
    { title: 'Размер', width: 12, value: (row) => row.techSize },
    { title: 'Баркод', width: 20, value: (row) => row.barcode },
    { title: 'Остаток, шт.', width: 14, value: (row) => row.units },
    {
      title: 'Себестоимость, ₽',
      width: 18,
      value: ({ costKopecks }) => (costKopecks === null ? null : { kopecks: costKopecks }),
    },
    {
      title: 'Деньги в остатке, ₽',
      width: 20,
      value: (row) => (row.costKopecks === null ? null : { kopecks: row.frozenKopecks }),
    },
  ];
}
