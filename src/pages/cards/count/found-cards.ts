import type { QueryClient } from '@tanstack/react-query';
import { oneCardQueries } from '#api/one-card.ts';
import type { CardRow } from '#contract/card-list.ts';
import { catalogueStatus } from '#offline/catalogue/catalogue-status.ts';
import type { CountedCard } from '#offline/counts/count-document.ts';
import { findCards } from '#parts/cards/find-cards.ts';
import { searchQuery } from '#parts/cards/use-card-search.ts';

export function countedCardOf({ id, vendorCode, title }: CardRow): CountedCard {
  return { id, vendorCode, title };
}

/** The card of a barcode; null: there is none; undefined: nobody can say, or several have it. */
export async function findByBarcode(
  queryClient: QueryClient,
  barcode: string,
  isReachable: boolean,
): Promise<CountedCard | null | undefined> {
  const isAnswerable = isReachable || catalogueStatus.get().current !== null;
  const found = isAnswerable
    ? await findCards(queryClient, searchQuery(barcode, true)).catch(() => undefined)
    : undefined;
  if (!found || found.count > 1) return undefined;
  const [row] = found.results;
  return row ? countedCardOf(row) : null;
}

export interface CardSize {
  techSize: string;
  barcode: string;
}

/**
 * The sizes of a card that have a barcode, from its copy or the server; none where neither is there. Memory holds only what is on the
 * screen: copies on the device, and what was taken along, come with the query, as to the card's own page.
 */
export async function findSizes(
  queryClient: QueryClient,
  cardId: number,
  isReachable: boolean,
): Promise<CardSize[]> {
  const asked = oneCardQueries.byId(cardId);
  const card = await queryClient
    .fetchQuery({
      ...asked,
      // A copy is there at once or not at all: whoever counts does not wait for a server that is away.
      ...(!isReachable && { queryFn: () => Promise.reject(new Error('Nobody can be asked')) }),
      meta: { ...asked.meta, isQuiet: true },
      staleTime: Infinity,
      retry: false,
    })
    .catch(() => undefined);
  return (card?.sizes ?? []).flatMap(({ techSize, skus: [barcode] }) =>
    barcode === undefined ? [] : [{ techSize, barcode }],
  );
}
