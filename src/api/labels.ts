import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { exportLabelsEndpoint, previewLabelsEndpoint, type LabelsInput } from '#contract/labels.ts';
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
