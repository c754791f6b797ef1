import { useIsReachable } from '#offline/connection/connectivity.ts';
import { formatAge, useDataAge } from '#offline/copies/data-age.ts';

const TONES = { fresh: 'text-muted', aging: 'text-orange', old: 'font-medium text-orange' } as const;

interface DataAgeNoteProps {
  query: { dataUpdatedAt: number; data: unknown; isFetching: boolean };
}

/** When the data on the screen left the server: «Обновлено 12:40 · 3 мин назад», offline «Нет связи. Данные на 12:40». */
export function DataAgeNote({ query }: DataAgeNoteProps) {
  const age = useDataAge(query);
  const isOffline = !useIsReachable();
  // The line keeps its place while nothing is known, so that the page does not jump.
  if (!age || query.data === undefined) return <span className="inline-block h-4.5" />;
  const isUpdating = age.isFromCache && query.isFetching && !isOffline;
  return (
    <span
      data-data-age
      // `data-age`: the picture of the last list says its own age there (early.ts).
      className={`data-age text-sm ${isOffline && age.level === 'fresh' ? 'text-orange' : TONES[age.level]}`}
    >
      {formatAge(age, { isOffline })}
      {isUpdating ? ' · Обновление…' : ''}
    </span>
  );
}
