import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { MAX_PAGE_SIZE } from '#contract/fields.ts';
import {
  getWeeklyReportEndpoint,
  listReportRowsEndpoint,
  listWeeklyReportsEndpoint,
  markWeeklyReportEndpoint,
  type ReportLineName,
  type ReportMark,
} from '#contract/weekly-reports.ts';
import { api } from './api.ts';
import type { CallOptions } from './client.ts';
import { fetchQuery } from './fetch-query.ts';
import { invalidateTag } from './tags.ts';

type ListQuery = Omit<CallOptions<typeof listWeeklyReportsEndpoint>['query'], 'limit' | 'offset'>;

const PAGE_SIZE = 50;
/** Rows of a year are summed while it is asked for. */
const TIMEOUT_MS = 60_000;

/** Money is looked at, not kept: nothing of it is stored on the device. */
const meta = { isNotKept: true, isQuiet: true } as const;

/** «Сверка»: weekly reports of the marketplace against the rows that make them up. */
export const weeklyReportQueries = {
  list: (query: ListQuery) =>
    infiniteQueryOptions({
      queryKey: ['Profit', 'weekly-reports', query],
      queryFn: (context) =>
        fetchQuery(context, listWeeklyReportsEndpoint, {
          query: { ...query, limit: String(PAGE_SIZE), offset: String(context.pageParam) },
          timeoutMs: TIMEOUT_MS,
        }),
      initialPageParam: 0,
      getNextPageParam: (page, pages) => (page.next === null ? undefined : pages.length * PAGE_SIZE),
      meta: { ...meta, errorText: 'Не удалось загрузить отчёты' },
    }),
  one: (id: number) =>
    queryOptions({
      queryKey: ['Profit', 'weekly-report', id],
      queryFn: (context) =>
        fetchQuery(context, getWeeklyReportEndpoint, { params: { id }, timeoutMs: TIMEOUT_MS }),
      meta: { ...meta, errorText: 'Не удалось разобрать отчёт' },
    }),
  rows: (id: number, line: ReportLineName, operation: string) =>
    infiniteQueryOptions({
      queryKey: ['Profit', 'weekly-report', id, 'rows', line, operation],
      queryFn: (context) =>
        fetchQuery(context, listReportRowsEndpoint, {
          params: { id },
          query: { line, operation, limit: String(PAGE_SIZE), offset: String(context.pageParam) },
        }),
      initialPageParam: 0,
      getNextPageParam: (page, pages) => (page.next === null ? undefined : pages.length * PAGE_SIZE),
      meta: { ...meta, errorText: 'Не удалось загрузить строки отчёта' },
    }),
  /** A page of all the rows of an operation, for who reads them to the end: always asked of the server, never kept. */
  rowsPage: (id: number, line: ReportLineName, operation: string, offset: number) =>
    queryOptions({
      queryKey: ['Profit', 'weekly-report', id, 'rows-page', line, operation, offset],
      queryFn: (context) =>
        fetchQuery(context, listReportRowsEndpoint, {
          params: { id },
          query: { line, operation, limit: String(MAX_PAGE_SIZE), offset: String(offset) },
          timeoutMs: TIMEOUT_MS,
        }),
      staleTime: 0,
      gcTime: 0,
      meta,
    }),
  /** A page of the whole list, for who reads it to the end: always asked of the server, never kept. */
  wholePage: (query: ListQuery, offset: number) =>
    queryOptions({
      queryKey: ['Profit', 'weekly-reports-page', query, offset],
      queryFn: (context) =>
        fetchQuery(context, listWeeklyReportsEndpoint, {
          query: { ...query, limit: String(MAX_PAGE_SIZE), offset: String(offset) },
          timeoutMs: TIMEOUT_MS,
        }),
      staleTime: 0,
      gcTime: 0,
      meta,
    }),
};

/** «Не оплачен», «Оплачен» or «Спорный», with a note. */
export function useMarkWeeklyReport(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: ['Profit', 'mark-report'],
    mutationFn: (body: { mark: ReportMark; note: string }) =>
      api.call(markWeeklyReportEndpoint, { params: { id }, body }),
    onSuccess: () => invalidateTag(queryClient, 'Profit'),
    meta: { errorText: 'Не удалось сохранить пометку' },
  });
}
