import { useMutation } from '@tanstack/react-query';
import { readTableFileEndpoint } from '#contract/table-files.ts';
import { api } from './api.ts';

/** Twenty megabytes over a warehouse's connection. */
export const TABLE_UPLOAD_TIMEOUT_MS = 120_000;

/** One sheet of a workbook, or a CSV file, as text. */
export function useReadTableFile() {
  return useMutation({
    mutationKey: ['TableFiles', 'read'],
    mutationFn: ({ file, sheet }: { file: File; sheet: number }) => {
      const body = new FormData();
      body.append('file', file);
      return api.call(readTableFileEndpoint, {
        body,
        query: { sheet: String(sheet) },
        timeoutMs: TABLE_UPLOAD_TIMEOUT_MS,
      });
    },
    meta: { errorText: 'Не удалось прочитать файл', isQuiet: true },
  });
}
