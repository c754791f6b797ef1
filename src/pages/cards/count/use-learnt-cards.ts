import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import { catalogueStatus } from '#offline/catalogue/catalogue-status.ts';
import { canReachServer, useConnectivity } from '#offline/connection/connectivity.ts';
import { learnCard, type CountDocument } from '#offline/counts/count-document.ts';
import { findByBarcode } from './found-cards.ts';
import type { CountStep } from './use-counts.ts';

/** Finds the cards of codes that were scanned, as soon as this device or the server can say; counting does not wait for it. */
export function useLearntCards(count: CountDocument, apply: (step: CountStep) => Promise<unknown>): void {
  const queryClient = useQueryClient();
  const isReachable = canReachServer(useConnectivity());
  const { current } = useSyncExternalStore(catalogueStatus.subscribe, catalogueStatus.get);
  const asked = useRef(new Set<string>());
  const open = count.lines.filter(({ card, isUnknown, barcode }) => !card && !isUnknown && barcode !== '');
  const codes = open.map(({ barcode }) => barcode).join('\n');
  const canSay = current !== null || isReachable;

  const learn = useEffectEvent(async (barcode: string) => {
    asked.current.add(barcode);
    const card = await findByBarcode(queryClient, barcode, isReachable);
    if (card !== undefined) await apply((one) => learnCard(one, barcode, card));
  });
  useEffect(() => {
    // Whoever cannot say now may later.
    if (!canSay) asked.current.clear();
    if (!canSay || codes === '') return;
    for (const barcode of codes.split('\n')) {
      if (!asked.current.has(barcode)) void learn(barcode);
    }
  }, [codes, canSay]);
}
