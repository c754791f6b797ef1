import type { EditedFacts, StockFact } from '#contract/bulk-rows.ts';
import { heldUpText, type SettledRow } from '#server/bulk-edits/row-turns.ts';
import type { Present } from './change-stocks.ts';
import { remarksText } from './remarks-text.ts';
import { cellKey, cellName } from './stock-cells.ts';

/** A cell on its way from one amount to another. */
export interface CellOnItsWay extends StockFact {
  from: number;
}

/**
 * DONE: the marketplace has the new amount, and it is ours. SPARED: somebody has changed it since. FAILED: the marketplace did
 * not take it. NO_TOKEN: nothing was asked of it. TO_WRITE: it has the old amount. OPEN: nobody knows, to be asked again.
 */
export type Fate =
  | { kind: 'DONE' }
  | { kind: 'TO_WRITE' }
  | { kind: 'OPEN' }
  | { kind: 'SPARED' | 'FAILED' | 'NO_TOKEN'; remark: string };

/** The cells of a row: `forward` to what was seen, else back to what was. */
export function cellsOf(
  row: { before: EditedFacts; after: EditedFacts },
  isForward: boolean,
): CellOnItsWay[] {
  const old = new Map((row.before.stocks ?? []).map((fact) => [cellKey(fact), fact.amount]));
  return (row.after.stocks ?? []).map((fact) => {
    const before = old.get(cellKey(fact)) ?? 0;
    return isForward ? { ...fact, from: before } : { ...fact, from: fact.amount, amount: before };
  });
}

/** `wasSending`: it was about to be written before, and nobody has said how that went. */
export function fateOf(cell: CellOnItsWay, present: Present, wasSending: boolean): Fate {
  if (typeof present !== 'number')
    return { kind: present.isTokenGone ? 'NO_TOKEN' : 'FAILED', remark: present.problem };
  if (present === cell.from) return { kind: 'TO_WRITE' };
  if (present === cell.amount && wasSending) return { kind: 'DONE' };
  return {
    kind: 'SPARED',
    remark: `${cellName(cell)}: сейчас ${String(present)} шт., а было ${String(cell.from)}`,
  };
}

/** What becomes of a row whose cells have all had their turn; null: one is to be asked again. */
export function settledRow(
  row: { before: EditedFacts; after: EditedFacts; refusal: string | null },
  fates: readonly { cell: CellOnItsWay; fate: Fate }[],
  isForward: boolean,
): SettledRow | null {
  if (fates.some(({ fate }) => fate.kind === 'OPEN' || fate.kind === 'TO_WRITE')) return null;
  const remarks = fates.flatMap(({ fate }) => ('remark' in fate ? [fate.remark] : []));
  const done = new Set(fates.flatMap(({ cell, fate }) => (fate.kind === 'DONE' ? [cellKey(cell)] : [])));
  if (!isForward && fates.some(({ fate }) => fate.kind === 'NO_TOKEN')) {
    // What has gone back is no part of it any more.
    const stocks = (row.after.stocks ?? []).filter((fact) => !done.has(cellKey(fact)));
    const heldUp = heldUpText(remarksText(remarks) ?? '');
    return { state: 'APPLIED', after: { stocks }, refusal: row.refusal, heldUp };
  }
  if (!isForward) {
    const state = done.size === fates.length ? 'ROLLED_BACK' : 'KEPT';
    return { state, after: row.after, refusal: state === 'KEPT' ? remarksText(remarks) : row.refusal };
  }
  const refusal = remarksText([...(row.refusal === null ? [] : [row.refusal]), ...remarks]);
  if (done.size > 0) {
    const stocks = (row.after.stocks ?? []).filter((fact) => done.has(cellKey(fact)));
    return { state: 'APPLIED', after: { stocks }, refusal };
  }
  const isSpared = fates.some(({ fate }) => fate.kind === 'SPARED');
  return { state: isSpared ? 'CHANGED_SINCE' : 'REFUSED', after: row.after, refusal };
}
