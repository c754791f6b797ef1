import { useEffect, useRef, type MouseEvent, type PointerEvent, type RefObject } from 'react';

/** A hand is never quite still: less than this is a click. */
const DRAG_AFTER_PX = 5;
/** So near to the window's edge the page is scrolled. */
const EDGE_PX = 60;
const SCROLLED_PX = 12;

interface DraggedPhotos {
  list: RefObject<HTMLElement | null>;
  onTake: (photo: string) => void;
  /** The gap between two photos that is nearest: 0 is before the first one. */
  onOver: (gap: number) => void;
  onPut: () => void;
  onLetGo: () => void;
}

/**
 * Photos carried by a mouse from anywhere on them, by a finger or a pen from their grip: the rest of a photo scrolls the
 * page. Escape puts nothing.
 */
export function usePhotoDragging(photos: DraggedPhotos) {
  const latest = useRef(photos);
  useEffect(() => {
    latest.current = photos;
  });
  const running = useRef<AbortController | null>(null);
  const wasDragged = useRef(false);
  useEffect(() => () => running.current?.abort(), []);

  const onPointerDown = (down: PointerEvent, photo: string) => {
    wasDragged.current = false;
    if (down.button !== 0 || (down.pointerType !== 'mouse' && !isGrip(down.target))) return;
    running.current?.abort();
    const stop = new AbortController();
    running.current = stop;
    const { signal } = stop;
    let at = { x: down.clientX, y: down.clientY };
    const look = () => latest.current.onOver(nearestGap(tilesOf(latest.current.list.current), at));
    const scrollAtEdge = () => {
      if (signal.aborted) return;
      const step = edgeStep(at.y);
      if (step !== 0) {
        window.scrollBy(0, step);
        look();
      }
      requestAnimationFrame(scrollAtEdge);
    };
    const onMove = (event: globalThis.PointerEvent) => {
      if (event.pointerId !== down.pointerId) return;
      at = { x: event.clientX, y: event.clientY };
      if (!wasDragged.current) {
        if (Math.hypot(at.x - down.clientX, at.y - down.clientY) < DRAG_AFTER_PX) return;
        wasDragged.current = true;
        latest.current.onTake(photo);
        requestAnimationFrame(scrollAtEdge);
      }
      look();
    };
    const end = (act: 'onPut' | 'onLetGo') => {
      stop.abort();
      if (wasDragged.current) latest.current[act]();
    };
    window.addEventListener('pointermove', onMove, { signal });
    window.addEventListener('pointerup', () => end('onPut'), { signal });
    window.addEventListener('pointercancel', () => end('onLetGo'), { signal });
    window.addEventListener('keydown', (event) => event.key === 'Escape' && end('onLetGo'), { signal });
  };

  return {
    onPointerDown,
    /** The click that ends a drag is none; one by the keyboard has no count of presses. */
    onClickCapture: (event: MouseEvent) => {
      if (wasDragged.current && event.detail > 0) event.stopPropagation();
    },
  };
}

function isGrip(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[data-grip]') !== null;
}

function edgeStep(y: number): number {
  if (y < EDGE_PX) return -SCROLLED_PX;
  return y > window.innerHeight - EDGE_PX ? SCROLLED_PX : 0;
}

export function tilesOf(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[data-photo]') ?? [])];
}

/** Of the row that is nearest, the photo that is nearest; before or behind it. */
function nearestGap(tiles: readonly HTMLElement[], { x, y }: { x: number; y: number }): number {
  const centres = tiles.map((tile, index) => {
    const { left, top, width, height } = tile.getBoundingClientRect();
    return { index, x: left + width / 2, y: top + height / 2 };
  });
  const rowDistance = Math.min(...centres.map((centre) => Math.abs(centre.y - y)));
  const row = centres.filter((centre) => Math.abs(centre.y - y) < rowDistance + 1);
  const [nearest] = row.toSorted((one, other) => Math.abs(one.x - x) - Math.abs(other.x - x));
  if (!nearest) return 0;
  return nearest.index + (x > nearest.x ? 1 : 0);
}
