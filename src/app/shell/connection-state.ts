import { useQueryClient, type Query, type QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { ApiError, isAway, isBusy } from '#api/http/api-error.ts';
import { type ConnectivityState, useConnectivity } from '#offline/connection/connectivity.ts';
import { dataAge } from '#offline/copies/data-age.ts';

/** The connection as the screen shows it: what all calls say, and whether those of this screen are refused. */
export function useConnectionState(): ConnectivityState {
  const network = useConnectivity();
  const isServerAway = useActiveQueries((queries) => queries.some(isRefused(isAway)));
  const isServerBusy = useActiveQueries((queries) => queries.some(isRefused(isBusy)));
  if (network !== 'online' && network !== 'slow' && network !== 'busy') return network;
  if (isServerAway) return 'server-away';
  return isServerBusy ? 'busy' : network;
}

/** When the oldest of what is on the screen left the server; `undefined` when nothing is shown or nobody knows. */
export function useOldestDataTime(): number | undefined {
  const oldest = useActiveQueries((queries) =>
    queries.reduce((time, { state }) => {
      const fetchedAt = dataAge(state.dataUpdatedAt, Date.now())?.fetchedAt;
      return fetchedAt === undefined ? time : Math.min(time, fetchedAt);
    }, Infinity),
  );
  return oldest === Infinity ? undefined : oldest;
}

function isRefused(how: (error: ApiError) => boolean): (query: Query) => boolean {
  return ({ state: { error } }) => error instanceof ApiError && how(error);
}

/** What `read` makes of the queries of the screen: a plain value, so that only its change redraws. */
function useActiveQueries<Value extends boolean | number>(read: (queries: Query[]) => Value): Value {
  const queryClient = useQueryClient();
  return useSyncExternalStore(
    (listener) => queryClient.getQueryCache().subscribe(listener),
    () => read(activeQueries(queryClient)),
  );
}

function activeQueries(queryClient: QueryClient): Query[] {
  return queryClient.getQueryCache().findAll({ type: 'active' });
}
