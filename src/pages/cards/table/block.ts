import type { Block } from '#parts/block-text.ts';
import { sizeOf, type Range, type Size } from './range.ts';

/** The block as spreadsheets put it into the clipboard: each row ends with a line break. */
export function printBlock(block: Block): string {
  return block.map((cells) => `${cells.map(printCell).join('\t')}\n`).join('');
}

/** In quotes where it would be several cells, or another text, without them. */
function printCell(text: string): string {
  return /["\t\r\n]|^ | $/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A cell of a block and where it goes. */
export interface BlockWriting {
  row: number;
  column: number;
  text: string;
}

export interface Placed {
  writings: BlockWriting[];
  range: Range;
  /** Rows and columns of the block that are beyond the table's edge. */
  cut: Size;
}

/**
 * Where the cells of a block go: from the range's first cell on, so often as it fills the range whole, each way by itself.
 * So one value fills the range.
 */
export function placeBlock(block: Block, range: Range, table: Size): Placed {
  const blockRows = block.length;
  // Not spread into Math.max: a clipboard may have more rows than a call takes arguments.
  const blockColumns = block.reduce((most, row) => Math.max(most, row.length), 0);
  const target = sizeOf(range);
  const wanted = {
    rows: target.rows % blockRows === 0 ? target.rows : blockRows,
    columns: target.columns % blockColumns === 0 ? target.columns : blockColumns,
  };
  const rows = Math.min(wanted.rows, table.rows - range.top);
  const columns = Math.min(wanted.columns, table.columns - range.left);
  const writings: BlockWriting[] = [];
  for (let row = 0; row < rows; row += 1) {
    const cells = block[row % blockRows] ?? [];
    for (let column = 0; column < columns; column += 1) {
      const text = cells[column % blockColumns];
      if (text !== undefined) writings.push({ row: range.top + row, column: range.left + column, text });
    }
  }
  return {
    writings,
    range: {
      top: range.top,
      left: range.left,
      bottom: range.top + rows - 1,
      right: range.left + columns - 1,
    },
    cut: { rows: wanted.rows - rows, columns: wanted.columns - columns },
  };
}

/** The cells of a range written on down to a row, again and again. */
export function fillDown(block: Block, range: Range, toRow: number): Placed {
  const writings: BlockWriting[] = [];
  for (let row = range.bottom + 1; row <= toRow; row += 1) {
    for (const [column, text] of (block[(row - range.top) % block.length] ?? []).entries()) {
      writings.push({ row, column: range.left + column, text });
    }
  }
  return {
    writings,
    range: { ...range, bottom: Math.max(range.bottom, toRow) },
    cut: { rows: 0, columns: 0 },
  };
}
