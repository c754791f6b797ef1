import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { cardQueries } from '#api/cards.ts';
import { oneCardQueries } from '#api/one-card.ts';
import type { CardRow } from '#contract/card-list.ts';
import { catalogueStatus } from '#offline/catalogue/catalogue-status.ts';
import { canReachServer, useConnectivity } from '#offline/connection/connectivity.ts';
import type { CountedCard } from '#offline/counts/count-document.ts';

const MAX_FOUND = 8;
const SEARCH_DELAY_MS = 150;
const MIN_SEARCH_LENGTH = 2;

interface Found {
  count: number;
  results: CardRow[];
}

/** Cards by what is typed or scanned: of this device where it holds the whole list, else of the server; undefined: neither says. */
async function search(
  queryClient: QueryClient,
  text: string,
  isReachable: boolean,
): Promise<Found | undefined> {
  const query = {
    search: text,
    limit: String(MAX_FOUND),
    ordering: '-updated_at' as const,
    withArchived: 'true' as const,
  };
  const source = catalogueStatus.get().current ? catalogueStatus.source() : undefined;
  // Its worker may have ended: then the server is asked.
  const onDevice = await source?.query(query).catch(() => undefined);
  if (onDevice) return onDevice;
  if (!isReachable) return undefined;
  const asked = cardQueries.list(query);
  return await queryClient
    .fetchQuery({ ...asked, meta: { ...asked.meta, isNotKept: true, isQuiet: true }, retry: false })
    .catch(() => undefined);
}

export function countedCardOf({ id, vendorCode, title }: CardRow): CountedCard {
  return { id, vendorCode, title };
}

/** The card of a barcode; null: there is none; undefined: nobody can say, or several have it. */
export async function findByBarcode(
  queryClient: QueryClient,
  barcode: string,
  isReachable: boolean,
): Promise<CountedCard | null | undefined> {
  const found = await search(queryClient, barcode, isReachable);
  if (!found || found.count > 1) return undefined;
  const [row] = found.results;
  return row ? countedCardOf(row) : null;
}

export interface CardSize {
  techSize: string;
  barcode: string;
}

/** The sizes of a card that have a barcode, from its copy or the server; none where neither is there. */
export async function findSizes(
  queryClient: QueryClient,
  cardId: number,
  isReachable: boolean,
): Promise<CardSize[]> {
  const asked = oneCardQueries.byId(cardId);
  const card =
    queryClient.getQueryData(asked.queryKey) ??
    (isReachable
      ? await queryClient
          .fetchQuery({ ...asked, meta: { ...asked.meta, isQuiet: true }, retry: false })
          .catch(() => undefined)
      : undefined);
  return (card?.sizes ?? []).flatMap(({ techSize, skus: [barcode] }) =>
    barcode === undefined ? [] : [{ techSize, barcode }],
  );
}

/** What the typed text finds; `isAnswered` is false while nobody can say. */
export function useFoundCards(typed: string): {
  found: CardRow[];
  isAnswered: boolean;
  isSearching: boolean;
} {
  const queryClient = useQueryClient();
  const isReachable = canReachServer(useConnectivity());
  const { current } = useSyncExternalStore(catalogueStatus.subscribe, catalogueStatus.get);
  const wanted = typed.trim();
  const [answered, setAnswered] = useState<{ text: string; found: Found | undefined }>({
    text: '',
    found: undefined,
  });
  const revision = current?.revision;
  useEffect(() => {
    if (wanted.length < MIN_SEARCH_LENGTH) return undefined;
    let isWanted = true;
    const ask = async () => {
      const found = await search(queryClient, wanted, isReachable);
      if (isWanted) setAnswered({ text: wanted, found });
    };
    const timer = setTimeout(() => void ask(), revision === undefined ? SEARCH_DELAY_MS : 0);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [queryClient, wanted, isReachable, revision]);
  const isAsked = wanted.length >= MIN_SEARCH_LENGTH;
  const isCurrent = isAsked && answered.text === wanted;
  return {
    found: isCurrent ? (answered.found?.results ?? []) : [],
    isAnswered: isCurrent && answered.found !== undefined,
    isSearching: isAsked && !isCurrent,
  };
}
