import { useEffect, useState } from 'react';
import { isStoredStamp, isUnknownAgeStamp } from '#api/response-age.ts';
import { formatAgo, formatAsOf } from '#lib/dates.ts';
import { NBSP } from '#lib/numbers.ts';

const AGING_AFTER_MS = 3600 * 1000;
const OLD_AFTER_MS = 24 * 3600 * 1000;
const TICK_MS = 15_000;

export interface DataAge {
  /** When the data left the server; `undefined` when that cannot be known. */
  fetchedAt: number | undefined;
  ageMs: number | undefined;
  /** `aging` after an hour, `old` after a day or when the age is unknown. */
  level: 'fresh' | 'aging' | 'old';
  /** From a stored copy; the network has not confirmed it yet. */
  isFromCache: boolean;
}

/** The age of a query's data, from its `dataUpdatedAt`; `undefined` while there is no data. */
export function dataAge(dataUpdatedAt: number, now: number): DataAge | undefined {
  if (dataUpdatedAt === 0) return undefined;
  const isFromCache = isStoredStamp(dataUpdatedAt);
  if (isUnknownAgeStamp(dataUpdatedAt)) {
    return { fetchedAt: undefined, ageMs: undefined, level: 'old', isFromCache };
  }
  const fetchedAt = Math.floor(dataUpdatedAt);
  const ageMs = Math.max(0, now - fetchedAt);
  return { fetchedAt, ageMs, level: levelOf(ageMs), isFromCache };
}

function levelOf(ageMs: number): DataAge['level'] {
  if (ageMs > OLD_AFTER_MS) return 'old';
  return ageMs > AGING_AFTER_MS ? 'aging' : 'fresh';
}

/** The age of what a query shows; grows while it is looked at. */
export function useDataAge(query: { dataUpdatedAt: number }): DataAge | undefined {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return dataAge(query.dataUpdatedAt, now);
}

/** «Обновлено 12:40 · 3 мин назад»; without a connection «Нет связи. Данные на 12:40». */
export function formatAge(
  age: DataAge,
  { isOffline, now = Date.now() }: { isOffline: boolean; now?: number },
): string {
  if (age.fetchedAt === undefined) {
    return isOffline ? 'Нет связи. Когда получены данные, неизвестно' : 'Когда получены данные, неизвестно';
  }
  const asOf = formatAsOf(age.fetchedAt, now);
  if (isOffline) return `Нет связи. Данные на ${asOf}`;
  const ago = formatAgo(age.fetchedAt, now);
  // Minutes and hours are counted; «вчера» and a day already stand in the first half.
  if (!/\d.(?:мин|ч)$/.test(ago))
    return ago === 'только что' ? `Обновлено ${asOf} · ${ago}` : `Обновлено ${asOf}`;
  return `Обновлено ${asOf} · ${ago}${NBSP}назад`;
}
