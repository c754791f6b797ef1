import {
  Fragment,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { ReactNode, Ref, RefObject } from 'react';
import { useRootFontPx } from './use-root-font.ts';

export interface VirtualRowsHandle {
  /** Brings a row into sight, moving as little as possible. */
  scrollToIndex: (index: number) => void;
}

interface VirtualRowsProps {
  /** How many rows there are in all, loaded or not: the scrollbar tells the truth. */
  count: number;
  /** Every row is exactly so high, in the browser's own font size: rows grow with it as their text does. */
  rowHeightRem: number;
  /** The rows belong to another question than the one asked: seen, not to be used. */
  isInert?: boolean;
  renderRow: (index: number) => ReactNode;
  /** The rows in sight with a margin: load what is missing of them. The last one is included. */
  onRangeChange?: (first: number, last: number) => void;
  handleRef?: Ref<VirtualRowsHandle>;
}

interface RowRange {
  first: number;
  /** Included; −1 of no rows. */
  last: number;
}

/** Rows drawn beyond the edges: a notch of the wheel, so that nothing is empty before the next drawing. */
const MARGIN_ROWS = 8;
/** The range moves in such steps: most notches of a slow wheel need no drawing at all. */
const STEP_ROWS = 4;

/** The body of a table of which only the rows in sight are drawn. Each row is a `<tr>`; give it `aria-rowindex`. */
export function VirtualTableBody(props: VirtualRowsProps) {
  const ref = useRef<HTMLTableSectionElement>(null);
  const { rows, beforePx, afterPx } = useRows(props, ref);
  return (
    <tbody ref={ref} inert={props.isInert}>
      <SpacerRow heightPx={beforePx} />
      {rows}
      <SpacerRow heightPx={afterPx} />
    </tbody>
  );
}

/** The same for a list, as on a phone. Each row is a `<li>`. */
export function VirtualList({ label, ...props }: VirtualRowsProps & { label: string }) {
  const ref = useRef<HTMLUListElement>(null);
  const { rows, beforePx, afterPx } = useRows(props, ref);
  return (
    <ul
      ref={ref}
      aria-label={label}
      inert={props.isInert}
      style={{ paddingTop: beforePx, paddingBottom: afterPx }}
    >
      {rows}
    </ul>
  );
}

/** One cell: a narrow screen hides columns, and a cell over more of them than are shown would make new ones. */
function SpacerRow({ heightPx }: { heightPx: number }) {
  if (heightPx === 0) return null;
  return (
    <tr aria-hidden>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- an empty space, hidden from readers */}
      <td style={{ height: heightPx, padding: 0 }} />
    </tr>
  );
}

function useRows(props: VirtualRowsProps, bodyRef: RefObject<HTMLElement | null>) {
  const { count, rowHeightRem, renderRow, onRangeChange, handleRef } = props;
  const rowHeightPx = rowHeightRem * useRootFontPx();
  const { first, last } = useRangeInSight(count, rowHeightPx, bodyRef);

  useEffect(() => {
    if (last >= first) onRangeChange?.(first, last);
  }, [first, last, onRangeChange]);

  useImperativeHandle(
    handleRef,
    () => ({ scrollToIndex: (index) => bodyRef.current && scrollToRow(bodyRef.current, index, rowHeightPx) }),
    [bodyRef, rowHeightPx],
  );

  const rows: ReactNode[] = [];
  for (let index = first; index <= last; index += 1) {
    rows.push(<Fragment key={index}>{renderRow(index)}</Fragment>);
  }
  return { rows, beforePx: first * rowHeightPx, afterPx: (count - 1 - last) * rowHeightPx };
}

/** Which rows the window shows now, by where it is scrolled to. */
function useRangeInSight(
  count: number,
  rowHeightPx: number,
  bodyRef: RefObject<HTMLElement | null>,
): RowRange {
  const [range, setRange] = useState<RowRange>({ first: 0, last: -1 });
  const look = useCallback(() => {
    if (!bodyRef.current) return;
    const next = rangeInSight(
      -bodyRef.current.getBoundingClientRect().top,
      window.innerHeight,
      count,
      rowHeightPx,
    );
    setRange((now) => (now.first === next.first && now.last === next.last ? now : next));
  }, [bodyRef, count, rowHeightPx]);

  useLayoutEffect(look, [look]);
  useEffect(() => {
    window.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      window.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
    };
  }, [look]);

  // A filter that leaves fewer rows must not draw one that is no more.
  return { first: Math.min(range.first, count), last: Math.min(range.last, count - 1) };
}

/** The rows between two heights, with the margin, in whole steps. Lengths in pixels, from the top of the first row. */
export function rangeInSight(topPx: number, heightPx: number, count: number, rowHeightPx: number): RowRange {
  const stepPx = rowHeightPx * STEP_ROWS;
  // Rows have become fewer than the window was scrolled to: the browser is about to bring it back to their end.
  const shownTopPx = Math.max(0, Math.min(topPx, count * rowHeightPx - heightPx));
  const first = Math.floor(shownTopPx / stepPx) * STEP_ROWS - MARGIN_ROWS;
  const last = Math.ceil((shownTopPx + heightPx) / stepPx) * STEP_ROWS + MARGIN_ROWS;
  return { first: Math.max(0, first), last: Math.min(last, count - 1) };
}

function scrollToRow(body: HTMLElement, index: number, rowHeightPx: number): void {
  const top = body.getBoundingClientRect().top + index * rowHeightPx;
  const bottom = top + rowHeightPx;
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement);
  const topEdge = Number.parseFloat(scrollPaddingTop) || 0;
  const bottomEdge = window.innerHeight - (Number.parseFloat(scrollPaddingBottom) || 0);
  if (top < topEdge) window.scrollBy({ top: top - topEdge });
  else if (bottom > bottomEdge) window.scrollBy({ top: bottom - bottomEdge });
}
