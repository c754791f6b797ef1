import type { OutboxEvent } from '#offline/outbox/record-sender.ts';
import { showToast } from '#ui/toast-store.ts';

/** Says what has become of an edit after its screen was left. A screen that shows it says of a conflict and a refusal itself. */
export function tellOutboxNews(
  { type, record }: OutboxEvent,
  isSaidInPlace: boolean,
  openOutbox: () => void,
): void {
  const name = record.entity === 'settings' ? 'Настройки' : `«${record.title}»`;
  if (type === 'merged') {
    showToast({ type: 'info', text: `${name}: изменили и в другом месте, правки объединены` });
  }
  // The same words each time: a hundred of them are one notification with a count.
  if (type === 'sent') showToast({ type: 'success', text: 'Отложенное изменение отправлено' });
  if (isSaidInPlace) return;
  const action = { label: 'Посмотреть', onClick: openOutbox };
  if (type === 'conflict') {
    showToast({ type: 'warning', text: `${name}: то же изменили в другом месте`, action });
  }
  if (type === 'rejected') {
    showToast({ type: 'error', text: `${name}: сервер не принял изменение`, action });
  }
}
