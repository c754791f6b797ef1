import { z } from 'zod/mini';
import { session } from '#api/session/session.ts';
import { printedValue, type GridContent } from './column.ts';
import type { Edits, Writing } from './edits.ts';

/** A typed cell, and what it was typed over: without that, restoring would undo others' changes. */
const keptCellSchema = z.object({
  cardId: z.int(),
  /** The column's key. */
  field: z.string(),
  text: z.string(),
  seen: z.nullable(z.union([z.number(), z.string()])),
});
export type KeptCell = z.infer<typeof keptCellSchema>;

export const keptCellsSchema = z.array(keptCellSchema);

export function keptCells({ cards, columns }: GridContent, edits: Edits): KeptCell[] {
  const kept: KeptCell[] = [];
  for (const card of cards) {
    const row = edits.get(card.id);
    if (!row) continue;
    for (const column of columns) {
      const typed = row[column.key];
      if (!typed) continue;
      const text = 'problem' in typed ? typed.text : printedValue(column, typed.value);
      kept.push({ cardId: card.id, field: column.key, text, seen: column.valueOf(card) ?? null });
    }
  }
  return kept;
}

/** What is to be typed again; a value that somebody has changed since is left as it is, and so is one that has no column any more. */
export function writingsOf(
  { cards, columns }: GridContent,
  kept: readonly KeptCell[],
): { writings: Writing[]; changedSince: number } {
  const rows = new Map(cards.map(({ id }, row) => [id, row]));
  const places = new Map(columns.map(({ key }, at) => [key, at]));
  const writings: Writing[] = [];
  let changedSince = 0;
  for (const { cardId, field, text, seen } of kept) {
    const row = rows.get(cardId);
    const card = row === undefined ? undefined : cards[row];
    const at = places.get(field);
    const column = at === undefined ? undefined : columns[at];
    if (row === undefined || !card || at === undefined || !column) continue;
    const value = column.valueOf(card) ?? null;
    if (value === seen) {
      writings.push({ row, column: at, text });
      continue;
    }
    const reading = text === '' && column.empty ? { value: column.empty.value } : column.read(text, card);
    const isAlreadySo = 'value' in reading && reading.value === value;
    if (!isAlreadySo) changedSince += 1;
  }
  return { writings, changedSince };
}

/** Of one place in the tab's history: who comes Back to the table finds it as he left it. */
let behind: { place: string; epoch: number; cells: KeptCell[] } | null = null;

export function keepBehind(place: string, cells: KeptCell[]): void {
  behind = { place, epoch: session.epoch, cells };
}

export function takeBehind(place: string): KeptCell[] | null {
  const kept = behind?.place === place && behind.epoch === session.epoch ? behind.cells : null;
  behind = null;
  return kept;
}
