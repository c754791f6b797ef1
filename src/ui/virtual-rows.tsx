import { useWindowVirtualizer, useVirtualizer } from '@tanstack/react-virtual';
import { Fragment, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode, Ref, RefObject } from 'react';

export interface VirtualRowsHandle {
  /** Brings a row into sight, moving as little as possible. */
  scrollToIndex: (index: number) => void;
}

interface VirtualRowsProps {
  /** How many rows there are in all, loaded or not: the scrollbar tells the truth. */
  count: number;
  /** Every row is exactly so high. */
  rowHeightPx: number;
  renderRow: (index: number) => ReactNode;
  /** A stable key; the index by default. */
  rowKey?: (index: number) => string | number;
  /** What scrolls; the window by default. */
  container?: RefObject<HTMLElement | null>;
  /** The rows in sight with a margin: load what is missing of them. The last one is included. */
  onRangeChange?: (first: number, last: number) => void;
  handleRef?: Ref<VirtualRowsHandle>;
  /** Rows drawn beyond the edges. */
  overscan?: number;
}

/** The body of a table of which only the rows in sight are drawn. Each row is a `<tr>`; give it `aria-rowindex`. */
export function VirtualTableBody({ columnCount, ...props }: VirtualRowsProps & { columnCount: number }) {
  const ref = useRef<HTMLTableSectionElement>(null);
  const { rows, beforePx, afterPx } = useRows(props, ref);
  return (
    <tbody ref={ref}>
      <SpacerRow heightPx={beforePx} columnCount={columnCount} />
      {rows}
      <SpacerRow heightPx={afterPx} columnCount={columnCount} />
    </tbody>
  );
}

/** The same for a list, as on a phone. Each row is a `<li>`. */
export function VirtualList({ label, ...props }: VirtualRowsProps & { label: string }) {
  const ref = useRef<HTMLUListElement>(null);
  const { rows, beforePx, afterPx } = useRows(props, ref);
  return (
    <ul ref={ref} aria-label={label} style={{ paddingTop: beforePx, paddingBottom: afterPx }}>
      {rows}
    </ul>
  );
}

function SpacerRow({ heightPx, columnCount }: { heightPx: number; columnCount: number }) {
  if (heightPx === 0) return null;
  return (
    <tr aria-hidden>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- an empty space, hidden from readers */}
      <td colSpan={columnCount} style={{ height: heightPx, padding: 0 }} />
    </tr>
  );
}

function useRows(props: VirtualRowsProps, bodyRef: RefObject<HTMLElement | null>) {
  const { count, rowHeightPx, renderRow, rowKey, container, onRangeChange, handleRef, overscan = 8 } = props;
  const scrollMargin = useOffsetInWindow(bodyRef, container !== undefined);
  const options = {
    count,
    estimateSize: () => rowHeightPx,
    overscan,
    ...(rowKey ? { getItemKey: rowKey } : {}),
  };
  // The virtualizer is a mutable object; this hook is the one place that reads it, and the rows do not see it.
  // oxlint-disable-next-line react/incompatible-library
  const inWindow = useWindowVirtualizer({ ...options, scrollMargin, enabled: container === undefined });
  const inContainer = useVirtualizer({
    ...options,
    getScrollElement: () => container?.current ?? null,
    enabled: container !== undefined,
  });
  const virtualizer = container ? inContainer : inWindow;
  const margin = container ? 0 : scrollMargin;

  useEffect(() => {
    virtualizer.measure();
  }, [rowHeightPx, virtualizer]);

  useImperativeHandle(
    handleRef,
    () => ({ scrollToIndex: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }) }),
    [virtualizer],
  );

  const items = virtualizer.getVirtualItems();
  const first = items[0];
  const last = items.at(-1);
  const firstIndex = first?.index;
  const lastIndex = last?.index;
  useEffect(() => {
    if (firstIndex !== undefined && lastIndex !== undefined) onRangeChange?.(firstIndex, lastIndex);
  }, [firstIndex, lastIndex, onRangeChange]);

  return {
    rows: items.map((item) => <Fragment key={item.key}>{renderRow(item.index)}</Fragment>),
    beforePx: first ? first.start - margin : 0,
    afterPx: last ? virtualizer.getTotalSize() - (last.end - margin) : count * rowHeightPx,
  };
}

/** How far from the top of the page the rows begin. */
function useOffsetInWindow(ref: RefObject<HTMLElement | null>, isUnused: boolean): number {
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => {
    if (isUnused) return undefined;
    const measure = () => {
      if (ref.current) setOffset(Math.round(ref.current.getBoundingClientRect().top + window.scrollY));
    };
    measure();
    // What stands above (a banner, wrapping filters) may change its height at any time.
    const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(measure);
    observer?.observe(document.body);
    return () => observer?.disconnect();
  }, [ref, isUnused]);
  return offset;
}
