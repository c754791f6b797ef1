import { strFromU8, unzipSync } from 'fflate';
import Papa from 'papaparse';
import type { TableCell } from '#contract/table-columns.ts';

/** By their places in the styles of the workbook. */
const MONEY = '3';
const DAY = '4';
const DAY_MS = 86_400_000;

/** The rows of a saved CSV, the head first: as a spreadsheet shows them. */
export async function readCsv(file: Blob): Promise<string[][]> {
  // `text()` leaves the mark out.
  return Papa.parse<string[]>(await file.text(), { delimiter: ';', skipEmptyLines: true }).data;
}

/** The rows of a saved workbook, the head first: numbers, sums and days each as what they are, empty cells null. */
export async function readXlsx(file: Blob): Promise<TableCell[][]> {
  const parts = unzipSync(new Uint8Array(await file.arrayBuffer()));
  const sheet = strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
  const document = new DOMParser().parseFromString(sheet, 'text/xml');
  const rows = [...document.querySelectorAll('row')].map((row) => {
    const cells = new Map([...row.querySelectorAll('c')].map((cell) => [columnOf(cell), cellOf(cell)]));
    return { cells, last: Math.max(-1, ...cells.keys()) };
  });
  const width = 1 + Math.max(...rows.map(({ last }) => last));
  return rows.map(({ cells }) => Array.from({ length: width }, (_, index) => cells.get(index) ?? null));
}

function columnOf(cell: Element): number {
  const letters = (cell.getAttribute('r') ?? '').replace(/\d+/, '');
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function cellOf(cell: Element): TableCell {
  if (cell.getAttribute('t') === 'inlineStr') {
    return (cell.textContent ?? '').replace(/_x([0-9a-f]{4})_/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
  }
  const value = Number(cell.textContent);
  if (cell.getAttribute('s') === MONEY) return { kopecks: Math.round(value * 100) };
  if (cell.getAttribute('s') !== DAY) return value;
  return { day: new Date(Date.UTC(1899, 11, 30) + value * DAY_MS).toISOString().slice(0, 10) };
}
