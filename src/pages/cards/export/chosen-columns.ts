import { exportColumns, exportColumnTitles, type ExportColumn } from '#contract/card-export.ts';
import type { CardColumnId } from '#contract/card-list.ts';

interface ColumnGroup {
  title: string;
  columns: readonly ExportColumn[];
}

/** All columns, in the order that they stand in a file. */
export const columnGroups: readonly ColumnGroup[] = [
  { title: 'Карточка', columns: ['vendorCode', 'nmId', 'cardId', 'title', 'subject', 'brand', 'state'] },
  { title: 'Размеры', columns: ['sizes', 'wbSizes', 'barcodes'] },
  {
    title: 'Цены',
    columns: ['priceKopecks', 'discount', 'finalPriceKopecks', 'clubDiscount', 'costPriceKopecks', 'margin'],
  },
  { title: 'Наличие и заказы', columns: ['stock', 'orders', 'shops'] },
  { title: 'Упаковка', columns: ['lengthCm', 'widthCm', 'heightCm', 'weightKg'] },
  { title: 'Остальное', columns: ['tags', 'description', 'characteristics', 'updatedAt'] },
];

export function columnTitle(column: ExportColumn): string {
  return column === 'characteristics' ? 'Характеристики' : exportColumnTitles[column];
}

const OF_LIST: Record<CardColumnId, readonly ExportColumn[]> = {
  subject: ['subject', 'brand'],
  price: ['finalPriceKopecks', 'priceKopecks'],
  discount: ['discount'],
  cost: ['costPriceKopecks'],
  margin: ['margin'],
  stock: ['stock'],
  orders: ['orders'],
  shops: ['shops'],
  state: ['state'],
  updated: ['updatedAt'],
};

/** The columns of the list, in its order, after what it says of the card itself. */
export function columnsOfList(columns: readonly CardColumnId[]): ExportColumn[] {
  return ['vendorCode', 'title', ...columns.flatMap((column) => OF_LIST[column])];
}

export function isInUsualOrder(chosen: readonly ExportColumn[]): boolean {
  return inUsualOrder(chosen).join() === chosen.join();
}

/** One more goes to its usual place, or to the end of an order that is somebody's own. */
export function withColumn(
  chosen: readonly ExportColumn[],
  column: ExportColumn,
  isOn: boolean,
): ExportColumn[] {
  if (!isOn) return chosen.filter((one) => one !== column);
  const more = [...chosen, column];
  return isInUsualOrder(chosen) ? inUsualOrder(more) : more;
}

function inUsualOrder(chosen: readonly ExportColumn[]): ExportColumn[] {
  return exportColumns.filter((column) => chosen.includes(column));
}
