import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import { catalogueStatus } from '#offline/catalogue/catalogue-status.ts';
import { canReachServer, useConnectivity } from '#offline/connection/connectivity.ts';
import { learnCard, type CountDocument } from '#offline/counts/count-document.ts';
import { findByBarcode } from './found-cards.ts';
import type { CountStep } from './use-counts.ts';

/**
 * Finds the cards of codes that were scanned, as soon as this device or the server can say; counting does not wait for it. A code of no
 * card is asked about again when whoever answers knows more.
 */
export function useLearntCards(count: CountDocument, apply: (step: CountStep) => Promise<unknown>): void {
  const queryClient = useQueryClient();
  const isReachable = canReachServer(useConnectivity());
  const { current } = useSyncExternalStore(catalogueStatus.subscribe, catalogueStatus.get);
  const open = count.lines.filter(({ card, barcode }) => !card && barcode !== '');
  const codes = open.map(({ barcode }) => barcode).join('\n');
  const answering = `${current?.currentAtMs ?? ''} ${isReachable ? 'server' : ''}`.trim();
  const asked = useRef({ answering, codes: new Set<string>() });

  const learn = useEffectEvent(async (barcode: string) => {
    asked.current.codes.add(barcode);
    const card = await findByBarcode(queryClient, barcode, isReachable);
    if (card !== undefined) await apply((one) => learnCard(one, barcode, card));
  });
  useEffect(() => {
    // Whoever could not say may now: a server that died while it was asked leaves the question to the device.
    if (asked.current.answering !== answering) asked.current = { answering, codes: new Set() };
    if (answering === '' || codes === '') return;
    for (const barcode of codes.split('\n')) {
      if (!asked.current.codes.has(barcode)) void learn(barcode);
    }
  }, [codes, answering]);
}
