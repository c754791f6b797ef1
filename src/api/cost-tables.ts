import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TableKey } from '#contract/bulk-table-rows.ts';
import { createCostTableEndpoint, exportCostsEndpoint, type CostRow } from '#contract/cost-tables.ts';
import type { ExportFormat } from '#contract/fields.ts';
import { DOWNLOAD_TIMEOUT_MS, readDownload, type DownloadedFile, type DownloadHooks } from '#lib/download.ts';
import { api } from './api.ts';
import { bulkEditQueries } from './bulk-edits.ts';
import { newIdempotencyKey } from './idempotency-key.ts';

/** The server looks at ten thousand rows before it answers. */
const START_TIMEOUT_MS = 60_000;

/** Nothing changes yet: the rows are looked at, and those that say something new wait as a bulk edit. */
export function useCreateCostTable() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: ['BulkEdits', 'costs'],
    mutationFn: (body: { key: TableKey; rows: CostRow[] }) =>
      api.call(createCostTableEndpoint, {
        body,
        idempotencyKey: newIdempotencyKey(),
        timeoutMs: START_TIMEOUT_MS,
      }),
    onSuccess: ({ edit }) => {
      if (edit) queryClient.setQueryData(bulkEditQueries.one(edit.id).queryKey, edit);
    },
    meta: { isQuiet: true, errorText: 'Не удалось проверить таблицу' },
  });
}

/** Every cost that is kept; null when the answer is of a type that is not saved. */
export function downloadCosts(
  format: ExportFormat,
  { signal, onProgress }: DownloadHooks,
): Promise<DownloadedFile | null> {
  return api.download(exportCostsEndpoint, (response) => readDownload(response, onProgress), {
    query: { format },
    signal,
    timeoutMs: DOWNLOAD_TIMEOUT_MS,
  });
}
