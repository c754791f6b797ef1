import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

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
  return (
    <div
      data-print="hide"
      data-floating-bar
      className="pointer-events-none fixed inset-x-0 bottom-[max(1.25rem,env(safe-area-inset-bottom))] z-40 flex justify-center px-4"
    >
      <section
        aria-label="Действия с выбранным"
        className="pointer-events-auto flex max-w-full min-w-0 animate-rise-in items-center rounded-panel bg-bar p-2 text-white shadow-float [--focus:#8c9eff]"
      >
        <output className="px-3 font-heading whitespace-nowrap tabular-nums">{summary}</output>
        <div className="flex min-w-0 items-center gap-1 overflow-x-auto p-0.5 [scrollbar-width:none]">
          {children}
        </div>
        <button
          type="button"
          aria-label={closeLabel}
          title={closeLabel}
          onClick={onClose}
          className="ml-1 inline-flex size-8 shrink-0 items-center justify-center rounded-control text-menu-ink hover:bg-menu-line hover:text-white"
        >
          <Icon name="close" size={14} />
        </button>
      </section>
    </div>
  );
}

interface BarButtonProps {
  onClick: () => void;
  isPrimary?: boolean;
  disabledReason?: string | null | undefined;
  children: ReactNode;
}

export function BarButton({ onClick, isPrimary = false, disabledReason, children }: BarButtonProps) {
  return (
    <button
      type="button"
      {...(disabledReason ? { 'aria-disabled': true, title: disabledReason } : {})}
      onClick={() => {
        if (!disabledReason) onClick();
      }}
      className={`inline-flex h-8.5 shrink-0 items-center rounded-control px-3 font-medium whitespace-nowrap aria-disabled:opacity-55 ${
        isPrimary ? 'bg-accent hover:bg-accent-hover' : 'hover:bg-menu-line'
      }`}
    >
      {children}
    </button>
  );
}

/** Sets what is hard to take back apart from the rest. */
export function BarSeparator() {
  return <span aria-hidden className="mx-1 h-5 w-px shrink-0 bg-menu-line" />;
}
