import { showToast } from '#ui/toast-store.ts';

/** More than so many at once are summed up: nobody reads two hundred notifications. */
const MAX_AT_ONCE = 5;

/** An error notification for each message, as the specification says; of very many the rest is counted. */
export function notifyErrors(messages: readonly string[]): void {
  for (const text of messages.slice(0, MAX_AT_ONCE)) showToast({ type: 'error', text });
  const rest = messages.length - MAX_AT_ONCE;
  if (rest > 0) showToast({ type: 'error', text: `ещё ${rest}` });
}

/** Copies of what was seen are no longer kept; nothing else changes. */
export function notifyOutOfSpace(): void {
  showToast({
    type: 'warning',
    text: 'На устройстве кончилось место: без связи покажем не всё. Освободите место или очистите данные в настройках',
  });
}
