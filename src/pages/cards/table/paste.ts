import type { TableCard } from '#contract/card-table.ts';
import { inertText, withoutMark } from '#contract/csv-text.ts';
import { parseBlock } from '#parts/block-text.ts';
import { placeBlock, type BlockWriting } from './block.ts';
import { closedText, isOpen, printedValue, type Column, type GridContent } from './column.ts';
import type { Writing } from './edits.ts';
import type { Range, Size } from './range.ts';

export interface Pasting {
  writings: Writing[];
  range: Range;
  cut: Size;
  /** Cells that keep what they have: the block has nothing for them. */
  gaps: number;
  /** Rows whose vendor code is another than the one pasted over it: they were sorted elsewhere, and nothing is put into them. */
  strangeRows: number;
  /** Cells of cards that cannot have what is pasted into them. */
  closed: number;
  /** Columns that only show something, where the block is in no other. */
  notTyped: readonly string[];
}

/** What a pasted text would write; null: there is nothing in it. */
export function pastingOf({ cards, columns }: GridContent, range: Range, text: string): Pasting | null {
  const block = parseBlock(text);
  if (block.length === 0) return null;
  const placed = placeBlock(block, range, { rows: cards.length, columns: columns.length });
  const strange = new Set(
    placed.writings
      .filter((writing) => columns[writing.column]?.key === 'vendorCode')
      .filter(({ row, text: code }) => !isSameCode(code, cards[row]))
      .map(({ row }) => row),
  );
  const writings = placed.writings
    .filter(({ row }) => !strange.has(row))
    .map((writing) => asWritten(writing, columns[writing.column]));
  const cells = writings.flatMap(({ row, column, text: written }) => {
    const [card, into] = [cards[row], columns[column]];
    return card && into ? [{ card, into, written }] : [];
  });
  const said = cells.filter(({ written }) => written !== null && written.trim() !== '');
  const isPut = said.some(({ card, into }) => isOpen(into, card));
  const isOther = ({ card, into, written }: (typeof said)[number]) =>
    into.target === null && printedValue(into, into.valueOf(card)) !== written;
  return {
    ...placed,
    writings,
    gaps: cells.filter(({ card, into, written }) => written === null && into.valueOf(card)).length,
    strangeRows: strange.size,
    closed: said.filter(({ card, into }) => closedText(into, card) !== null).length,
    notTyped: isPut ? [] : [...new Set(said.filter(isOther).map(({ into }) => into.name))],
  };
}

/** What was copied from here has a mark where a spreadsheet would run it; in a column of numbers, too, where it cannot be taken. */
function asWritten(writing: BlockWriting, column: Column | undefined): Writing {
  const { text } = writing;
  if (text.trim() === '' && column?.empty?.isPasted === false) return { ...writing, text: null };
  return { ...writing, text: withoutMark(text) };
}

/** As it is, or as it was copied from here. */
function isSameCode(text: string, card: TableCard | undefined): boolean {
  const folded = (code: string) => code.trim().toLowerCase();
  const code = card?.vendorCode ?? '';
  return folded(text) === folded(code) || text === inertText(code);
}
