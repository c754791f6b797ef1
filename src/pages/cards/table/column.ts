import type { TableField } from '#contract/bulk-changes.ts';
import type { TableCard } from '#contract/card-table.ts';
import { formatNumber } from '#lib/numbers.ts';
import { shorten } from '#lib/text.ts';

/** null: there is none, or nobody has said it; absent: an older server does not. */
export type Value = number | string | null | undefined;

/** What a text says, or why it cannot be taken. */
export type Reading = { value: number | string } | { problem: string };

/** What a cell of the column changes. */
type Target =
  | { kind: 'field'; field: TableField }
  | { kind: 'ownPrice'; shopId: number }
  | { kind: 'ownDiscount'; shopId: number }
  | { kind: 'characteristic'; id: number; name: string; valuesOf: (card: TableCard) => readonly string[] };

interface EmptyCell {
  value: number | string | null;
  /** So does the gap of a pasted block. Elsewhere it leaves the cell: a supplier's list that has gaps says nothing of these cards. */
  isPasted: boolean;
}

export interface Column {
  /** What is typed is kept by it. */
  key: string;
  /** Over the column, and what stands smaller above that. */
  label: string;
  above: string | null;
  /** In a sentence. */
  name: string;
  /** null: nothing is typed here. */
  target: Target | null;
  kind: 'text' | 'sum' | 'percent' | 'measure';
  /** A class of a column that fits into the window; a width of one beyond its edge, which moves nothing before it. */
  width: string | { rem: number };
  /** Words that are typed in a field larger than the cell: how long they may be, and whether in several lines. */
  long: { maxLength: number; hasLines: boolean } | null;
  /** What no text says; null: it gives back what the card has. */
  empty: EmptyCell | null;
  valueOf: (card: TableCard) => Value;
  read: (text: string, card: TableCard) => Reading;
  /** The card cannot have it. */
  isClosed: (card: TableCard) => boolean;
  /** What holds where the cell is empty, and what that is. */
  inPlace: { valueOf: (card: TableCard) => Value; note: string } | null;
}

/** Rows and columns of the table. */
export interface GridContent {
  cards: readonly TableCard[];
  columns: readonly Column[];
}

export const ROUBLE_KOPECKS = 100;
/** A cell has no room for more, and a browser lays out what it does not show too. */
const SHOWN_LENGTH = 150;
/** To the gram. */
const MEASURE_DIGITS = 3;
const CLOSED = '—';

/** As it stands in a cell. */
export function shownValue({ kind }: Pick<Column, 'kind'>, value: Value): string {
  if (typeof value !== 'number') return shorten(value ?? '', SHOWN_LENGTH);
  if (kind === 'measure') return formatNumber(value, { maxDigits: MEASURE_DIGITS });
  const roubles = kind === 'sum' ? value / ROUBLE_KOPECKS : value;
  const digits = Number.isInteger(roubles) ? 0 : 2;
  return formatNumber(roubles, { minDigits: digits, maxDigits: digits });
}

/** As it is typed, and as another spreadsheet reads it: without spaces and units. */
export function printedValue({ kind }: Pick<Column, 'kind'>, value: Value): string {
  if (typeof value !== 'number') return value ?? '';
  return String(kind === 'sum' ? value / ROUBLE_KOPECKS : value).replace('.', ',');
}

/** A cell that can be typed into. */
export function isOpen({ target, isClosed }: Column, card: TableCard): boolean {
  return target !== null && !isClosed(card);
}

/** What stands in a cell that the card cannot have. */
export function closedText({ target, isClosed }: Column, card: TableCard): string | null {
  return target !== null && isClosed(card) ? CLOSED : null;
}
