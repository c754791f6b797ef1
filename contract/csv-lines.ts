import { csvTextCell } from './csv-text.ts';
import type { TableCell } from './table-columns.ts';

/** What a file begins with: without it Excel takes UTF-8 for windows-1251. */
export const CSV_MARK = '\ufeff';

/** A row as a Russian spreadsheet expects it: semicolons, decimal commas, roubles with kopecks, days as «20.11.2026». */
export function csvLine(cells: readonly TableCell[]): string {
  return `${cells.map(csvCell).join(';')}\r\n`;
}

function csvCell(cell: TableCell): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return csvTextCell(cell);
  if (typeof cell === 'number') return String(cell).replace('.', ',');
  if ('day' in cell) return cell.day?.split('-').toReversed().join('.') ?? '';
  return cell.kopecks === null ? '' : roubles(cell.kopecks);
}

function roubles(kopecks: number): string {
  const size = String(Math.abs(kopecks)).padStart(3, '0');
  return `${kopecks < 0 ? '-' : ''}${size.slice(0, -2)},${size.slice(-2)}`;
}
