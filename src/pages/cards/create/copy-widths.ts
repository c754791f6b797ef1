import { isOfSize, type CopyColumn } from './copy-cells.ts';

/** The field, its edges and those of its cell. */
const BARCODE_WIDTH = 'calc(13ch + 2.5rem)';
/** Below it a name says nothing; where there is more room, all of it is the title's. */
const LEAST_TITLE_WIDTH = '12rem';

export const SOURCE_WIDTH = 'clamp(10rem, 16vw, 15.5rem)';

/** As wide as the greatest number is long, with the edges of its cell. */
export function numberWidth(lastNumber: number): string {
  return `calc(${Math.max(2, String(lastNumber).length) + 1}ch + 1.5rem)`;
}

/** The same whatever stands in the rows: nothing moves while one types, scrolls or goes on with the next part. */
export function leastWidthOf(column: CopyColumn): string {
  if (isOfSize(column)) return BARCODE_WIDTH;
  return { vendorCode: '11rem', title: LEAST_TITLE_WIDTH, colour: 'clamp(7.5rem, 10vw, 10rem)' }[column.key];
}

/** The title has what the others leave. */
export function widthOf(column: CopyColumn): string | undefined {
  return column.key === 'title' ? undefined : leastWidthOf(column);
}
