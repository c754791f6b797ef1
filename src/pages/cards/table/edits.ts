import { tableFields } from '#contract/bulk-changes.ts';
import type { TableCard } from '#contract/card-table.ts';
import { tagsOf } from '#contract/cell-values.ts';
import { isOpen, printedValue, type Column, type GridContent, type Value } from './column.ts';

/** What was typed into a cell: what it says (null: that there is none), or why it cannot be taken. */
export type Typed = { value: number | string | null } | { text: string; problem: string };

/** By column. */
export type RowEdits = Readonly<Record<string, Typed>>;

/** What was typed, by card. Cells with what the card has anyway are not there, nor rows without such cells. */
export type Edits = ReadonlyMap<number, RowEdits>;

export const NO_EDITS: Edits = new Map();

export interface CellChange {
  cardId: number;
  /** Of the column. */
  key: string;
  before: Typed | undefined;
  after: Typed | undefined;
}

/** Changes of several cells, each once. */
export type Patch = readonly CellChange[];

/** A text for a cell; null: what the card has. */
export interface Writing {
  row: number;
  column: number;
  text: string | null;
}

/** The cells as they are after the patch, or as they were before it. */
export function applyPatch(edits: Edits, patch: Patch, side: 'before' | 'after' = 'after'): Edits {
  const next = new Map(edits);
  // Rows made by this patch: a row of several cells is copied once.
  const own = new Map<number, Record<string, Typed>>();
  for (const change of patch) {
    const { cardId, key } = change;
    const typed = change[side];
    let row = own.get(cardId);
    if (!row) {
      row = { ...next.get(cardId) };
      own.set(cardId, row);
    }
    if (typed) row[key] = typed;
    else delete row[key];
  }
  for (const [cardId, row] of own) {
    if (Object.keys(row).length > 0) next.set(cardId, row);
    else next.delete(cardId);
  }
  return next;
}

/** What the writings change. Cells that nobody types into are passed by. */
export function patchOf({ cards, columns }: GridContent, edits: Edits, writings: readonly Writing[]): Patch {
  const patch: CellChange[] = [];
  for (const { row, column: index, text } of writings) {
    const card = cards[row];
    const column = columns[index];
    if (!card || !column || !isOpen(column, card)) continue;
    const { key } = column;
    const before = edits.get(card.id)?.[key];
    const after = typedOf(column, card, text);
    if (!isSame(before, after)) patch.push({ cardId: card.id, key, before, after });
  }
  return patch;
}

function typedOf(column: Column, card: TableCard, text: string | null): Typed | undefined {
  const said = text?.trim() ?? null;
  if (said === null || (said === '' && column.empty === null)) return undefined;
  const reading = said === '' && column.empty ? { value: column.empty.value } : column.read(said, card);
  if ('problem' in reading) return { text: said, problem: reading.problem };
  return reading.value === (column.valueOf(card) ?? null) ? undefined : reading;
}

function isSame(one: Typed | undefined, other: Typed | undefined): boolean {
  return one === other || (one !== undefined && other !== undefined && wordOf(one) === wordOf(other));
}

function wordOf(typed: Typed): Value {
  return 'problem' in typed ? `${typed.problem}: ${typed.text}` : typed.value;
}

/** The card as it would be, but for what shops and subjects have of their own; a cell that cannot be read leaves the value as it is. */
export function cardWith(card: TableCard, edits: RowEdits | undefined): TableCard {
  if (!edits) return card;
  const values = tableFields.flatMap((field) => {
    const typed = edits[field];
    if (!typed || 'problem' in typed) return [];
    return [[field, field === 'tags' ? tagsOf(String(typed.value)) : typed.value]];
  });
  return { ...card, ...Object.fromEntries(values) };
}

/** What a cell says: as typed, or as the card with what is typed ({@link cardWith}) has it. */
export function valueAt(shown: TableCard, edits: RowEdits | undefined, column: Column): Value {
  const typed = edits?.[column.key];
  return typed && 'value' in typed ? typed.value : column.valueOf(shown);
}

/** What stands in a cell, as it is typed and copied. */
export function textAt(card: TableCard, edits: RowEdits | undefined, column: Column): string {
  return textIn(cardWith(card, edits), edits, column);
}

/** The same for each of the columns. */
export function textsOf(card: TableCard, edits: RowEdits | undefined, columns: readonly Column[]): string[] {
  const shown = cardWith(card, edits);
  return columns.map((column) => textIn(shown, edits, column));
}

function textIn(shown: TableCard, edits: RowEdits | undefined, column: Column): string {
  const typed = edits?.[column.key];
  if (typed && 'problem' in typed) return typed.text;
  return printedValue(column, valueAt(shown, edits, column));
}

export interface EditCounts {
  cards: number;
  cells: number;
  problems: number;
}

export function countEdits(edits: Edits): EditCounts {
  let cells = 0;
  let problems = 0;
  for (const row of edits.values()) {
    for (const key in row) {
      const typed = row[key];
      if (!typed) continue;
      cells += 1;
      if ('problem' in typed) problems += 1;
    }
  }
  return { cards: edits.size, cells, problems };
}

/** Columns that something is typed in. */
export function editedKeys(edits: Edits): Set<string> {
  const keys = new Set<string>();
  for (const row of edits.values()) {
    for (const key in row) keys.add(key);
  }
  return keys;
}
