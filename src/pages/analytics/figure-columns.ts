import { csvTextCell } from '#contract/csv-text.ts';
import type { ProfitRow, RowLine, RowsPart } from '#contract/profit-parts.ts';
import { csvRoubles } from './profit-csv.ts';
import { figures } from './figure-names.ts';
import { partTitle } from './part-words.ts';

/** One line per row, as a Russian spreadsheet opens it. */
export function figureCsv(
  line: RowLine,
  part: RowsPart,
  rows: readonly ProfitRow[],
  shopName: (shopId: number) => string,
): string {
  const { title, isCount } = figures[line];
  const head = [
    'День',
    'Магазин',
    'Операция',
    'Артикул WB',
    'Артикул продавца',
    'Название',
    'srid',
    'Номер строки',
    'Номер отчёта',
    'Количество',
    isCount ? title : `${title}, ₽`,
  ];
  const lines = rows.map((row) => [
    row.day,
    csvTextCell(shopName(row.shopId)),
    csvTextCell(partTitle(part)),
    row.nmId === 0 ? '' : String(row.nmId),
    csvTextCell(row.vendorCode),
    csvTextCell(row.title),
    csvTextCell(row.srid),
    csvTextCell(row.key),
    row.reportId === null ? '' : String(row.reportId),
    String(row.quantity),
    isCount ? String(row.amount) : csvRoubles(row.amount),
  ]);
  return `\ufeff${[head, ...lines].map((cells) => cells.join(';')).join('\r\n')}\r\n`;
}
