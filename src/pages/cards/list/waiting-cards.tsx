import { formatAsOf } from '#lib/dates.ts';
import { hrefTo } from '#lib/paths.ts';
import { waitingCards, waitingFields } from '#offline/outbox/overlay.ts';
import { recordsOf } from '#offline/outbox/outbox-record.ts';
import { useOutboxContent } from '#offline/outbox/use-outbox.ts';
import { Link } from '#ui/link.tsx';
import { Status } from '#ui/status.tsx';

/** New cards that only this device has, above the list that the server gave. */
export function WaitingCards() {
  const content = useOutboxContent();
  const cards = waitingCards(content);
  if (cards.length === 0) return null;
  return (
    <section aria-label="Новые карточки на этом устройстве" className="mb-4">
      <ul className="overflow-clip rounded-panel border border-line bg-panel">
        {cards.map((record) => {
          const { title, vendorCode } = waitingFields(recordsOf(content, record));
          return (
            <li
              key={record.entityId}
              className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line-soft px-4 py-2 last:border-b-0"
            >
              <Link
                to={hrefTo.newCard({ local: record.entityId })}
                className="min-w-0 grow truncate font-medium hover:text-accent-ink"
              >
                {typeof title === 'string' && title !== '' ? title : 'Без названия'}
              </Link>
              <span className="text-sm text-muted">{typeof vendorCode === 'string' ? vendorCode : ''}</span>
              <span className="text-sm text-muted">создана {formatAsOf(record.createdAt)}</span>
              {record.state === 'rejected' ? (
                <Status tone="red">Сервер не принял</Status>
              ) : (
                <Status tone="orange">На устройстве</Status>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
