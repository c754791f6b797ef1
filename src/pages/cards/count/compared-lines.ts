import type { BulkEditRow } from '#contract/bulk-rows.ts';
import type { ComparedLine, CountComparison } from '#offline/counts/count-document.ts';

/**
 * SAME: the marketplace has what was counted. UNREAD: it could not be asked, or will not take it. DIFFERS: waits for the press. SENT,
 * NOT_SENT and ROLLED_BACK: how it went.
 */
export type LineFate = 'SAME' | 'UNREAD' | 'DIFFERS' | 'SENT' | 'NOT_SENT' | 'ROLLED_BACK';

export interface CellComparison {
  key: string;
  warehouseName: string;
  techSize: string;
  /** What the marketplace had at the comparison; null: not known. */
  present: number | null;
}

export interface LineComparison {
  fate: LineFate;
  line: ComparedLine;
  cells: CellComparison[];
  /** Why it, or a part of its card, stays as it is. */
  remark: string | null;
}

/** The worst first: a line is what its worst cell is. */
const BY_WEIGHT: readonly LineFate[] = ['NOT_SENT', 'UNREAD', 'DIFFERS', 'SENT', 'ROLLED_BACK', 'SAME'];

/** Each compared line with what its card's row of the edit says; of a card without a row nothing differs. */
export function comparedLines(
  { lines }: Pick<CountComparison, 'lines'>,
  rows: readonly BulkEditRow[],
  amountOf: (key: string) => number,
): Map<string, LineComparison> {
  const byCard = new Map(rows.map((row) => [row.cardId, row]));
  return new Map(
    lines.map((line) => {
      const row = byCard.get(line.cardId);
      const cells = line.cells.map((cell) => compareCell(cell, row, amountOf(line.key)));
      const fates = new Set(cells.map(({ fate }) => fate));
      const fate = BY_WEIGHT.find((one) => fates.has(one)) ?? 'SAME';
      return [
        line.key,
        {
          fate,
          line,
          cells,
          remark: fate === 'NOT_SENT' || fate === 'UNREAD' ? (row?.refusal ?? null) : null,
        },
      ];
    }),
  );
}

function compareCell(
  cell: ComparedLine['cells'][number],
  row: BulkEditRow | undefined,
  amount: number,
): CellComparison & { fate: LineFate } {
  const isThis = (one: { warehouseId: number; chrtId: number }) =>
    one.warehouseId === cell.warehouseId && one.chrtId === cell.chrtId;
  const seen = row?.before.stocks?.find(isThis);
  const told = {
    key: `${cell.warehouseId}:${cell.chrtId}`,
    warehouseName: cell.warehouseName,
    techSize: cell.techSize,
  };
  if (!row || (!seen && row.refusal === null)) return { ...told, present: amount, fate: 'SAME' };
  if (!seen) return { ...told, present: null, fate: 'UNREAD' };
  const isTaken = row.after.stocks?.some(isThis) ?? false;
  return { ...told, present: seen.amount, fate: fateOf(row.state, isTaken) };
}

function fateOf(state: BulkEditRow['state'], isTaken: boolean): LineFate {
  if (state === 'READY' || state === 'LEFT_OUT') return 'DIFFERS';
  if (state === 'APPLIED' || state === 'KEPT') return isTaken ? 'SENT' : 'NOT_SENT';
  return state === 'ROLLED_BACK' ? 'ROLLED_BACK' : 'NOT_SENT';
}

export function countFates(compared: ReadonlyMap<string, LineComparison>): Record<LineFate, number> {
  const counts = { SAME: 0, UNREAD: 0, DIFFERS: 0, SENT: 0, NOT_SENT: 0, ROLLED_BACK: 0 };
  for (const { fate } of compared.values()) counts[fate] += 1;
  return counts;
}
