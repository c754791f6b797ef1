import { listOf } from '#contract/cell-values.ts';
import type { CardSize } from '#contract/cards.ts';
import { WB_SIZE_MAX_LENGTH } from '#contract/card-rules.ts';

/** Sizes of a card in cells of a file, as the export writes them and the import reads them: names, «Рос. размер», barcodes. */

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

/** That of each size in their order; with semicolons where one has none or has a comma in it. */
export function wbSizesCell(sizes: readonly Pick<CardSize, 'wbSize'>[]): string {
  const all = sizes.map(({ wbSize }) => wbSize);
  if (all.every((wbSize) => wbSize === '')) return '';
  return all.join(all.every((wbSize) => /^[^,\n]+$/.test(wbSize)) ? ', ' : '; ').trim();
}

/** Of the only size all that the cell has; else one of each, an empty one where nothing is said. */
export function wbSizesIn(cell: string, sizeCount: number): string[] {
  const isOne = sizeCount === 1 || HALF_SIZE.test(cell);
  const values = isOne ? [cell] : cell.split(cell.includes(';') ? ';' : /[,\n]/);
  return values.map((value) => value.trim()).map((value) => (value === '0' ? '' : value));
}

export const WB_SIZE_WITHOUT_SIZE = '«Рос. размер» указан, а размера нет: впишите и размер';
export const WB_SIZE_TOO_LONG = `«Рос. размер» не длиннее ${WB_SIZE_MAX_LENGTH} символов`;

/** Goods without sizes; «0» is how the marketplace calls them. */
export const isNoSize = (techSize: string) => ['', '0'].includes(techSize.trim());

/** That of each of so many sizes; null: nobody knows whose they are. */
export function wbSizesBySize(values: readonly string[], sizeCount: number): string[] | null {
  if (values.length === sizeCount) return [...values];
  const filled = values.filter((value) => value !== '');
  return filled.length === sizeCount ? filled : null;
}

export function wbSizesMismatchText(sizeCount: number, values: readonly string[]): string {
  return `Размеров ${sizeCount}, а значений «Рос. размер» ${values.length}: нужно по одному на каждый размер, через точку с запятой`;
}
