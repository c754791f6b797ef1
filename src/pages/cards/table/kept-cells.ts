import { z } from 'zod/mini';
import { session } from '#api/session/session.ts';
import { tableFields } from '#contract/bulk-edits.ts';
import type { TableCard } from '#contract/card-table.ts';
import { COLUMNS, printedValue, valueIn } from './columns.ts';
import type { Edits, Writing } from './edits.ts';

/** A typed cell, and what it was typed over: without that, restoring would undo others' changes. */
const keptCellSchema = z.object({
  cardId: z.int(),
  field: z.enum(tableFields),
  text: z.string(),
  seen: z.nullable(z.union([z.number(), z.string()])),
});
export type KeptCell = z.infer<typeof keptCellSchema>;

export const keptCellsSchema = z.array(keptCellSchema);

export function keptCells(cards: readonly TableCard[], edits: Edits): KeptCell[] {
  const kept: KeptCell[] = [];
  for (const card of cards) {
    const row = edits.get(card.id);
    if (!row) continue;
    for (const column of COLUMNS) {
      const { field } = column;
      const typed = field === null ? undefined : row[field];
      if (field === null || !typed) continue;
      const text = 'problem' in typed ? typed.text : printedValue(column, typed.value);
      kept.push({ cardId: card.id, field, text, seen: valueIn(card, field) ?? null });
    }
  }
  return kept;
}

/** What is to be typed again; a value that somebody has changed since is left as it is. */
export function writingsOf(
  cards: readonly TableCard[],
  kept: readonly KeptCell[],
): { writings: Writing[]; changedSince: number } {
  const rows = new Map(cards.map(({ id }, row) => [id, row]));
  const writings: Writing[] = [];
  let changedSince = 0;
  for (const { cardId, field, text, seen } of kept) {
    const row = rows.get(cardId);
    const card = row === undefined ? undefined : cards[row];
    const column = COLUMNS.findIndex((one) => one.field === field);
    if (row === undefined || !card) continue;
    if ((valueIn(card, field) ?? null) === seen) writings.push({ row, column, text });
    else if (!isAlreadySo(card, column, text)) changedSince += 1;
  }
  return { writings, changedSince };
}

function isAlreadySo(card: TableCard, index: number, text: string): boolean {
  const column = COLUMNS[index];
  const reading = column?.read(text);
  return reading !== undefined && 'value' in reading && reading.value === column?.valueOf(card);
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
