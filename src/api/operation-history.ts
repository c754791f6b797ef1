import { infiniteQueryOptions } from '@tanstack/react-query';
import { listCardOperationsEndpoint, type CardOperation } from '#contract/operation-history.ts';
import { fetchQuery } from './fetch-query.ts';

const POLL_INTERVAL_MS = 2_000;

/** Moves of many cards to the archive and out of it, the last first. Figures of a moment, not kept on the device. */
export const operationHistoryQuery = infiniteQueryOptions({
  queryKey: ['Cards', 'operations'],
  queryFn: (context) =>
    fetchQuery(context, listCardOperationsEndpoint, {
      query: context.pageParam > 0 ? { beforeId: String(context.pageParam) } : {},
    }),
  initialPageParam: 0,
  getNextPageParam: (page) => page.nextBeforeId ?? undefined,
  refetchInterval: ({ state }) =>
    state.data?.pages.some(({ results }) => results.some(isMoving)) ? POLL_INTERVAL_MS : false,
  meta: { isNotKept: true, isShownInPlace: true, errorText: 'Не удалось загрузить историю изменений' },
});

/** The server is at work on it, or on its way back, and goes on without us. */
function isMoving({ total, takenBack }: CardOperation): boolean {
  return total !== null || takenBack?.isDone === false;
}
