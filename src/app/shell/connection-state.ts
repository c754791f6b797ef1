import { useQueryClient, type Query, type QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { ApiError } from '#api/api-error.ts';
import { useConnectivity } from '#offline/connectivity.ts';
import { dataAge } from '#offline/data-age.ts';

export type ConnectionState = 'online' | 'slow' | 'offline' | 'portal' | 'server-away';

/** A gateway's words for «the server is away». */
const AWAY_STATUSES = new Set([502, 503, 504]);

/** The connection as the screen shows it: the network, and whether the server behind it answers. */
export function useConnectionState(): ConnectionState {
  const network = useConnectivity();
  const isServerAway = useActiveQueries((queries) => queries.some(isRefusedByGateway));
  return isServerAway && (network === 'online' || network === 'slow') ? 'server-away' : network;
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

function isRefusedByGateway({ state }: Query): boolean {
  return (
    state.error instanceof ApiError && AWAY_STATUSES.has(state.error.status) && !state.error.isNetworkError
  );
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
