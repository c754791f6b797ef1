import { useId, type ClipboardEvent, type KeyboardEvent, type ReactNode } from 'react';
import { parseBlock } from '#parts/block-text.ts';
import type { CellTexts, CopyCells, CopyColumn } from './copy-cells.ts';
import type { CellWriting } from './copy-edits.ts';
import type { CopyFieldProps } from './copy-field.tsx';

export interface CopiesProps {
  /** What a copy is of, where they are of several cards. */
  sourceOf?: ((row: number) => ReactNode) | undefined;
  columns: readonly CopyColumn[];
  /** The columns in which a row has a cell. */
  columnsOfRow: (row: number) => readonly CopyColumn[];
  rows: readonly CopyCells[];
  /** What the first row is called: others before it may be cards already. */
  firstNumber?: number;
  errors: CellTexts;
  doubts: CellTexts;
  onWrite: (writings: readonly CellWriting[]) => void;
  /** Cells of a pasted block, and how many of its rows are below the table. */
  onPaste: (writings: readonly CellWriting[], cutRows: number) => void;
}

/** How often a cell that is on its way into sight is looked for. */
const LOOKS = 20;

/** The cells of the copies, as a table and as a list have them. Arrows and Enter go up and down a column; a pasted block fills from its cell on. */
export function useCopyCells(props: CopiesProps, reveal: (row: number) => void) {
  const { columns, columnsOfRow, rows, firstNumber = 1, errors, doubts, onWrite, onPaste } = props;
  const id = useId();
  const cellId = (row: number, key: string) => `${id}-${row}-${key}`;
  const hasCell = (row: number, key: string) =>
    row < rows.length && columnsOfRow(row).some((column) => column.key === key);

  const goTo = (row: number, key: string) => {
    reveal(row);
    focusWhenDrawn(cellId(row, key), LOOKS);
  };

  const onKeyDown = (event: KeyboardEvent, row: number, key: string) => {
    const step = { ArrowDown: 1, Enter: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || event.nativeEvent.isComposing) return;
    // Enter in a table goes on to the next cell; the copies are made by their button.
    event.preventDefault();
    let next = row + step;
    while (next >= 0 && next < rows.length && !hasCell(next, key)) next += step;
    if (hasCell(next, key)) goTo(next, key);
  };

  const onPasteInto = (event: ClipboardEvent, row: number, column: CopyColumn) => {
    const block = parseBlock(event.clipboardData.getData('text/plain'));
    if (block.length === 0 || (block.length === 1 && block[0]?.length === 1)) return;
    event.preventDefault();
    const first = columns.findIndex(({ key }) => key === column.key);
    const writings = block.flatMap((cells, down) =>
      cells.flatMap((text, right): CellWriting[] => {
        const key = columns[first + right]?.key;
        return key !== undefined && hasCell(row + down, key)
          ? [{ row: row + down, key, text: text.trim() }]
          : [];
      }),
    );
    onPaste(writings, Math.max(0, row + block.length - rows.length));
  };

  const copyName = (row: number) => `копия ${firstNumber + row}`;
  const fieldOf = (row: number, column: CopyColumn): CopyFieldProps => ({
    id: cellId(row, column.key),
    column,
    copyName: copyName(row),
    text: rows[row]?.[column.key] ?? '',
    error: errors[row]?.[column.key],
    doubt: doubts[row]?.[column.key],
    onType: (text) => onWrite([{ row, key: column.key, text }]),
    onKeyDown: (event) => onKeyDown(event, row, column.key),
    onPaste: (event) => onPasteInto(event, row, column),
  });

  return { cellId, hasCell, copyName, fieldOf, goTo, numberOf: (row: number) => firstNumber + row };
}

/** A cell that was out of sight is there a few frames after it is scrolled to. */
function focusWhenDrawn(id: string, looksLeft: number): void {
  const target = document.getElementById(id);
  if (target) {
    target.focus();
    if (target instanceof HTMLInputElement) target.select();
  } else if (looksLeft > 0) {
    requestAnimationFrame(() => focusWhenDrawn(id, looksLeft - 1));
  }
}
