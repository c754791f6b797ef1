import { queryOptions, useMutation } from '@tanstack/react-query';
import { generateBarcodesEndpoint, listBarcodeHoldersEndpoint } from '#contract/barcodes.ts';
import { MAX_FILTER_VALUES } from '#contract/fields.ts';
import { api } from './api.ts';
import { fetchQuery } from './fetch-query.ts';

export const barcodeQueries = {
  /** A help while one types: the check before sending looks again. */
  holders: (barcodes: readonly string[]) => {
    const asked = barcodes.slice(0, MAX_FILTER_VALUES);
    return queryOptions({
      queryKey: ['Cards', 'barcode-holders', asked],
      queryFn: (context) => fetchQuery(context, listBarcodeHoldersEndpoint, { query: { barcode: asked } }),
      meta: { isNotKept: true, isQuiet: true },
    });
  },
};

export function useGenerateBarcodes() {
  return useMutation({
    mutationKey: ['Cards', 'barcodes'],
    mutationFn: ({ count, idempotencyKey }: { count: number; idempotencyKey: string }) =>
      api.call(generateBarcodesEndpoint, { body: { count }, idempotencyKey, timeoutMs: 60_000 }),
    meta: { errorText: 'Не удалось получить баркоды' },
  });
}
