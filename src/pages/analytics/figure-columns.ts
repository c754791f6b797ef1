import type { ProfitRow, RowLine, RowsPart } from '#contract/profit-parts.ts';
import type { Column } from '#contract/table-columns.ts';
import { figures } from './figure-names.ts';
import { partTitle } from './part-words.ts';

interface FigureTable {
  part: RowsPart;
  /** As the window says the figure. */
  sign: 1 | -1;
  shopName: (shopId: number) => string;
}

/** Of the rows that a figure is made of. */
export function figureColumns(line: RowLine, { part, sign, shopName }: FigureTable): Column<ProfitRow>[] {
  const { title, isCount } = figures[line];
  return [
    { title: 'День', width: 12, value: ({ day }) => ({ day }) },
    { title: 'Магазин', width: 20, value: (row) => shopName(row.shopId) },
    { title: 'Операция', width: 30, value: () => partTitle(part) },
    { title: 'За что', width: 36, value: ({ note }) => note ?? '' },
    { title: 'Артикул WB', width: 14, value: ({ nmId }) => (nmId === 0 ? null : nmId) },
    { title: 'Артикул продавца', width: 22, value: (row) => row.vendorCode },
    { title: 'Наименование', width: 44, value: (row) => row.title },
    { title: 'srid', width: 34, value: (row) => row.srid },
    // As text: such numbers are longer than a spreadsheet keeps exactly.
    { title: 'Номер строки', width: 20, value: (row) => row.key },
    { title: 'Номер отчёта', width: 16, value: (row) => row.reportId },
    { title: 'Количество', width: 12, value: (row) => row.quantity },
    isCount
      ? { title, width: 14, value: (row) => row.amount }
      : { title: `${title}, ₽`, width: 18, value: (row) => ({ kopecks: sign * row.amount }) },
  ];
}
