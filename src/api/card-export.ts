import { exportCardsEndpoint, type CardSelection } from '#contract/card-operations.ts';
import type { ExportFormat } from '#contract/fields.ts';
import { DOWNLOAD_TIMEOUT_MS, readDownload, type DownloadedFile, type DownloadHooks } from '#lib/download.ts';
import { api } from './api.ts';

/**
 * The chosen cards as a file; null when the answer is of a type that is not saved. Throws 409 (`selection_changed`) when they
 * are another number by now.
 */
export function downloadCards(
  body: { selection: CardSelection; format: ExportFormat },
  { signal, onProgress }: DownloadHooks,
): Promise<DownloadedFile | null> {
  return api.download(exportCardsEndpoint, (response) => readDownload(response, onProgress), {
    body,
    signal,
    timeoutMs: DOWNLOAD_TIMEOUT_MS,
  });
}
