import type { OutboxRecord } from '#offline/outbox/outbox-record.ts';
import type { OutboxEvent } from '#offline/outbox/record-sender.ts';
import { showToast } from '#ui/toast-store.ts';
import { paths } from '#lib/paths.ts';

/** Where the user was when it happened. */
type Place = Pick<Location, 'pathname' | 'search'>;

/** Says what has become of an edit after its screen was left. */
export function tellOutboxNews({ type, record }: OutboxEvent, place: Place, openOutbox: () => void): void {
  const name = record.entity === 'settings' ? 'Настройки' : `«${record.title}»`;
  if (type === 'merged') {
    showToast({ type: 'info', text: `${name}: изменили и в другом месте, правки объединены` });
  }
  // The same words each time: a hundred of them are one notification with a count.
  if (type === 'sent') showToast({ type: 'success', text: 'Отложенное изменение отправлено' });
  if (isCardShown(record, place)) return;
  const action = { label: 'Посмотреть', onClick: openOutbox };
  if (type === 'conflict') {
    showToast({ type: 'warning', text: `${name}: то же изменили в другом месте`, action });
  }
  if (type === 'rejected') {
    showToast({ type: 'error', text: `${name}: сервер не принял изменение`, action });
  }
}

/** The card's own screen says of a conflict and a refusal itself, with what can be done beside it. */
function isCardShown({ entity, entityId }: OutboxRecord, { pathname, search }: Place): boolean {
  return (
    entity === 'card' &&
    pathname === paths.cardEdit &&
    Number(new URLSearchParams(search).get('id')) === entityId
  );
}
