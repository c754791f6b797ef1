import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import type { HTMLAttributes, ReactNode, RefObject } from 'react';
import { classNames } from '#lib/class-names.ts';
import { useTopDialog } from './dialog-layers.ts';
import { Icon } from './icon.tsx';
import type { IconName } from './icon.tsx';
import { useToldHeight } from './use-told-height.ts';
import { toasts, wasReadAloud } from './toast-store.ts';
import type { Toast, ToastType } from './toast-store.ts';

const MAX_VISIBLE = 5;

const LOOKS: Record<ToastType, { icon: IconName; color: string; surface: string; word: string }> = {
  success: { icon: 'check', color: 'text-green', surface: 'bg-green-soft', word: 'Готово' },
  info: { icon: 'info', color: 'text-accent-ink', surface: 'bg-accent-soft', word: 'Сообщение' },
  warning: { icon: 'warning', color: 'text-orange', surface: 'bg-orange-soft', word: 'Внимание' },
  error: { icon: 'error', color: 'text-red', surface: 'bg-red-soft', word: 'Ошибка' },
};

/**
 * Shows notifications, once per application, in a strip that is the window's lower edge while it is there: the page ends
 * above it, so nothing moves when it comes and nothing is half covered. A strip below the menu would push the page away
 * from under the pointer. Over a dialog that is a sheet at the foot of a phone it is the upper edge.
 *
 * Two live regions stand in the page from the start: one that waits for the reader to finish, one that interrupts for bad
 * news.
 */
export function Toaster() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.getSnapshot);
  const dialog = useTopDialog();
  const stripRef = useToldHeight('--notices-height', keepFocusInSight);
  const isReadAloud = useReadAloud(shown, dialog);
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  // No state: it would have the whole page drawn on before its first frame is painted.
  const lists = useRef<Lists>({});
  const isHidden = usePageHidden();
  // The pointer's leaving goes unnoticed when the toast under it is closed.
  const isPaused = shown.length > 0 && (isHovered || isFocused || isHidden);

  useEffect(() => {
    if (isPaused) toasts.pause();
    else toasts.resume();
  }, [isPaused]);

  const visible = shown.slice(-MAX_VISIBLE);
  const hiddenCount = shown.length - visible.length;
  const listOf = (toast: Toast): ListName => (isReadAloud(toast) ? 'read' : urgencyOf(toast));

  const keepList = (name: ListName) => (element: HTMLElement | null) => {
    lists.current[name] = element;
  };

  // Being over a card or in it stops the clock.
  const stops: ClockStops = {
    onPointerEnter: () => setHovered(true),
    onPointerLeave: () => setHovered(false),
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
  };

  const place = (
    <section
      ref={stripRef}
      aria-label="Уведомления"
      data-notices
      data-print="hide"
      tabIndex={-1}
      className={classNames(
        'fixed inset-x-0 bottom-0 z-50 max-h-[50dvh] overflow-y-auto bg-panel text-ink outline-none',
        // Only with something in it: the shadow of an empty strip would be seen as moving up with the first notice.
        shown.length > 0 && 'shadow-strip',
        dialog && 'max-md:top-0 max-md:bottom-auto',
        shown.length > 0 &&
          (dialog
            ? 'border-line-strong max-md:border-b max-md:pt-[env(safe-area-inset-top)] md:border-t'
            : 'border-t border-line-strong pb-[env(safe-area-inset-bottom)]'),
      )}
    >
      {hiddenCount > 0 ? (
        <p {...stops} className={classNames(LINE_STYLES, 'items-center bg-sunken text-sm')}>
          ещё {hiddenCount}
          <button
            type="button"
            onClick={() => toasts.dismissAll()}
            className="min-h-6 rounded-md px-1 font-medium text-accent-ink hover:underline"
          >
            Закрыть все
          </button>
        </p>
      ) : null}
      <div ref={keepList('read')} className={LIST_STYLES} />
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <output> is for results of a form */}
      <div ref={keepList('calm')} role="status" aria-atomic={false} className={LIST_STYLES} />
      <div ref={keepList('urgent')} role="alert" aria-atomic={false} className={LIST_STYLES} />
    </section>
  );
  return (
    <>
      {createPortal(place, dialog ?? document.body)}
      {visible.map((toast) => (
        <Standing key={toast.id} lists={lists} name={listOf(toast)} dialog={dialog}>
          <ToastCard toast={toast} stops={stops} />
        </Standing>
      ))}
    </>
  );
}

