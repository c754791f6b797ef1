import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import {
  listGroupMovesEndpoint,
  listMovedCardsEndpoint,
  type ListedGroupMove,
} from '#contract/group-move-history.ts';
import { GROUP_MOVE_HISTORY, isMoving } from './card-groups.ts';
import { fetchQuery } from './fetch-query.ts';

const POLL_INTERVAL_MS = 2_000;

/** Figures of a moment, not kept on the device. */
const meta = { isNotKept: true, isShownInPlace: true } as const;

export const groupMoveHistoryQueries = {
  /** Merges and splits of cards, the last first. */
  history: () =>
    infiniteQueryOptions({
      queryKey: GROUP_MOVE_HISTORY,
      queryFn: (context) =>
        fetchQuery(context, listGroupMovesEndpoint, {
          query: context.pageParam > 0 ? { beforeId: String(context.pageParam) } : {},
        }),
      initialPageParam: 0,
      getNextPageParam: (page) => page.nextBeforeId ?? undefined,
      refetchInterval: ({ state }) =>
        state.data?.pages.some(({ results }) => results.some(isAtWork)) ? POLL_INTERVAL_MS : false,
      meta: { ...meta, errorText: 'Не удалось загрузить историю изменений' },
    }),
  cards: (id: number) =>
    queryOptions({
      queryKey: [...GROUP_MOVE_HISTORY, id],
      queryFn: (context) => fetchQuery(context, listMovedCardsEndpoint, { params: { id } }),
      meta: { ...meta, errorText: 'Не удалось загрузить карточки' },
    }),
};

/** The server is at work on it, or on its way back, and goes on without us. */
function isAtWork(move: ListedGroupMove): boolean {
  return isMoving(move) || (move.takenBack !== null && isMoving(move.takenBack));
}
