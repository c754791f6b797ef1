import { queryOptions, useMutation } from '@tanstack/react-query';
import {
  generateBarcodesEndpoint,
  listBarcodeHoldersEndpoint,
  type BarcodeHolder,
} from '#contract/barcodes.ts';
import { MAX_FILTER_VALUES } from '#contract/fields.ts';
import { api } from './api.ts';
import { fetchQuery } from './fetch-query.ts';

/** How many numbers apart a part may end, on average. */
const PART_ENDS = 256;

export const barcodeQueries = {
  /**
   * A help while one types: the check before sending looks again. More barcodes than a question may name are asked about part by
   * part, one after another.
   */
  holders: (barcodes: readonly string[]) =>
    queryOptions({
      queryKey: ['Cards', 'barcode-holders', 'all', barcodes],
      queryFn: async ({ client, signal }) => {
        const holders: BarcodeHolder[] = [];
        for (const part of partsOf(barcodes)) {
          signal.throwIfAborted();
          holders.push(...(await client.fetchQuery(holdersOfPart(part))));
        }
        return holders;
      },
      meta: { isNotKept: true, isQuiet: true },
    }),
};

function holdersOfPart(barcodes: readonly string[]) {
  return queryOptions({
    queryKey: ['Cards', 'barcode-holders', 'part', barcodes],
    queryFn: (context) =>
      fetchQuery(context, listBarcodeHoldersEndpoint, { query: { barcode: [...barcodes] } }),
    meta: { isNotKept: true, isQuiet: true },
  });
}

/** Where a part ends is said by the barcode itself: one that is typed among thousands changes its own part, and no other is asked again. */
function partsOf(barcodes: readonly string[]): string[][] {
  const parts: string[][] = [];
  let part: string[] = [];
  for (const barcode of barcodes) {
    part.push(barcode);
    if (part.length < MAX_FILTER_VALUES && Number(barcode) % PART_ENDS !== 0) continue;
    parts.push(part);
    part = [];
  }
  return part.length === 0 ? parts : [...parts, part];
}

export function useGenerateBarcodes() {
  return useMutation({
    mutationKey: ['Cards', 'barcodes'],
    mutationFn: ({ count, idempotencyKey }: { count: number; idempotencyKey: string }) =>
      api.call(generateBarcodesEndpoint, { body: { count }, idempotencyKey, timeoutMs: 60_000 }),
    meta: { errorText: 'Не удалось получить баркоды' },
  });
}
