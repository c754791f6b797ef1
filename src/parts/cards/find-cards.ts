import type { QueryClient } from '@tanstack/react-query';
import { cardQueries } from '#api/cards.ts';
import type { CardRow } from '#contract/card-list.ts';
import { catalogueStatus } from '#offline/catalogue/catalogue-status.ts';

export interface FoundCards {
  count: number;
  results: CardRow[];
}

export type CardsQuery = Parameters<typeof cardQueries.list>[0];

/** The answer of this device; undefined where it does not hold the whole list, or the server alone knows. */
export async function findOnDevice(query: CardsQuery): Promise<FoundCards | undefined> {
  const source = catalogueStatus.get().current ? catalogueStatus.source() : undefined;
  // Its worker may have ended: it says no more.
  return source?.query(query).catch(() => undefined);
}

/**
 * One answer to a question of the card list, for whoever chooses among cards: of this device where it holds the whole list, else of the
 * server. Throws as the server's answer does.
 */
export async function findCards(queryClient: QueryClient, query: CardsQuery): Promise<FoundCards> {
  const onDevice = await findOnDevice(query);
  if (onDevice) return onDevice;
  const asked = cardQueries.list(query);
  return queryClient.fetchQuery({
    ...asked,
    meta: { ...asked.meta, isNotKept: true, isQuiet: true },
    retry: false,
  });
}