/** What has the focus and would lie under the strip is brought above it. */
function keepFocusInSight(strip: HTMLElement): void {
  const focused = document.activeElement;
  // The page itself takes the focus too: it is as high as it is, and stays where it is.
  if (!focused?.matches('main :not([tabindex="-1"])')) return;
  const { top, bottom } = focused.getBoundingClientRect();
  const edgePx = strip.getBoundingClientRect().top;
  if (top < window.innerHeight && bottom > edgePx) focused.scrollIntoView({ block: 'nearest' });
}

type ClockStops = Pick<
  HTMLAttributes<HTMLElement>,
  'onPointerEnter' | 'onPointerLeave' | 'onFocus' | 'onBlur'
>;

/** The live regions, and the cards that have been read aloud: in a region that comes with a dialog they would be again. */
type ListName = 'read' | 'calm' | 'urgent';
type Lists = Partial<Record<ListName, HTMLElement | null>>;

const LIST_STYLES = 'empty:hidden';
const LINE_STYLES = 'flex gap-2.5 px-4 py-1.5 lg:px-page';

interface StandingProps {
  lists: RefObject<Lists>;
  name: ListName;
  /** The lists are others in each. */
  dialog: HTMLElement | null;
  children: ReactNode;
}

/** An element of its own that moves from list to list: one made anew would lose a press that has begun. */
function Standing({ lists, name, dialog, children }: StandingProps) {
  const [element] = useState(() => document.createElement('div'));
  // The lists stand before it in the page, so they are there by now.
  useLayoutEffect(() => {
    lists.current[name]?.append(element);
    return () => element.remove();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- with each dialog the lists are others
  }, [lists, name, dialog, element]);
  return createPortal(children, element);
}

/** Which notifications were read aloud before the dialog that is on top now came or went. */
function useReadAloud(shown: readonly Toast[], dialog: HTMLElement | null): (toast: Toast) => boolean {
  const [seen, setSeen] = useState<{ shown: readonly Toast[]; dialog: typeof dialog; read: Set<Toast> }>({
    shown,
    dialog,
    read: new Set(),
  });
  if (seen.shown !== shown || seen.dialog !== dialog) {
    const read = seen.dialog === dialog ? seen.read : new Set(seen.shown.filter(wasReadAloud));
    setSeen({ shown, dialog, read });
    return (toast) => read.has(toast);
  }
  return (toast) => seen.read.has(toast);
}

function ToastCard({ toast, stops }: { toast: Toast; stops: ClockStops }) {
  const { icon, color, surface, word } = LOOKS[toast.type];
  const close = () => toasts.dismiss(toast.id);
  return (
    <div {...stops} data-notice className={classNames(LINE_STYLES, 'animate-fade-in items-start', surface)}>
      <Icon name={icon} label={word} className={classNames('mt-1.5', color)} />
      <div className="flex min-w-0 grow flex-wrap items-center gap-x-3 py-1">
        <p className="min-w-0 break-words whitespace-pre-line">
          {toast.text}
          {toast.count > 1 ? <span className="ml-1.5 text-muted tabular-nums">×{toast.count}</span> : null}
        </p>
        {toast.action ? (
          <button
            type="button"
            onClick={() => {
              close();
              toast.action?.onClick();
            }}
            className="-mx-1 -my-0.5 min-h-6 rounded-md px-1 font-medium text-accent-ink hover:underline"
          >
            {toast.action.label}
          </button>
        ) : null}
      </div>
      <button
        type="button"
        aria-label="Закрыть уведомление"
        onClick={close}
        className="inline-flex size-7 shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink"
      >
        <Icon name="close" size={14} />
      </button>
    </div>
  );
}

function usePageHidden(): boolean {
  return useSyncExternalStore(
    (listener) => {
      document.addEventListener('visibilitychange', listener);
      return () => document.removeEventListener('visibilitychange', listener);
    },
    () => document.visibilityState === 'hidden',
  );
}

function urgencyOf({ type }: Toast): ListName {
  return type === 'success' || type === 'info' ? 'calm' : 'urgent';
}
