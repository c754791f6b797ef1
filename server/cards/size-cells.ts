import { listOf } from '#contract/cell-values.ts';
import type { CardSize } from '#contract/cards.ts';

/** Sizes and barcodes of a card in two cells of a file, as the export writes them and the import reads them. */

/** «S, M»; with semicolons where a size has a comma in it. */
export function sizesCell(sizes: readonly Pick<CardSize, 'techSize'>[]): string {
  const names = sizes.map(({ techSize }) => techSize).filter((name) => name !== '');
  return names.join(names.length > 1 && names.some((name) => name.includes(',')) ? '; ' : ', ');
}

/** A size of shoes, and no two. */
const HALF_SIZE = /^\d\d,5$/;

/** «0» is how the marketplace calls «no size». */
export function sizesIn(cell: string): string[] {
  if (HALF_SIZE.test(cell)) return [cell];
  return listOf(cell, cell.includes(';') ? /[;\n]/ : /[,\n]/).filter((name) => name !== '0');
}

/** One of each size in their order; where a size has none or several, those of a size before each semicolon. */
export function barcodesCell(sizes: readonly Pick<CardSize, 'skus'>[]): string {
  const all = sizes.flatMap(({ skus }) => skus);
  const isPlain = sizes.length <= 1 || all.length === 0 || sizes.every(({ skus }) => skus.length === 1);
  return isPlain
    ? all.join(', ')
    : sizes
        .map(({ skus }) => skus.join(', '))
        .join('; ')
        .trim();
}

/** In groups: what stands between semicolons, or each by itself. */
export function barcodesIn(cell: string): string[][] {
  if (cell.includes(';')) return cell.split(';').map((part) => listOf(part, /[,\s]+/));
  return listOf(cell, /[,\s]+/).map((barcode) => [barcode]);
}

/** Those of each of so many sizes; null: nobody knows whose they are. */
export function barcodesBySize(groups: readonly string[][], sizeCount: number): string[][] | null {
  if (sizeCount === 1) return [groups.flat()];
  if (groups.length === sizeCount) return [...groups];
  const filled = groups.filter((group) => group.length > 0);
  return filled.length === sizeCount ? filled : null;
}

export function barcodesMismatchText(sizeCount: number, groups: readonly string[][]): string {
  return `Размеров ${sizeCount}, баркодов ${groups.flat().length}: непонятно, какой баркод у какого размера`;
}
