import { Suspense, useEffect, useId, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { classNames } from '#lib/class-names.ts';
import { FloatingLayer } from './floating-layer.tsx';
import type { TriggerProps } from './menu.tsx';
import type { Align, Side } from './place-beside.ts';
import { Skeleton } from './skeleton.tsx';

interface PopoverProps {
  trigger: (props: TriggerProps) => ReactNode;
  /** What the popover is for; said by screen readers. */
  label: string;
  align?: Align;
  side?: Side;
  /** Its paddings and width. */
  className?: string;
  /** A function gets what closes the popover. */
  children: ReactNode | ((close: () => void) => ReactNode);
}

/** A button with a small box of controls beside it; the page behind stays usable. The controls may be lazy. */
export function Popover({
  trigger,
  label,
  align = 'start',
  side = 'below',
  className,
  children,
}: PopoverProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const triggerRef = useRef<HTMLButtonElement>(null);
  const layerRef = useRef<HTMLDivElement>(null);

  const closeToTrigger = () => {
    setOpen(false);
    triggerRef.current?.focus();
  };

  return (
    <>
      {trigger({
        id: `${id}-trigger`,
        ref: triggerRef,
        'aria-haspopup': 'dialog',
        'aria-expanded': isOpen,
        'aria-controls': isOpen ? id : undefined,
        onClick: () => setOpen(!isOpen),
      })}
      {isOpen ? (
        <FloatingLayer
          id={id}
          // The page behind stays usable, which an open <dialog> element without its methods cannot say of itself.
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
          role="dialog"
          aria-label={label}
          tabIndex={-1}
          anchor={triggerRef}
          layerRef={layerRef}
          align={align}
          side={side}
          onClose={(reason) => (reason === 'escape' ? closeToTrigger() : setOpen(false))}
          className={classNames(
            'min-w-56 rounded-panel border border-line bg-panel text-ink shadow-float outline-none',
            className,
          )}
        >
          <Suspense fallback={<Skeleton className="m-4 h-24" />}>
            <PopoverContent close={closeToTrigger} layerRef={layerRef}>
              {children}
            </PopoverContent>
          </Suspense>
        </FloatingLayer>
      ) : null}
    </>
  );
}

interface PopoverContentProps {
  close: () => void;
  layerRef: RefObject<HTMLDivElement | null>;
  children: PopoverProps['children'];
}

/** Takes the focus when it is there: a part that comes when it is asked for has no field before that. */
function PopoverContent({ close, layerRef, children }: PopoverContentProps) {
  useEffect(() => {
    const layer = layerRef.current;
    const field = layer?.querySelector<HTMLElement>('[data-autofocus], input, select, textarea, button, a');
    (field ?? layer)?.focus();
  }, [layerRef]);
  return typeof children === 'function' ? children(close) : children;
}
