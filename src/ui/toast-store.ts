import { createListeners } from '#lib/listeners.ts';

export type ToastType = 'success' | 'info' | 'warning' | 'error';

export interface ToastAction {
  label: string;
  onClick: () => void;
}

export interface NewToast {
  type: ToastType;
  text: string;
  action?: ToastAction | undefined;
  /** How long it stays; Infinity until closed. By default longer for bad news and for what offers an action. */
  durationMs?: number | undefined;
}

export interface Toast extends NewToast {
  id: number;
  /** How many times the same was said. */
  count: number;
  /** When it was last said. */
  saidAt: number;
}

interface Timer {
  handle: ReturnType<typeof setTimeout> | undefined;
  startedAt: number;
  remainingMs: number;
}

const SHORT_MS = 5_000;
const LONG_MS = 10_000;
/** A screen reader has begun to say by then what was put into a live region. */
const READ_ALOUD_AFTER_MS = 500;

/** Notifications live outside React, so that code without a component can speak too. */
function createToastStore() {
  let toasts: readonly Toast[] = [];
  let lastId = 0;
  let isPaused = false;
  const timers = new Map<number, Timer>();
  const listeners = createListeners();

  const change = (next: readonly Toast[]) => {
    toasts = next;
    listeners.tell();
  };

  const stopTimer = (timer: Timer) => {
    clearTimeout(timer.handle);
    timer.handle = undefined;
  };

  const dismiss = (id: number) => {
    const timer = timers.get(id);
    if (timer) stopTimer(timer);
    timers.delete(id);
    if (toasts.some((toast) => toast.id === id)) change(toasts.filter((toast) => toast.id !== id));
  };

  const runTimer = (id: number, timer: Timer) => {
    // setTimeout takes Infinity for 0.
    if (timer.remainingMs === Infinity) return;
    timer.startedAt = Date.now();
    timer.handle = setTimeout(() => dismiss(id), timer.remainingMs);
  };

  const restartTimer = (toast: Toast) => {
    const running = timers.get(toast.id);
    if (running) stopTimer(running);
    const isLong = toast.type === 'warning' || toast.type === 'error' || toast.action !== undefined;
    const remainingMs = toast.durationMs ?? (isLong ? LONG_MS : SHORT_MS);
    const timer: Timer = { handle: undefined, startedAt: 0, remainingMs };
    timers.set(toast.id, timer);
    if (!isPaused) runTimer(toast.id, timer);
  };

  return {
    /** Shows a notification; the same text of the same type is counted on the one that is there. Returns its id. */
    show(toast: NewToast): number {
      const same = toasts.find(({ type, text }) => type === toast.type && text === toast.text);
      const shown: Toast = same
        ? { ...same, ...toast, count: same.count + 1, saidAt: Date.now() }
        : { ...toast, id: (lastId += 1), count: 1, saidAt: Date.now() };
      change(same ? toasts.map((other) => (other === same ? shown : other)) : [...toasts, shown]);
      restartTimer(shown);
      return shown.id;
    },

    dismiss,

    dismissAll(): void {
      for (const timer of timers.values()) stopTimer(timer);
      timers.clear();
      change([]);
    },

    /** Stops the clocks while somebody reads or nobody can see. */
    pause(): void {
      if (isPaused) return;
      isPaused = true;
      for (const timer of timers.values()) {
        if (timer.handle === undefined) continue;
        stopTimer(timer);
        timer.remainingMs = Math.max(0, timer.remainingMs - (Date.now() - timer.startedAt));
      }
    },

    resume(): void {
      if (!isPaused) return;
      isPaused = false;
      for (const [id, timer] of timers) runTimer(id, timer);
    },

    getSnapshot: (): readonly Toast[] => toasts,

    subscribe: listeners.subscribe,
  };
}

export const toasts = createToastStore();

export function showToast(toast: NewToast): number {
  return toasts.show(toast);
}

export function wasReadAloud(toast: Toast): boolean {
  return Date.now() - toast.saidAt >= READ_ALOUD_AFTER_MS;
}
