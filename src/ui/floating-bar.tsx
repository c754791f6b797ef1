import { useLayoutEffect, useRef } from 'react';
import type { FocusEvent, KeyboardEvent, ReactNode } from 'react';
import { ButtonCore, type ButtonCoreProps } from './button-core.tsx';
import { Icon } from './icon.tsx';
import { useToldHeight } from './use-told-height.ts';

interface FloatingBarProps {
  /** How much is chosen, as «Выбрано 2». */
  summary: ReactNode;
  onClose: () => void;
  closeLabel?: string;
  /** BarButton and BarSeparator. */
  children: ReactNode;
}

/** A dark bar over the foot of the page with what can be done to the chosen rows. */
export function FloatingBar({ summary, onClose, closeLabel = 'Снять выбор', children }: FloatingBarProps) {
  const ref = useToldHeight('--floating-bar-height');
  const { bar, ...backWithEscape } = useWayBack();
  return (
    <>
      {/* The last rows can be scrolled out from under the bar. */}
      <div aria-hidden className="h-(--floating-bar-height) shrink-0" />
      <div
        ref={bar}
        data-print="hide"
        data-floating-bar
        className="pointer-events-none fixed inset-x-0 bottom-[max(1.25rem,env(safe-area-inset-bottom),calc(var(--notices-height)+0.75rem))] z-40 flex justify-center px-4"
      >
        <section
          {...backWithEscape}
          ref={ref}
          aria-label="Действия с выбранным"
          aria-keyshortcuts="a"
          className="pointer-events-auto flex max-w-full min-w-0 animate-rise-in flex-wrap items-center justify-between rounded-panel bg-bar p-2 text-white shadow-float forced-colors:border [--focus:#8c9eff] md:flex-nowrap"
        >
          <output className="px-3 font-heading whitespace-nowrap tabular-nums">{summary}</output>
          <div className="flex min-w-0 flex-wrap items-center gap-1 p-0.5 max-md:order-last max-md:basis-full">
            {children}
          </div>
          <button
            type="button"
            aria-label={closeLabel}
            title={closeLabel}
            onClick={onClose}
            className="ml-1 inline-flex size-control-sm shrink-0 items-center justify-center rounded-control text-menu-ink hover:bg-menu-line hover:text-white"
          >
            <Icon name="close" size={14} />
          </button>
        </section>
      </div>
    </>
  );
}

/** Whoever came into the bar goes back to his row with Escape, and when the bar goes away under what he pressed in it. */
function useWayBack() {
  const cameFrom = useRef<EventTarget | null>(null);
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = bar.current;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      const row = cameFrom.current;
      const isThere = row instanceof HTMLElement && row.isConnected;
      const place = isThere ? row : document.querySelector('main');
      place?.focus({ preventScroll: true });
    };
  }, []);
  return {
    bar,
    onFocus: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
      if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget;
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.key !== 'Escape' || !(event.target instanceof HTMLElement)) return;
      event.preventDefault();
      if (cameFrom.current instanceof HTMLElement && cameFrom.current.isConnected) cameFrom.current.focus();
      else event.target.blur();
    },
  };
}

interface BarButtonProps extends ButtonCoreProps {
  isPrimary?: boolean;
}

export function BarButton({ isPrimary = false, ...rest }: BarButtonProps) {
  return (
    <ButtonCore
      {...rest}
      className={`inline-flex min-h-control items-center rounded-control px-3 font-medium max-xl:px-2 aria-disabled:opacity-55 md:shrink-0 md:whitespace-nowrap ${
        isPrimary ? 'bg-accent hover:bg-accent-hover' : 'hover:bg-menu-line'
      }`}
    />
  );
}

/** Sets what is hard to take back apart from the rest. */
export function BarSeparator() {
  return <span aria-hidden className="mx-1 h-5 w-px shrink-0 bg-menu-line max-md:hidden" />;
}
