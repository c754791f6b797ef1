import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { cardQueries } from '#api/cards.ts';
import type { CardCounters } from '#contract/card-list.ts';
import { waitsOfKnownCards } from '#offline/outbox/overlay.ts';
import { useOutboxContent } from '#offline/outbox/use-outbox.ts';
import { catalogueStatus } from '#offline/catalogue/catalogue-status.ts';

/** How many cards each tab has: the server's word, or that of the device where it is the later one, or an edit waits, as of the rows. */
export function useCounters(): CardCounters | undefined {
  const { data, dataUpdatedAt } = useQuery(cardQueries.counters());
  const current = useSyncExternalStore(catalogueStatus.subscribe, () => catalogueStatus.get().current);
  const [counted, setCounted] = useState<CardCounters>();
  const revision = current?.revision;
  useEffect(() => {
    // Nothing is asked before there is a whole replica; later its worker may have ended.
    if (revision !== undefined)
      catalogueStatus
        .source()
        ?.counters()
        .then(setCounted, () => undefined);
  }, [revision]);
  const isEdited = waitsOfKnownCards(useOutboxContent());
  if (!current || !counted) return data;
  return isEdited || current.currentAtMs > dataUpdatedAt ? counted : data;
}
