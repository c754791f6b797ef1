import type { BulkRowFilter } from '#api/bulk-edits.ts';
import type { BulkEdit } from '#contract/bulk-edits.ts';
import type { BadgeTone } from '#ui/badge.tsx';

interface RowTab {
  key: string;
  label: string;
  count: number;
  filter: BulkRowFilter;
  /** Its cards can be looked at anew. */
  leftAs?: 'REFUSED' | 'CHANGED_SINCE';
  tone?: BadgeTone | undefined;
}

/** Only tabs with something behind them; the first is what matters most now. */
export function rowTabsOf({ counts, warnedCount, state }: BulkEdit): RowTab[] {
  const tabs: RowTab[] = [
    {
      key: 'ready',
      label: state === 'APPLIED' ? 'Не применены' : 'К изменению',
      count: counts.ready,
      filter: { state: ['READY'] },
    },
    {
      key: 'warned',
      label: 'С замечаниями',
      count: state === 'READY' ? warnedCount : 0,
      filter: { state: ['READY'], warned: true },
      tone: 'orange',
    },
    { key: 'applied', label: 'Применено', count: counts.applied, filter: { state: ['APPLIED'] } },
    {
      key: 'changed',
      label: 'Изменены позже',
      count: counts.changedSince + counts.kept,
      filter: { state: ['CHANGED_SINCE', 'KEPT'] },
      leftAs: 'CHANGED_SINCE',
      tone: 'orange',
    },
    { key: 'back', label: 'Откачено', count: counts.rolledBack, filter: { state: ['ROLLED_BACK'] } },
    {
      key: 'refused',
      label: 'Не изменить',
      count: counts.refused,
      filter: { state: ['REFUSED'] },
      leftAs: 'REFUSED',
      tone: 'red',
    },
    { key: 'left-out', label: 'Убраны', count: counts.leftOut, filter: { state: ['LEFT_OUT'] } },
  ];
  return tabs.filter(({ count }) => count > 0);
}
