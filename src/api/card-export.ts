import { queryOptions } from '@tanstack/react-query';
import {
  countExportedCharacteristicsEndpoint,
  exportCardsEndpoint,
  type ExportColumn,
} from '#contract/card-export.ts';
import type { CardSelection } from '#contract/card-operations.ts';
import type { ExportFormat } from '#contract/fields.ts';
import { DOWNLOAD_TIMEOUT_MS, readDownload, type DownloadedFile, type DownloadHooks } from '#lib/download.ts';
import { api } from './api.ts';
import { fetchQuery } from './fetch-query.ts';

/** A hundred thousand cards are looked through. */
const COUNT_TIMEOUT_MS = 60_000;

export const cardExportQueries = {
  /** How many characteristics the chosen cards have between them. */
  characteristicCount: (selection: CardSelection) =>
    queryOptions({
      queryKey: ['Cards', 'exported-characteristics', selection],
      queryFn: (context) =>
        fetchQuery(context, countExportedCharacteristicsEndpoint, {
          body: { selection },
          timeoutMs: COUNT_TIMEOUT_MS,
        }),
      gcTime: 0,
      meta: { isNotKept: true, isShownInPlace: true, errorText: 'Не удалось посчитать характеристики' },
    }),
};

/**
 * The chosen cards as a file, with all usual columns where none are named; null when the answer is of a type that is not saved.
 * Throws 409 (`selection_changed`) when they are another number by now.
 */
export function downloadCards(
  body: { selection: CardSelection; format: ExportFormat; columns?: ExportColumn[] },
  { signal, onProgress }: DownloadHooks,
): Promise<DownloadedFile | null> {
  return api.download(exportCardsEndpoint, (response) => readDownload(response, onProgress), {
    body,
    signal,
    timeoutMs: DOWNLOAD_TIMEOUT_MS,
  });
}
