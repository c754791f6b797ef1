import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { MAX_PAGE_SIZE } from '#contract/fields.ts';
import { listStockMoneyEndpoint } from '#contract/stock-money.ts';
import type { CallOptions } from './client.ts';
import { fetchQuery } from './fetch-query.ts';

type StockQuery = Omit<NonNullable<CallOptions<typeof listStockMoneyEndpoint>['query']>, 'limit' | 'offset'>;

const PAGE_SIZE = 20;
const TIMEOUT_MS = 60_000;
/** Money is looked at, not kept: nothing of it is stored on the device. */
const meta = { isNotKept: true, isQuiet: true, errorText: 'Не удалось посчитать остатки' } as const;

/** Stock of now, the money in it and how long it lasts. */
export const stockMoneyQueries = {
  list: (query: StockQuery) =>
    infiniteQueryOptions({
      queryKey: ['Profit', 'stock', query],
      queryFn: (context) =>
        fetchQuery(context, listStockMoneyEndpoint, {
          query: { ...query, limit: String(PAGE_SIZE), offset: String(context.pageParam) },
          timeoutMs: TIMEOUT_MS,
        }),
      initialPageParam: 0,
      getNextPageParam: (page, pages) => (page.next === null ? undefined : pages.length * PAGE_SIZE),
      meta,
    }),
  /** One page of all, for who reads them to the end: always asked of the server, never kept. */
  page: (query: StockQuery, offset: number) =>
    queryOptions({
      queryKey: ['Profit', 'stock-page', query, offset],
      queryFn: (context) =>
        fetchQuery(context, listStockMoneyEndpoint, {
          query: { ...query, limit: String(MAX_PAGE_SIZE), offset: String(offset) },
          timeoutMs: TIMEOUT_MS,
        }),
      staleTime: 0,
      gcTime: 0,
      meta,
    }),
};
