import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { FloatingLayer } from './floating-layer.tsx';

const HOVER_DELAY_MS = 350;
/** The pointer's way from the anchor to the bubble. */
const LEAVE_DELAY_MS = 150;

type ShownBy = 'hover' | 'focus' | 'tap';

/**
 * A dark bubble beside its anchor, shown while the anchor is hovered or has the keyboard's focus, and by a tap on an anchor
 * that does nothing now. The pointer may go into it; Escape takes it away.
 */
export function TooltipBubble({ anchor, text }: { anchor: RefObject<HTMLElement | null>; text: string }) {
  const [shownBy, setShownBy] = useState<ShownBy | null>(null);
  const bubble = useRef<HTMLDivElement>(null);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stay = () => clearTimeout(leaving.current);
  const leave = () => {
    stay();
    leaving.current = setTimeout(() => setShownBy(null), LEAVE_DELAY_MS);
  };

  useEffect(() => {
    const element = anchor.current;
    if (!element) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isTouched = false;
    const hide = () => {
      clearTimeout(timer);
      setShownBy(null);
    };
    const listeners: { [Name in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Name]) => void } = {
      pointerenter(event) {
        clearTimeout(leaving.current);
        if (event.pointerType !== 'touch') timer = setTimeout(() => setShownBy('hover'), HOVER_DELAY_MS);
      },
      pointerleave(event) {
        clearTimeout(timer);
        if (event.pointerType === 'touch') return;
        clearTimeout(leaving.current);
        leaving.current = setTimeout(() => setShownBy(null), LEAVE_DELAY_MS);
      },
      pointerdown(event) {
        isTouched = event.pointerType === 'touch';
        hide();
      },
      click() {
        // Without a pointer that hovers there is no other way to learn why the button does nothing.
        if (isTouched && element.getAttribute('aria-disabled') === 'true') setShownBy('tap');
      },
      focus() {
        if (element.matches(':focus-visible')) setShownBy('focus');
      },
      blur: hide,
    };
    const added = Object.entries(listeners) as [string, (event: Event) => void][];
    for (const [name, listener] of added) element.addEventListener(name, listener);
    return () => {
      clearTimeout(timer);
      clearTimeout(leaving.current);
      for (const [name, listener] of added) element.removeEventListener(name, listener);
    };
  }, [anchor]);

  // With the bubble itself, so that no Escape comes between.
  useLayoutEffect(() => {
    if (shownBy === null) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setShownBy(null);
      // A key pressed to see what the bubble covers must not close the dialog below it.
      if (shownBy === 'hover') {
        event.preventDefault();
        event.stopPropagation();
      }
    };
    const onPointerDown = (event: PointerEvent) => {
      const isWithin = event.target instanceof Node && bubble.current?.contains(event.target);
      if (!isWithin) setShownBy(null);
    };
    document.addEventListener('keydown', onKeyDown, true);
    document.addEventListener('pointerdown', onPointerDown, true);
    return () => {
      document.removeEventListener('keydown', onKeyDown, true);
      document.removeEventListener('pointerdown', onPointerDown, true);
    };
  }, [shownBy]);

  if (shownBy === null) return null;
  return (
    <FloatingLayer
      anchor={anchor}
      layerRef={bubble}
      align="center"
      side="above"
      aria-hidden
      onPointerEnter={stay}
      onPointerLeave={leave}
      className="max-w-72 rounded-md bg-bar px-2.5 py-1.5 text-xs text-white shadow-float forced-colors:border"
    >
      {text}
    </FloatingLayer>
  );
}
