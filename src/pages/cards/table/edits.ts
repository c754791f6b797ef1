import type { TableField } from '#contract/bulk-edits.ts';
import type { TableCard } from '#contract/card-table.ts';
import { tagsOf } from '#contract/cell-values.ts';
import { COLUMNS, printedValue, type Column } from './columns.ts';

/** What was typed into a cell: what it says, or why it cannot be taken. */
export type Typed = { value: number | string } | { text: string; problem: string };

export type RowEdits = Readonly<Partial<Record<TableField, Typed>>>;

/** What was typed, by card. Cells with what the card has anyway are not there, nor rows without such cells. */
export type Edits = ReadonlyMap<number, RowEdits>;

export const NO_EDITS: Edits = new Map();

export interface CellChange {
  cardId: number;
  field: TableField;
  before: Typed | undefined;
  after: Typed | undefined;
}

/** Changes of several cells, each once. */
export type Patch = readonly CellChange[];

/** A text for a cell. */
export interface Writing {
  row: number;
  column: number;
  text: string;
}

export function applyPatch(edits: Edits, patch: Patch): Edits {
  const next = new Map(edits);
  // Rows made by this patch: a row of several cells is copied once.
  const own = new Map<number, Partial<Record<TableField, Typed>>>();
  for (const { cardId, field, after } of patch) {
    let row = own.get(cardId);
    if (!row) {
      row = { ...next.get(cardId) };
      own.set(cardId, row);
    }
    if (after) row[field] = after;
    else delete row[field];
  }
  for (const [cardId, row] of own) {
    if (Object.keys(row).length > 0) next.set(cardId, row);
    else next.delete(cardId);
  }
  return next;
}

export function reversed(patch: Patch): Patch {
  return patch.map((change) => ({ ...change, before: change.after, after: change.before }));
}

/** What the writings change. Cells that nobody types into are passed by; an empty text gives back what the card has. */
export function patchOf(cards: readonly TableCard[], edits: Edits, writings: readonly Writing[]): Patch {
  const patch: CellChange[] = [];
  for (const { row, column: index, text } of writings) {
    const card = cards[row];
    const column = COLUMNS[index];
    if (!card || !column || column.field === null) continue;
    const before = edits.get(card.id)?.[column.field];
    const after = typedOf(column, card, text);
    if (!isSame(before, after)) patch.push({ cardId: card.id, field: column.field, before, after });
  }
  return patch;
}

function typedOf(column: Column, card: TableCard, text: string): Typed | undefined {
  const said = text.trim();
  if (said === '') return undefined;
  const reading = column.read(said);
  if ('problem' in reading) return { text: said, problem: reading.problem };
  return reading.value === column.valueOf(card) ? undefined : reading;
}

function isSame(one: Typed | undefined, other: Typed | undefined): boolean {
  return one === other || (one !== undefined && other !== undefined && wordOf(one) === wordOf(other));
}

function wordOf(typed: Typed): number | string {
  return 'problem' in typed ? `${typed.problem}: ${typed.text}` : typed.value;
}

/** The card as it would be; a cell that cannot be read leaves the value as it is. */
export function cardWith(card: TableCard, edits: RowEdits | undefined): TableCard {
  if (!edits) return card;
  const values = Object.entries(edits).flatMap(([field, typed]) =>
    'value' in typed ? [[field, field === 'tags' ? tagsOf(String(typed.value)) : typed.value]] : [],
  );
  return { ...card, ...Object.fromEntries(values) };
}

/** What stands in a cell, as it is typed and copied. */
export function textAt(card: TableCard, edits: RowEdits | undefined, column: Column): string {
  const typed = column.field === null ? undefined : edits?.[column.field];
  if (typed && 'problem' in typed) return typed.text;
  return printedValue(column, column.valueOf(cardWith(card, edits)));
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
    for (const typed of Object.values(row)) {
      cells += 1;
      if ('problem' in typed) problems += 1;
    }
  }
  return { cards: edits.size, cells, problems };
}
