import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { MouseEvent, PointerEvent as ReactPointerEvent, RefObject } from 'react';
import type { Place } from './range.ts';

/** So near an edge of what is seen of the table a drag scrolls it. */
const EDGE_PX = 24;
const SCROLL_STEP_PX = 18;

interface GridPointer {
  onGo: (to: Place) => void;
  onExtend: (to: Place) => void;
  onEdit: () => void;
  /** The chosen range is to be written on down to a row. */
  onFill: (toRow: number) => void;
}

interface Drag {
  kind: 'choose' | 'fill';
  x: number;
  y: number;
  startX: number;
  startY: number;
  /** Down to which row a fill has been drawn; what is drawn of it may be a move behind. */
  toRow?: number;
}

/** Nearer to where it began, a press is a click. */
const CLICK_PX = 8;

/**
 * Presses and drags: a mouse chooses cells and fills them down by the corner; a finger scrolls, chooses a cell with a tap, types
 * into it with one more, and fills by the corner too.
 */
export function useGridPointer(tableRef: RefObject<HTMLTableElement | null>, active: Place, on: GridPointer) {
  const drag = useRef<Drag | null>(null);
  const [fillTo, setFillTo] = useState<number | null>(null);

  const follow = useEffectEvent(() => {
    const table = tableRef.current;
    if (!drag.current || !table) return;
    const place = placeAt(table, drag.current);
    if (!place) return;
    if (drag.current.kind === 'fill') {
      drag.current.toRow = place.row;
      setFillTo(place.row);
    } else on.onExtend(place);
  });
  const fill = useEffectEvent(() => {
    const toRow = drag.current?.toRow;
    if (toRow !== undefined) on.onFill(toRow);
  });

  const scrollAtEdge = useEffectEvent(() => {
    const step = drag.current && tableRef.current ? edgeStep(tableRef.current, drag.current) : null;
    if (!step) return;
    tableRef.current?.parentElement?.scrollBy(step);
    follow();
  });

  const [isDragging, setDragging] = useState(false);
  useEffect(() => {
    if (!isDragging) return undefined;
    let frame = requestAnimationFrame(onFrame);
    function onFrame() {
      scrollAtEdge();
      frame = requestAnimationFrame(onFrame);
    }
    const onMove = (event: PointerEvent) => {
      if (!drag.current) return;
      drag.current = { ...drag.current, x: event.clientX, y: event.clientY };
      follow();
    };
    const letGo = () => {
      drag.current = null;
      setFillTo(null);
      setDragging(false);
    };
    const onUp = () => {
      fill();
      letGo();
    };
    window.addEventListener('pointermove', onMove);
    window.addEventListener('pointerup', onUp);
    window.addEventListener('pointercancel', letGo);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('pointermove', onMove);
      window.removeEventListener('pointerup', onUp);
      window.removeEventListener('pointercancel', letGo);
    };
  }, [isDragging]);

  const begin = (kind: Drag['kind'], event: ReactPointerEvent) => {
    drag.current = { kind, x: event.clientX, y: event.clientY, startX: event.clientX, startY: event.clientY };
    setDragging(true);
  };

  return {
    fillTo,
    onPointerDown: (event: ReactPointerEvent<HTMLTableElement>) => {
      if (event.button !== 0 || isInField(event.target)) return;
      if (isHandle(event.target)) {
        begin('fill', event);
        return;
      }
      const place = placeOf(event.target);
      if (!place || event.pointerType === 'touch') return;
      if (event.shiftKey) on.onExtend(place);
      else on.onGo(place);
      begin('choose', event);
    },
    /** The focus stays in the table, and no text is selected. */
    onMouseDown: (event: MouseEvent<HTMLTableElement>) => {
      if (isInField(event.target) || !placeOf(event.target)) return;
      event.preventDefault();
      tableRef.current?.focus({ preventScroll: true });
    },
    onClick: (event: MouseEvent<HTMLTableElement>) => {
      const { pointerType } = event.nativeEvent as Partial<PointerEvent>;
      const place = placeOf(event.target);
      if (pointerType !== 'touch' || !place || isInField(event.target) || isHandle(event.target)) return;
      if (place.row === active.row && place.column === active.column) on.onEdit();
      else on.onGo(place);
    },
    onDoubleClick: (event: MouseEvent<HTMLTableElement>) => {
      if (isHandle(event.target)) on.onFill(Infinity);
      else if (placeOf(event.target) && !isInField(event.target)) on.onEdit();
    },
  };
}

function isInField(target: EventTarget): boolean {
  return target instanceof Element && target.closest('input, [data-cell-field]') !== null;
}

function isHandle(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.dataset['fillHandle'] !== undefined;
}

function placeOf(target: EventTarget | null): Place | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null;
  const row = cell?.closest<HTMLElement>('[data-row]');
  return cell && row ? { row: Number(row.dataset['row']), column: Number(cell.dataset['column']) } : null;
}

/** The cell under the pointer, or the nearest one in sight when it is beside the table. */
function placeAt(table: HTMLTableElement, { x, y }: Drag): Place | null {
  const sight = sightOf(table);
  const insideX = Math.max(sight.left + 2, Math.min(x, sight.right - 2));
  const insideY = Math.max(sight.top + 2, Math.min(y, sight.bottom - 2));
  return placeOf(document.elementFromPoint(insideX, insideY));
}

/** Where cells are seen. */
function sightOf(table: HTMLTableElement) {
  const frame = (table.parentElement ?? table).getBoundingClientRect();
  const { right, bottom } = table.getBoundingClientRect();
  return {
    left: frame.left,
    right: Math.min(frame.right, right),
    top: frame.top + (table.tHead?.offsetHeight ?? 0),
    bottom: Math.min(frame.bottom, bottom),
  };
}

function edgeStep(
  table: HTMLTableElement,
  { x, y, startX, startY }: Drag,
): { left: number; top: number } | null {
  if (Math.hypot(x - startX, y - startY) < CLICK_PX) return null;
  const sight = sightOf(table);
  const step = {
    left: stepAt(x, sight.left, sight.right),
    top: stepAt(y, sight.top, sight.bottom),
  };
  return step.left === 0 && step.top === 0 ? null : step;
}

function stepAt(at: number, first: number, last: number): number {
  if (at > last - EDGE_PX) return SCROLL_STEP_PX;
  return at < first + EDGE_PX ? -SCROLL_STEP_PX : 0;
}
