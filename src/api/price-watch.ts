import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { MAX_PAGE_SIZE } from '#contract/fields.ts';
import type { PriceFloor } from '#contract/price-floor.ts';
import {
  getPriceFloorEndpoint,
  listBelowFloorEndpoint,
  listPriceChangesEndpoint,
  markPriceChangesSeenEndpoint,
  setPriceFloorEndpoint,
} from '#contract/price-watch.ts';
import { api } from './api.ts';
import { fetchQuery } from './fetch-query.ts';
import { invalidateTag } from './tags.ts';

const PAGE_SIZE = 50;

const floorKey = (cardId: number) => ['Card', cardId, 'price-floor'] as const;

export const priceWatchQueries = {
  floor: (cardId: number) =>
    queryOptions({
      queryKey: floorKey(cardId),
      queryFn: (context) => fetchQuery(context, getPriceFloorEndpoint, { params: { id: cardId } }),
      meta: {
        schema: getPriceFloorEndpoint.response,
        isShownInPlace: true,
        errorText: 'Не удалось загрузить минимальную цену',
      },
    }),
  belowFloor: () =>
    infiniteQueryOptions({
      queryKey: ['Cards', 'below-floor'],
      queryFn: (context) =>
        fetchQuery(context, listBelowFloorEndpoint, {
          query: { limit: PAGE_SIZE, offset: context.pageParam },
        }),
      initialPageParam: 0,
      getNextPageParam: (last, pages) => (last.next === null ? undefined : pages.length * PAGE_SIZE),
      meta: {
        schema: listBelowFloorEndpoint.response,
        isShownInPlace: true,
        errorText: 'Не удалось загрузить цены ниже минимальных',
      },
    }),
  changes: () =>
    infiniteQueryOptions({
      queryKey: ['Cards', 'price-changes'],
      queryFn: (context) =>
        fetchQuery(context, listPriceChangesEndpoint, {
          query: { limit: PAGE_SIZE, offset: context.pageParam },
        }),
      initialPageParam: 0,
      getNextPageParam: (last, pages) => (last.next === null ? undefined : pages.length * PAGE_SIZE),
      meta: {
        schema: listPriceChangesEndpoint.response,
        isShownInPlace: true,
        errorText: 'Не удалось загрузить изменения цен',
      },
    }),
  /** One page of all, for who reads them to the end: always asked of the server, never kept. */
  belowFloorPage: (offset: number) =>
    queryOptions({
      queryKey: ['Cards', 'below-floor-page', offset],
      queryFn: (context) =>
        fetchQuery(context, listBelowFloorEndpoint, { query: { limit: MAX_PAGE_SIZE, offset } }),
      staleTime: 0,
      gcTime: 0,
      meta: { isNotKept: true, isQuiet: true },
    }),
  /** One page of all, for who reads them to the end: always asked of the server, never kept. */
  changesPage: (offset: number) =>
    queryOptions({
      queryKey: ['Cards', 'price-changes-page', offset],
      queryFn: (context) =>
        fetchQuery(context, listPriceChangesEndpoint, { query: { limit: MAX_PAGE_SIZE, offset } }),
      staleTime: 0,
      gcTime: 0,
      meta: { isNotKept: true, isQuiet: true },
    }),
};

/** Both null: the card has no floor. */
export function useSetPriceFloor(cardId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: PriceFloor & { seen?: PriceFloor }) =>
      api.call(setPriceFloorEndpoint, { params: { id: cardId }, body }),
    onSuccess: async (floor) => {
      await Promise.all([
        invalidateTag(queryClient, 'Card', { entityId: cardId }),
        invalidateTag(queryClient, 'Cards'),
      ]);
      queryClient.setQueryData(floorKey(cardId), floor);
    },
    // What somebody else has made of it meanwhile is to be seen.
    onError: () => invalidateTag(queryClient, 'Card', { entityId: cardId }),
    meta: { errorText: 'Не удалось сохранить минимальную цену' },
  });
}

export function useMarkPriceChangesSeen() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (upToId: number) => api.call(markPriceChangesSeenEndpoint, { body: { upToId } }),
    onSuccess: () => invalidateTag(queryClient, 'Cards'),
    meta: { errorText: 'Не удалось отметить изменения просмотренными' },
  });
}
