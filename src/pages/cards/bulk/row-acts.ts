import type { BulkEdit } from '#contract/bulk-edits.ts';
import type { BulkRowState } from '#contract/bulk-rows.ts';

/** What can be done with a row, with several or with all that are found. */
export type RowAct = 'LEAVE_OUT' | 'PUT_BACK' | 'ROLL_BACK';

export const ACT_LABELS: Record<RowAct, string> = {
  LEAVE_OUT: 'Убрать',
  PUT_BACK: 'Вернуть',
  ROLL_BACK: 'Откатить',
};

/** Taken out before, rolled back after, the work stopped in the middle or not; null: there is nothing to be done. */
export function rowActOf({ state }: BulkEdit, rowState: BulkRowState): RowAct | null {
  if (state === 'READY' && rowState === 'READY') return 'LEAVE_OUT';
  if (state === 'READY' && rowState === 'LEFT_OUT') return 'PUT_BACK';
  if ((state === 'APPLIED' || state === 'STOPPED') && rowState === 'APPLIED') return 'ROLL_BACK';
  return null;
}
