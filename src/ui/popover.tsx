import { useEffect, useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { classNames } from '#lib/class-names.ts';
import { FloatingLayer } from './floating-layer.tsx';
import type { TriggerProps } from './menu.tsx';
import type { Align, Side } from './place-beside.ts';

interface PopoverProps {
  trigger: (props: TriggerProps) => ReactNode;
  /** What the popover is for; said by screen readers. */
  label: string;
  align?: Align;
  side?: Side;
  className?: string;
  /** A function gets what closes the popover. */
  children: ReactNode | ((close: () => void) => ReactNode);
}

/** A button with a small box of controls beside it; the page behind stays usable. */
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

  useEffect(() => {
    const layer = layerRef.current;
    if (!isOpen || !layer) return;
    const field = layer.querySelector<HTMLElement>('[data-autofocus], input, select, textarea, button, a');
    (field ?? layer).focus();
  }, [isOpen]);

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
            className ?? 'p-4',
          )}
        >
          <PopoverContent close={closeToTrigger}>{children}</PopoverContent>
        </FloatingLayer>
      ) : null}
    </>
  );
}

function PopoverContent({ close, children }: { close: () => void; children: PopoverProps['children'] }) {
  return typeof children === 'function' ? children(close) : children;
}
