import { useEffect, useState } from 'react';
import type { RefObject } from 'react';

interface MoreAside {
  /** How far inside its frame the edge is that the table goes on beyond: the frame's border, and a scroll bar where one stands. */
  insetPx: number;
  /** Of the rows that are seen; a scroll bar below them is none. */
  heightPx: number;
}

/** The edge that the table goes on beyond; null when there is no more of it. */
export function useMoreAside(table: RefObject<HTMLTableElement | null>): MoreAside | null {
  const [aside, setAside] = useState<MoreAside | null>(null);
  useEffect(() => {
    const frame = table.current?.parentElement;
    if (!frame) return undefined;
    const look = () => {
      const restPx = frame.scrollWidth - frame.clientWidth - frame.scrollLeft;
      // Pixels of a scaled screen are not whole.
      const insetPx = frame.offsetWidth - frame.clientWidth - frame.clientLeft;
      const heightPx = frame.clientTop + frame.clientHeight;
      setAside(restPx > 1 ? { insetPx, heightPx } : null);
    };
    const sizes = new ResizeObserver(look);
    sizes.observe(frame);
    frame.addEventListener('scroll', look, { passive: true });
    return () => {
      sizes.disconnect();
      frame.removeEventListener('scroll', look);
    };
  }, [table]);
  return aside;
}
