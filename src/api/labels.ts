import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { EndpointBodyInput } from '#contract/endpoint.ts';
import {
  exportLabelsEndpoint,
  listLabelsEndpoint,
  previewLabelsEndpoint,
  type LabelsInput,
} from '#contract/labels.ts';
import { readDownload, type DownloadedFile, type DownloadHooks } from '#lib/download.ts';
import { api } from './api.ts';
import { fetchQuery } from './fetch-query.ts';

/** A hundred thousand cards are looked through. */
const PREVIEW_TIMEOUT_MS = 120_000;
/** So many labels are drawn while they come; «Отменить» ends it sooner. */
const FILE_TIMEOUT_MS = 1_800_000;

export const labelQueries = {
  /** What a file would be. What was shown stays until the next look is there. */
  preview: (input: LabelsInput) =>
    queryOptions({
      queryKey: ['Cards', 'labels', input],
      queryFn: (context) =>
        fetchQuery(context, previewLabelsEndpoint, { body: input, timeoutMs: PREVIEW_TIMEOUT_MS }),
      placeholderData: keepPreviousData,
      staleTime: 0,
      gcTime: 0,
      meta: { isNotKept: true, isShownInPlace: true, errorText: 'Не удалось посмотреть этикетки' },
    }),
  /** One page of that file; the one of before stays until it is there. */
  page: (input: LabelsInput, pageNumber: number) =>
    queryOptions({
      queryKey: ['Cards', 'labels', input, pageNumber],
      queryFn: (context) =>
        fetchQuery(context, previewLabelsEndpoint, {
          body: { ...input, pageNumber },
          timeoutMs: PREVIEW_TIMEOUT_MS,
        }),
      placeholderData: keepPreviousData,
      staleTime: 0,
      gcTime: 0,
      meta: { isNotKept: true, isShownInPlace: true, errorText: 'Не удалось посмотреть страницу' },
    }),
  /** The barcodes that the file has labels of, in its order. */
  rows: (wanted: Omit<EndpointBodyInput<typeof listLabelsEndpoint>, 'afterId'>) =>
    infiniteQueryOptions({
      queryKey: ['Cards', 'label-rows', wanted],
      queryFn: (context) =>
        fetchQuery(context, listLabelsEndpoint, { body: { ...wanted, afterId: context.pageParam } }),
      initialPageParam: 0,
      getNextPageParam: (page) => page.nextAfterId ?? undefined,
      gcTime: 0,
      meta: { isNotKept: true, isShownInPlace: true, errorText: 'Не удалось загрузить баркоды' },
    }),
};

/** Throws 409 (`selection_changed`) when the chosen cards are another number by now. */
export function downloadLabels(
  body: LabelsInput,
  { signal, onProgress }: DownloadHooks,
): Promise<DownloadedFile | null> {
  return api.download(exportLabelsEndpoint, (response) => readDownload(response, onProgress), {
    body,
    signal,
    timeoutMs: FILE_TIMEOUT_MS,
  });
}
