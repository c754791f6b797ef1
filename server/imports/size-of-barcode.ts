import type { CardSize } from '#contract/cards.ts';
import { isNoSize } from '#server/cards/size-cells.ts';
import type { ReadLine } from './read-row.ts';

/** A row that says «Рос. размер» beside a barcode alone says it of the card's size that has the barcode. */
export function withSizeOfBarcode(row: ReadLine, sizes: readonly CardSize[]): ReadLine {
  const { wbSizes = [], sizes: names = [], barcodes = [] } = row.values;
  if (wbSizes.length !== 1 || names.length > 0 || barcodes.length === 0) return row;
  const size = sizes.find(({ skus }) => barcodes.flat().every((barcode) => skus.includes(barcode)));
  if (!size || isNoSize(size.techSize)) return row;
  return { ...row, values: { ...row.values, sizes: [size.techSize] } };
}
