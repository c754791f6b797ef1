import { useLayoutEffect, useState } from 'react';
import type { RefObject } from 'react';
import type { Column } from './column.ts';

/** Columns from one to another, both included. */
export interface ColumnRange {
  first: number;
  last: number;
}

/** Drawn beyond each edge: a notch of the wheel, so that nothing is empty before the next drawing. */
const MARGIN_COLUMNS = 2;

/** The first column stays in sight, wherever the others are scrolled to. */
export function isDrawn(at: number, { first, last }: ColumnRange): boolean {
  return at === 0 || (at >= first && at <= last);
}

/**
 * Which columns are drawn beside the first one. A table may have fifty: each cell costs as much beyond the window's edge as
 * within it. `kept` is drawn wherever it is: one types into it.
 */
export function useColumnsInSight(
  table: RefObject<HTMLTableElement | null>,
  columns: readonly Column[],
  kept: number | null,
): ColumnRange {
  const all = { first: 1, last: columns.length - 1 };
  const [looked, setLooked] = useState<{ columns: readonly Column[]; range: ColumnRange }>();
  useLayoutEffect(() => {
    const frame = table.current?.parentElement;
    if (!frame) return undefined;
    let leftPx: number | null = null;
    const look = () => {
      leftPx = frame.scrollLeft;
      const range = table.current && rangeInSight(table.current, frame);
      if (range)
        setLooked((before) => (before && isSame(before, columns, range) ? before : { columns, range }));
    };
    const follow = () => {
      if (frame.scrollLeft !== leftPx) look();
    };
    look();
    const sizes = new ResizeObserver(look);
    sizes.observe(frame);
    frame.addEventListener('scroll', follow, { passive: true });
    return () => {
      sizes.disconnect();
      frame.removeEventListener('scroll', follow);
    };
  }, [table, columns]);

  const range = looked?.columns === columns ? looked.range : all;
  const isKept = kept === null || isDrawn(kept, range);
  return isKept ? range : { first: Math.min(kept, range.first), last: Math.max(kept, range.last) };
}

/** By the heads, which are there of every column; null: nothing is laid out. */
function rangeInSight(table: HTMLTableElement, frame: HTMLElement): ColumnRange | null {
  const heads = [...(table.tHead?.rows[0]?.cells ?? [])];
  const leftPx = frame.scrollLeft + (heads[0]?.offsetWidth ?? 0);
  const rightPx = frame.scrollLeft + frame.clientWidth;
  const isInSight = (head: HTMLElement) =>
    head.offsetLeft < rightPx && head.offsetLeft + head.offsetWidth > leftPx;
  const first = heads.findIndex((head, at) => at > 0 && isInSight(head));
  if (first < 0) return null;
  const last = heads.findLastIndex(isInSight);
  return {
    first: Math.max(1, first - MARGIN_COLUMNS),
    last: Math.min(last + MARGIN_COLUMNS, heads.length - 1),
  };
}

function isSame(
  before: { columns: readonly Column[]; range: ColumnRange },
  columns: readonly Column[],
  { first, last }: ColumnRange,
): boolean {
  return before.columns === columns && before.range.first === first && before.range.last === last;
}
