import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { HTMLAttributes, ReactNode, RefObject } from 'react';
import { classNames } from '#lib/class-names.ts';
import { loadQuietly } from '#lib/load-quietly.ts';
import { placeBeside } from './place-beside.ts';
import type { Align, Side } from './place-beside.ts';

/** What watches the layout comes when the first layer opens: the layer already stands where it should. */
function keepPlaced(layer: HTMLElement, anchor: RefObject<HTMLElement | null>, place: () => void) {
  let isClosed = false;
  let stop = () => {
    isClosed = true;
  };
  loadQuietly(() => import('./keep-beside.ts')).then(
    ({ keepBeside }) => {
      if (!isClosed && anchor.current) stop = keepBeside(layer, anchor.current, place);
    },
    // Without it the layer stays where it was opened.
    () => undefined,
  );
  return () => stop();
}

interface FloatingLayerProps extends Omit<HTMLAttributes<HTMLDivElement>, 'children'> {
  /** What the layer stands beside. */
  anchor: RefObject<HTMLElement | null>;
  align?: Align;
  side?: Side;
  /** Called by a press outside, by Escape and when focus leaves; absent for a layer that never takes focus. */
  onClose?: (reason: 'outside' | 'escape' | 'blur') => void;
  layerRef?: RefObject<HTMLDivElement | null>;
  children: ReactNode;
}

/**
 * A box beside its anchor, above everything else. It stands where it is written in the page and rises to the browser's
 * top layer by the popover attribute: no portal, no injected style element, and inside a modal dialog it stays usable.
 */
export function FloatingLayer({
  anchor,
  align = 'start',
  side = 'below',
  onClose,
  layerRef,
  className,
  children,
  ...rest
}: FloatingLayerProps) {
  const ownRef = useRef<HTMLDivElement>(null);
  const ref = layerRef ?? ownRef;

  useLayoutEffect(() => {
    const layer = ref.current;
    if (!layer) return undefined;
    // Browsers without popovers still show the box: it is fixed, only not above a clipping ancestor.
    if ('showPopover' in layer && layer.isConnected) layer.showPopover();
    const place = () => {
      if (anchor.current) placeBeside(layer, anchor.current, align, side);
    };
    place();
    return keepPlaced(layer, anchor, place);
  }, [anchor, align, side, ref]);

  const isDismissible = onClose !== undefined;
  const isOutside = useEffectEvent(
    (target: EventTarget | null) =>
      target instanceof Node && !ref.current?.contains(target) && !anchor.current?.contains(target),
  );
  const close = useEffectEvent((reason: 'outside' | 'escape' | 'blur') => onClose?.(reason));

  useEffect(() => {
    if (!isDismissible) return undefined;
    const onPointerDown = (event: PointerEvent) => {
      if (isOutside(event.target)) close('outside');
    };
    const onFocusIn = (event: FocusEvent) => {
      if (isOutside(event.target)) close('blur');
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // Otherwise the dialog that the layer stands in would close as well.
      event.preventDefault();
      event.stopPropagation();
      close('escape');
    };
    document.addEventListener('pointerdown', onPointerDown, true);
    document.addEventListener('focusin', onFocusIn);
    document.addEventListener('keydown', onKeyDown, true);
    return () => {
      document.removeEventListener('pointerdown', onPointerDown, true);
      document.removeEventListener('focusin', onFocusIn);
      document.removeEventListener('keydown', onKeyDown, true);
    };
  }, [isDismissible]);

  return (
    <div
      {...rest}
      ref={ref}
      popover="manual"
      className={classNames('fixed inset-auto m-0 animate-fade-in overflow-auto p-0', className)}
    >
      {children}
    </div>
  );
}
