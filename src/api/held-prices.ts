import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { MAX_PAGE_SIZE } from '#contract/fields.ts';
import { listHeldPricesEndpoint, readHeldPricesEndpoint } from '#contract/held-prices.ts';
import { api } from './api.ts';
import { fetchQuery } from './fetch-query.ts';
import { invalidateTag } from './tags.ts';

/** Every shop is asked, and its limits may make us wait. */
const READ_TIMEOUT_MS = 60_000;
const PAGE_SIZE = 50;

export const heldPriceQueries = {
  /** «Карантин цен» of all shops, the newest first. */
  list: () =>
    infiniteQueryOptions({
      queryKey: ['Cards', 'held-prices'],
      queryFn: (context) =>
        fetchQuery(context, listHeldPricesEndpoint, {
          query: { limit: PAGE_SIZE, offset: context.pageParam },
        }),
      initialPageParam: 0,
      getNextPageParam: (last, pages) => (last.next === null ? undefined : pages.length * PAGE_SIZE),
      meta: {
        schema: listHeldPricesEndpoint.response,
        errorText: 'Не удалось загрузить карантин цен',
        isShownInPlace: true,
      },
    }),
  /** One page of all, for who reads them to the end: always asked of the server, never kept. */
  listPage: (offset: number) =>
    queryOptions({
      queryKey: ['Cards', 'held-prices-page', offset],
      queryFn: (context) =>
        fetchQuery(context, listHeldPricesEndpoint, { query: { limit: MAX_PAGE_SIZE, offset } }),
      staleTime: 0,
      gcTime: 0,
      meta: { isNotKept: true, isQuiet: true },
    }),
};

/** Asks the marketplace what is in quarantine now, in all shops. */
export function useReadHeldPrices() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.call(readHeldPricesEndpoint, { timeoutMs: READ_TIMEOUT_MS }),
    onSuccess: () => Promise.all([invalidateTag(queryClient, 'Cards'), invalidateTag(queryClient, 'Card')]),
    meta: { errorText: 'Не удалось прочитать карантин цен' },
  });
}
