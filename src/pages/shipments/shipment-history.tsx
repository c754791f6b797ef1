import type { Shipment } from '#contract/shipments.ts';
import { formatDateTime, formatDay, formatTimeWithSeconds, moscowDay } from '#lib/dates.ts';
import { NBSP } from '#lib/numbers.ts';

/** What has happened, oldest first. Days are named when there are several: the first is in the heading above. */
export function ShipmentHistory({ events }: Pick<Shipment, 'events'>) {
  const days = eventsByDay(events);
  return (
    <section className="mt-5">
      <h3 className="mb-2 text-base">Ход отправки</h3>
      {days.map(({ day, events: ofDay }) => (
        <div key={day} className="text-sm not-last:mb-3">
          {days.length === 1 ? null : <h4 className="mb-1 font-medium text-ink-2">{formatDay(day)}</h4>}
          <ol className="flex flex-col gap-1">
            {ofDay.map((event) => (
              <li key={event.id} className="flex gap-3">
                <time
                  dateTime={event.at}
                  className="shrink-0 text-muted tabular-nums"
                  title={formatDateTime(event.at)}
                >
                  {formatTimeWithSeconds(event.at)}
                </time>
                <span className="min-w-0 break-words text-ink-2">{withoutLooseEnd(event.text)}</span>
              </li>
            ))}
          </ol>
        </div>
      ))}
    </section>
  );
}

/** A number at the end goes to the next line with the word before it. */
function withoutLooseEnd(text: string): string {
  return text.replace(/ (\S{1,3})$/, `${NBSP}$1`);
}

function eventsByDay(events: Shipment['events']): { day: string; events: Shipment['events'] }[] {
  const byDay = new Map<string, Shipment['events']>();
  for (const event of events) {
    const day = moscowDay(event.at);
    byDay.set(day, [...(byDay.get(day) ?? []), event]);
  }
  return [...byDay].map(([day, ofDay]) => ({ day, events: ofDay }));
}
