import { canReachServer, useConnectivity } from '#offline/connection/connectivity.ts';
import { useDataAge } from '#offline/copies/data-age.ts';
import { formatAsOf } from '#lib/dates.ts';

interface KnownQuery {
  dataUpdatedAt: number;
  isFetching: boolean;
}

/** Says that there is nothing: as of the time when it was heard, where that cannot be asked again now. */
export function useNothingAsOf(query: KnownQuery): (nothing: string) => string {
  const age = useDataAge(query);
  const isOffline = !canReachServer(useConnectivity());
  const isOfNow = !isOffline && (query.isFetching || !age?.isFromCache);
  return (nothing) => {
    if (isOfNow) return nothing;
    const heard = age?.fetchedAt === undefined ? 'По сохранённым данным' : `На ${formatAsOf(age.fetchedAt)}`;
    return `${heard} ${nothing.charAt(0).toLowerCase()}${nothing.slice(1)}`;
  };
}
