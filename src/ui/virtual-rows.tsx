import {
  Fragment,
  useCallback,
  useDeferredValue,
  useEffect,
  useImperativeHandle,
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

/** Rows drawn beyond the edge that comes nearer: a notch of the wheel, so that nothing is empty before the next drawing. */
const AHEAD_ROWS = 6;
/** The same on the other side: for whoever turns back. */
const BEHIND_ROWS = 2;
/** Rows beyond the edges that a frame has time to draw. */
const ROWS_A_FRAME = 2;

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
    // On paper it would be one empty page after the other.
    <tr aria-hidden data-print="hide">
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- an empty space, hidden from readers */}
      <td style={{ height: heightPx, padding: 0 }} />
    </tr>
  );
}

function useRows(props: VirtualRowsProps, bodyRef: RefObject<HTMLElement | null>) {
  const { count, rowHeightRem, renderRow, onRangeChange, handleRef } = props;
  const rowHeightPx = rowHeightRem * useRootFontPx();
  const { drawn, wanted, sight } = useDrawnRange(count, rowHeightPx, bodyRef);
  const { first, last } = drawn;

  useEffect(() => {
    if (wanted.last >= wanted.first) onRangeChange?.(wanted.first, wanted.last);
  }, [wanted.first, wanted.last, onRangeChange]);

  useImperativeHandle(
    handleRef,
    () => ({ scrollToIndex: (index) => bodyRef.current && scrollToRow(bodyRef.current, index, rowHeightPx) }),
    [bodyRef, rowHeightPx],
  );

  // Of other rows (a key, a tab, an order) those in sight are drawn first; who waits for them sees none of the rest.
  const renderBeyond = useDeferredValue(renderRow);
  const rows: ReactNode[] = [];
  for (let index = first; index <= last; index += 1) {
    const isInSight = index >= sight.first && index <= sight.last;
    rows.push(<Fragment key={index}>{(isInSight ? renderRow : renderBeyond)(index)}</Fragment>);
  }
  return { rows, beforePx: first * rowHeightPx, afterPx: (count - 1 - last) * rowHeightPx };
}

const NO_ROWS: RowRange = { first: 0, last: -1 };

/** Where the window stands, above the first row or below it, and how it came there. */
interface View {
  topPx: number;
  heightPx: number;
  isUp: boolean;
}

/**
 * Which rows are drawn, and which are to be: those that the window shows at once, those beyond its edges a few with each
 * frame, so that no frame has more to draw than it has time for. Of another count of rows they are known without a look at the
 * page, which would have to be laid out for it before the rows are drawn.
 */
function useDrawnRange(count: number, rowHeightPx: number, bodyRef: RefObject<HTMLElement | null>) {
  const [view, setView] = useState(firstView);
  const [drawnBefore, setDrawnBefore] = useState(NO_ROWS);
  const { sight, wanted } = rangesAt(view, count, rowHeightPx);
  const drawn = drawnInSight(drawnBefore, sight, wanted);

  const travel = useRef({ topPx: 0, isUp: false });
  const look = useCallback(() => {
    if (!bodyRef.current) return;
    const topPx = -bodyRef.current.getBoundingClientRect().top;
    if (topPx !== travel.current.topPx) travel.current = { topPx, isUp: topPx < travel.current.topPx };
    const next = { ...travel.current, heightPx: window.innerHeight };
    setView((now) => {
      const ranges = rangesAt(now, count, rowHeightPx);
      const nextRanges = rangesAt(next, count, rowHeightPx);
      const isSame =
        isSameRange(ranges.sight, nextRanges.sight) && isSameRange(ranges.wanted, nextRanges.wanted);
      return isSame ? now : next;
    });
  }, [bodyRef, count, rowHeightPx]);

  useEffect(() => {
    // What stands above the rows may be higher or lower than before, beside other rows.
    const frame = requestAnimationFrame(look);
    // Captured: also of a frame that the table scrolls in, whose rows in sight are fewer than the window's.
    window.addEventListener('scroll', look, true);
    window.addEventListener('resize', look);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', look, true);
      window.removeEventListener('resize', look);
    };
  }, [look]);
  useEffect(() => {
    const further = drawnFurther(drawn, wanted);
    if (isSameRange(further, drawnBefore)) return undefined;
    const frame = requestAnimationFrame(() => setDrawnBefore(further));
    return () => cancelAnimationFrame(frame);
  });

  return { drawn, wanted, sight };
}

/** What stands above the rows of a page is seldom lower than this. */
const ABOVE_ROWS_PX = 200;

/** Taken for granted until the page is laid out, so that it is laid out once, with its rows. */
const firstView = (): View => ({ topPx: -ABOVE_ROWS_PX, heightPx: window.innerHeight, isUp: false });

function rangesAt(view: View, count: number, rowHeightPx: number) {
  const sight = rangeInSight(view.topPx, view.heightPx, count, rowHeightPx);
  return { sight, wanted: withMargins(sight, count, view.isUp) };
}

/** The rows that a window shows whose top is so far below that of the first row, or above it. Lengths in pixels. */
export function rangeInSight(topPx: number, heightPx: number, count: number, rowHeightPx: number): RowRange {
  // Rows have become fewer than the window was scrolled to: the browser is about to bring it back to their end.
  const shownTopPx = Math.max(0, Math.min(topPx, count * rowHeightPx - heightPx));
  const shownHeightPx = Math.max(0, heightPx + Math.min(topPx, 0));
  const last = Math.floor((shownTopPx + shownHeightPx) / rowHeightPx);
  return { first: Math.floor(shownTopPx / rowHeightPx), last: Math.min(last, count - 1) };
}

function withMargins({ first, last }: RowRange, count: number, isUp: boolean): RowRange {
  return {
    first: Math.max(0, first - (isUp ? AHEAD_ROWS : BEHIND_ROWS)),
    last: Math.min(last + (isUp ? BEHIND_ROWS : AHEAD_ROWS), count - 1),
  };
}

/** All that is in sight, and of what is wanted what was there before. */
function drawnInSight(drawn: RowRange, sight: RowRange, wanted: RowRange): RowRange {
  if (drawn.last < wanted.first || drawn.first > wanted.last) return sight;
  return {
    first: Math.min(sight.first, Math.max(drawn.first, wanted.first)),
    last: Math.max(sight.last, Math.min(drawn.last, wanted.last)),
  };
}

function drawnFurther(drawn: RowRange, wanted: RowRange): RowRange {
  return {
    first: Math.max(wanted.first, drawn.first - ROWS_A_FRAME),
    last: Math.min(wanted.last, drawn.last + ROWS_A_FRAME),
  };
}

function isSameRange(a: RowRange, b: RowRange): boolean {
  return a.first === b.first && a.last === b.last;
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
