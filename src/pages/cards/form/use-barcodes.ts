import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { barcodeQueries, useGenerateBarcodes } from '#api/barcodes.ts';
import { newIdempotencyKey } from '#api/idempotency-key.ts';
import type { BarcodeHolder } from '#contract/barcodes.ts';
import { useSettled } from '#parts/use-settled.ts';
import { useCardForm } from './form-context.ts';
import { askableBarcodes, withBarcodes, type SizePlace } from './size-barcodes.ts';

const ASK_DELAY_MS = 500;

/** Other cards of the account that have a barcode of this one, once typing pauses. */
export function useBarcodeHolders(): BarcodeHolder[] {
  const { values, cardId } = useCardForm();
  const asked = useSettled(askableBarcodes(values.sizes).join(' '), ASK_DELAY_MS);
  const { data } = useQuery({
    ...barcodeQueries.holders(asked.split(' ')),
    enabled: asked !== '',
    placeholderData: (before) => before,
  });
  return (data ?? []).filter((holder) => holder.cardId !== cardId);
}

/** Asks the marketplace for barcodes and puts them into the sizes as they are when the answer comes. */
export function useNewBarcodes() {
  const { values, change } = useCardForm();
  const generate = useGenerateBarcodes();
  const latest = useRef(values.sizes);
  useEffect(() => {
    latest.current = values.sizes;
  }, [values.sizes]);
  // An answer that was lost is asked for again under its key, and not made anew.
  const lost = useRef<{ count: number; idempotencyKey: string } | null>(null);
  const fill = (places: readonly SizePlace[]) => {
    const count = places.length;
    const again = lost.current?.count === count ? lost.current : null;
    const order = again ?? { count, idempotencyKey: newIdempotencyKey() };
    lost.current = order;
    generate.mutate(order, {
      onSuccess: ({ barcodes }) => {
        lost.current = null;
        change({ sizes: withBarcodes(latest.current, places, barcodes) });
      },
    });
  };
  return { fill, isPending: generate.isPending };
}
