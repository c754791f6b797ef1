import { useEffect, useRef, useState, type RefObject } from 'react';
import { useListKeys } from '#parts/use-list-keys.ts';
import type { VirtualRowsHandle } from '#ui/virtual-rows.tsx';
import type { CardWindow } from './use-card-window.ts';

interface RowActions {
  onToggle: (index: number, isRange: boolean) => void;
  onOpen: (index: number) => void;
}

/**
 * The keyboard's place in the list. It takes the focus with it, to the link of the row: a screen reader says where it is,
 * and Tab goes on from there.
 */
export function useActiveRow(
  window: CardWindow,
  handle: RefObject<VirtualRowsHandle | null>,
  { onToggle, onOpen }: RowActions,
) {
  const frameRef = useRef<HTMLTableElement & HTMLDivElement>(null);
  // A place belongs to its list: another one begins above its first row.
  const [place, setPlace] = useState({ address: window.address, index: -1 });
  const activeIndex = place.address === window.address && !window.isPrevious ? place.index : -1;
  /** The row that a key has just moved to; it may still have to be drawn, or loaded. */
  const wanted = useRef<number | null>(null);

  useListKeys({
    count: window.count ?? 0,
    activeIndex,
    onActiveChange: (index) => {
      setPlace({ address: window.address, index });
      wanted.current = index;
      handle.current?.scrollToIndex(index);
    },
    onToggle,
    onOpen,
  });

  useEffect(() => {
    if (wanted.current === null || wanted.current !== activeIndex) return;
    const link = rowLink(frameRef.current, activeIndex);
    if (!link) return;
    wanted.current = null;
    link.focus({ preventScroll: true });
  });

  return { activeIndex, frameRef };
}

function rowLink(frame: HTMLElement | null, index: number): HTMLElement | null {
  const row = `[aria-rowindex="${index + 2}"], [aria-posinset="${index + 1}"]`;
  return frame?.querySelector(row)?.querySelector<HTMLElement>('[data-row-link]') ?? null;
}
