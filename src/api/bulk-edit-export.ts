import { exportBulkEditEndpoint } from '#contract/bulk-edit-export.ts';
import type { ExportFormat } from '#contract/fields.ts';
import { DOWNLOAD_TIMEOUT_MS, readDownload, type DownloadedFile, type DownloadHooks } from '#lib/download.ts';
import { api } from './api.ts';

/** The rows of a bulk edit as a file, all that a search finds; null when the answer is of a type that is not saved. */
export function downloadBulkEdit(
  { id, format, search }: { id: number; format: ExportFormat; search: string },
  { signal, onProgress }: DownloadHooks,
): Promise<DownloadedFile | null> {
  return api.download(exportBulkEditEndpoint, (response) => readDownload(response, onProgress), {
    params: { id },
    query: { format, ...(search === '' ? {} : { search }) },
    signal,
    timeoutMs: DOWNLOAD_TIMEOUT_MS,
  });
}
