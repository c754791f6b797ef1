import { useEffect, useRef, useState, type RefObject } from 'react';
import { useListKeys } from '#parts/use-list-keys.ts';
import { useRowMemory } from '#parts/use-scroll-memory.ts';
import type { VirtualRowsHandle } from '#ui/virtual-rows.tsx';
import type { CardWindow } from './use-card-window.ts';

interface RowActions {
  hasChosen: boolean;
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
  actions: RowActions,
) {
  const frameRef = useRef<HTMLTableElement & HTMLDivElement>(null);
  const [kept, keep] = useRowMemory();
  // A place belongs to its list: another one begins above its first row.
  const [place, setPlace] = useState({ address: window.address, index: kept });
  const isHere = place.address === window.address && !window.isPrevious;
  // There may be fewer rows than when it was left.
  const activeIndex = isHere ? Math.min(place.index, (window.count ?? 0) - 1) : -1;
  /** The row that a key has just moved to, or that one comes back to; it may still have to be drawn, or loaded. −1: none. */
  const wanted = useRef(kept);

  useListKeys({
    count: window.count ?? 0,
    activeIndex,
    onActiveChange: (index) => {
      setPlace({ address: window.address, index });
      keep(index);
      wanted.current = index;
      handle.current?.scrollToIndex(index);
    },
    ...actions,
  });

  useEffect(() => {
    if (wanted.current < 0 || wanted.current !== activeIndex) return;
    const link = rowLink(frameRef.current, activeIndex);
    if (!link) return;
    wanted.current = -1;
    link.focus({ preventScroll: true });
  });

  return { activeIndex, frameRef };
}

function rowLink(frame: HTMLElement | null, index: number): HTMLElement | null {
  const row = `[aria-rowindex="${index + 2}"], [aria-posinset="${index + 1}"]`;
  return frame?.querySelector(row)?.querySelector<HTMLElement>('[data-row-link]') ?? null;
}
