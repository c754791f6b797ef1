import { useEffect, useState } from 'react';
import type { RefObject } from 'react';
import { FloatingLayer } from './floating-layer.tsx';

const HOVER_DELAY_MS = 350;

/** A dark bubble beside its anchor, shown while the anchor is hovered or has the keyboard's focus. */
export function TooltipBubble({ anchor, text }: { anchor: RefObject<HTMLElement | null>; text: string }) {
  const [isShown, setShown] = useState(false);

  useEffect(() => {
    const element = anchor.current;
    if (!element) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = () => setShown(true);
    const hide = () => {
      clearTimeout(timer);
      setShown(false);
    };
    const onEnter = (event: PointerEvent) => {
      if (event.pointerType !== 'touch') timer = setTimeout(show, HOVER_DELAY_MS);
    };
    const onFocus = () => {
      if (element.matches(':focus-visible')) show();
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') hide();
    };
    element.addEventListener('pointerenter', onEnter);
    element.addEventListener('pointerleave', hide);
    element.addEventListener('pointerdown', hide);
    element.addEventListener('focus', onFocus);
    element.addEventListener('blur', hide);
    element.addEventListener('keydown', onKeyDown);
    return () => {
      clearTimeout(timer);
      element.removeEventListener('pointerenter', onEnter);
      element.removeEventListener('pointerleave', hide);
      element.removeEventListener('pointerdown', hide);
      element.removeEventListener('focus', onFocus);
      element.removeEventListener('blur', hide);
      element.removeEventListener('keydown', onKeyDown);
    };
  }, [anchor]);

  if (!isShown) return null;
  return (
    <FloatingLayer
      anchor={anchor}
      align="center"
      side="above"
      aria-hidden
      className="pointer-events-none max-w-72 rounded-md bg-bar px-2.5 py-1.5 text-xs text-white shadow-float"
    >
      {text}
    </FloatingLayer>
  );
}
