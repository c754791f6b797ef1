import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { MAX_PAGE_SIZE } from '#contract/fields.ts';
import { listProfitPartsEndpoint, listProfitRowsEndpoint } from '#contract/profit-parts.ts';
import type { CallOptions } from './client.ts';
import { fetchQuery } from './fetch-query.ts';

type PartsQuery = CallOptions<typeof listProfitPartsEndpoint>['query'];
type RowsQuery = Omit<CallOptions<typeof listProfitRowsEndpoint>['query'], 'limit' | 'offset'>;

const PAGE_SIZE = 50;
/** Rows of a year are summed while it is asked for. */
const TIMEOUT_MS = 60_000;

/** Money is looked at, not kept: nothing of it is stored on the device. */
const meta = { isNotKept: true, isQuiet: true } as const;

/** What a figure of «Заказы и продажи» is made of. */
export const profitPartQueries = {
  parts: (query: PartsQuery) =>
    queryOptions({
      queryKey: ['Profit', 'parts', query],
      queryFn: (context) => fetchQuery(context, listProfitPartsEndpoint, { query, timeoutMs: TIMEOUT_MS }),
      meta: { ...meta, errorText: 'Не удалось разобрать сумму' },
    }),
  rows: (query: RowsQuery) =>
    infiniteQueryOptions({
      queryKey: ['Profit', 'parts', 'rows', query],
      queryFn: (context) =>
        fetchQuery(context, listProfitRowsEndpoint, {
          query: { ...query, limit: String(PAGE_SIZE), offset: String(context.pageParam) },
          timeoutMs: TIMEOUT_MS,
        }),
      initialPageParam: 0,
      getNextPageParam: (page, pages) => (page.next === null ? undefined : pages.length * PAGE_SIZE),
      meta: { ...meta, errorText: 'Не удалось загрузить строки' },
    }),
  /** One page of all the rows, for who reads them to the end: always asked of the server, never kept. */
  rowsPage: (query: RowsQuery, offset: number) =>
    queryOptions({
      queryKey: ['Profit', 'parts', 'rows-page', query, offset],
      queryFn: (context) =>
        fetchQuery(context, listProfitRowsEndpoint, {
          query: { ...query, limit: String(MAX_PAGE_SIZE), offset: String(offset) },
          timeoutMs: TIMEOUT_MS,
        }),
      staleTime: 0,
      gcTime: 0,
      meta,
    }),
};
