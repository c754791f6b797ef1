import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { MAX_PAGE_SIZE } from '#contract/fields.ts';
import { listStockPartsEndpoint, listStockRowsEndpoint } from '#contract/stock-parts.ts';
import type { CallOptions } from './client.ts';
import { fetchQuery } from './fetch-query.ts';

type PartsQuery = NonNullable<CallOptions<typeof listStockPartsEndpoint>['query']>;
type RowsQuery = Omit<CallOptions<typeof listStockRowsEndpoint>['query'], 'limit' | 'offset'>;

const PAGE_SIZE = 50;
const TIMEOUT_MS = 60_000;
/** Money is looked at, not kept: nothing of it is stored on the device. */
const meta = { isNotKept: true, isQuiet: true } as const;

/** What the money in stocks adds up from. */
export const stockPartQueries = {
  parts: (query: PartsQuery) =>
    queryOptions({
      queryKey: ['Profit', 'stock-parts', query],
      queryFn: (context) => fetchQuery(context, listStockPartsEndpoint, { query, timeoutMs: TIMEOUT_MS }),
      meta: { ...meta, errorText: 'Не удалось разобрать остатки' },
    }),
  rows: (query: RowsQuery) =>
    infiniteQueryOptions({
      queryKey: ['Profit', 'stock-parts', 'rows', query],
      queryFn: (context) =>
        fetchQuery(context, listStockRowsEndpoint, {
          query: { ...query, limit: String(PAGE_SIZE), offset: String(context.pageParam) },
          timeoutMs: TIMEOUT_MS,
        }),
      initialPageParam: 0,
      getNextPageParam: (page, pages) => (page.next === null ? undefined : pages.length * PAGE_SIZE),
      meta: { ...meta, errorText: 'Не удалось загрузить остатки склада' },
    }),
  /** One page of all the rows, for who reads them to the end: always asked of the server, never kept. */
  rowsPage: (query: RowsQuery, offset: number) =>
    queryOptions({
      queryKey: ['Profit', 'stock-parts', 'rows-page', query, offset],
      queryFn: (context) =>
        fetchQuery(context, listStockRowsEndpoint, {
          query: { ...query, limit: String(MAX_PAGE_SIZE), offset: String(offset) },
          timeoutMs: TIMEOUT_MS,
        }),
      staleTime: 0,
      gcTime: 0,
      meta,
    }),
};
