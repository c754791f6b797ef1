import { useEffect, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { classNames } from '#lib/class-names.ts';
import { useTopDialog } from './dialog-layers.ts';
import { Icon } from './icon.tsx';
import type { IconName } from './icon.tsx';
import { toasts } from './toast-store.ts';
import type { Toast, ToastType } from './toast-store.ts';

const MAX_VISIBLE = 5;

const LOOKS: Record<ToastType, { icon: IconName; color: string; word: string }> = {
  success: { icon: 'check', color: 'text-green', word: 'Готово' },
  info: { icon: 'info', color: 'text-accent-ink', word: 'Сообщение' },
  warning: { icon: 'warning', color: 'text-orange', word: 'Внимание' },
  error: { icon: 'error', color: 'text-red', word: 'Ошибка' },
};

/**
 * Shows notifications, once per application. Two live regions stand in the page from the start: one that waits for the
 * reader to finish, one that interrupts for bad news.
 */
export function Toaster() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.getSnapshot);
  const dialog = useTopDialog();
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isHidden = usePageHidden();
  // The pointer's leaving goes unnoticed when the toast under it is closed.
  const isPaused = shown.length > 0 && (isHovered || isFocused || isHidden);

  useEffect(() => {
    if (isPaused) toasts.pause();
    else toasts.resume();
  }, [isPaused]);

  const visible = shown.slice(-MAX_VISIBLE);
  const calm = visible.filter(({ type }) => type === 'success' || type === 'info');
  const urgent = visible.filter(({ type }) => type === 'warning' || type === 'error');
  const hiddenCount = shown.length - visible.length;

  return createPortal(
    // Nothing here is pressed: being over it or in it only stops the clock.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      aria-label="Уведомления"
      data-print="hide"
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      className={classNames(
        'pointer-events-none fixed right-4 z-50 flex w-[min(24rem,calc(100vw-2rem))] flex-col gap-2 md:bottom-(--toast-bottom)',
        // On a phone a dialog is a sheet at the bottom, where its buttons must stay free.
        dialog ? 'max-md:top-4' : 'max-md:bottom-(--toast-bottom)',
      )}
    >
      {hiddenCount > 0 ? (
        <p className="pointer-events-auto flex items-center justify-between rounded-control bg-bar py-1 pr-1 pl-3 text-sm text-white">
          ещё {hiddenCount}
          <button
            type="button"
            onClick={() => toasts.dismissAll()}
            className="rounded-md px-2 py-1 font-medium hover:bg-menu-line"
          >
            Закрыть все
          </button>
        </p>
      ) : null}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <output> is for results of a form */}
      <div role="status" aria-atomic={false} className="flex flex-col gap-2">
        {calm.map((toast) => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
      </div>
      <div role="alert" aria-atomic={false} className="flex flex-col gap-2">
        {urgent.map((toast) => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
      </div>
    </section>,
    dialog ?? document.body,
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const { icon, color, word } = LOOKS[toast.type];
  const close = () => toasts.dismiss(toast.id);
  return (
    <div className="pointer-events-auto flex animate-rise-in items-start gap-2.5 rounded-panel border border-line bg-panel py-2.5 pr-2 pl-3 shadow-float">
      <Icon name={icon} label={word} className={classNames('mt-1.5', color)} />
      <div className="min-w-0 grow py-1">
        <p className="break-words whitespace-pre-line">
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
            className="mt-1 -ml-1 min-h-6 rounded-md px-1 font-medium text-accent-ink hover:underline"
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
