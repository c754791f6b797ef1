import { useEffect, useState } from 'react';
import type { RefObject } from 'react';

/**
 * How far inside its frame the edge is that the table goes on beyond: the frame's border, and a scroll bar where one stands.
 * Null when there is no more of it.
 */
export function useMoreAside(table: RefObject<HTMLTableElement | null>): number | null {
  const [edgePx, setEdgePx] = useState<number | null>(null);
  useEffect(() => {
    const frame = table.current?.parentElement;
    if (!frame) return undefined;
    const look = () => {
      const restPx = frame.scrollWidth - frame.clientWidth - frame.scrollLeft;
      // Pixels of a scaled screen are not whole.
      setEdgePx(restPx > 1 ? frame.offsetWidth - frame.clientWidth - frame.clientLeft : null);
    };
    const sizes = new ResizeObserver(look);
    sizes.observe(frame);
    frame.addEventListener('scroll', look, { passive: true });
    return () => {
      sizes.disconnect();
      frame.removeEventListener('scroll', look);
    };
  }, [table]);
  return edgePx;
}
