import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  copyCardsEndpoint,
  duplicateCardEndpoint,
  listCopyNamesEndpoint,
  readCopiesOfManyEndpoint,
  type CopyRow,
} from '#contract/card-copies.ts';
import type { CardRow } from '#contract/card-list.ts';
import type { CardSelection } from '#contract/card-operations.ts';
import type { EndpointBody, EndpointResponse } from '#contract/endpoint.ts';
import { api } from './api.ts';
import { cardsChanged } from './cards.ts';
import { fetchQuery } from './fetch-query.ts';
import { useKeyOfRequest } from './use-key-of-request.ts';

export const cardCopyQueries = {
  /** Free now: asked for anew with every change of the list. */
  names: (id: number, count: number) =>
    queryOptions({
      queryKey: ['Cards', 'copy-names', id, count],
      queryFn: (context) =>
        fetchQuery(context, listCopyNamesEndpoint, { params: { id }, query: { count: String(count) } }),
      meta: { isNotKept: true, isShownInPlace: true, errorText: 'Не удалось подобрать артикулы' },
    }),
};

const PART_TIMEOUT_MS = 60_000;
/** One transaction each: on a small server nobody else waits longer for it than for a page. */
export const COPIES_PER_PART = 25;

/** A chosen card, and what its copy is called when nobody says otherwise. */
export type CopySource = EndpointResponse<typeof readCopiesOfManyEndpoint>['results'][number];
export type CopyOfCard = EndpointBody<typeof copyCardsEndpoint>['rows'][number];

/** The chosen cards that the copying has not copied yet, asked for part by part, and how many it has copied. */
export async function readCopiesOfMany(
  { selection, copyingKey }: { selection: CardSelection; copyingKey: string },
  onProgress: (read: number, total: number) => void,
  signal: AbortSignal,
): Promise<{ sources: CopySource[]; madeCount: number }> {
  const sources: CopySource[] = [];
  let madeBefore = 0;
  let afterId: number | null | undefined;
  while (afterId !== null) {
    const { results, cardTotal, madeCount, nextAfterId } = await api.call(readCopiesOfManyEndpoint, {
      body: { selection, copyingKey, ...(afterId !== undefined && { afterId }) },
      signal,
      timeoutMs: PART_TIMEOUT_MS,
    });
    sources.push(...results);
    madeBefore = madeCount;
    afterId = nextAfterId;
    onProgress(sources.length, cardTotal - madeCount);
  }
  return { sources, madeCount: madeBefore };
}

export function useDuplicateCard() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: ['Cards', 'duplicate'],
    mutationFn: (input: { id: number; copies: number; rows: readonly CopyRow[]; idempotencyKey: string }) =>
      api.call(duplicateCardEndpoint, {
        params: { id: input.id },
        body: { copies: input.copies, rows: [...input.rows] },
        idempotencyKey: input.idempotencyKey,
      }),
    onSuccess: () => cardsChanged(queryClient),
    meta: { errorText: 'Не удалось создать копии' },
  });
}

interface CopyingInput {
  copyingKey: string;
  rows: readonly CopyOfCard[];
  /** The copies of a part, which come in the order of the rows. */
  onMade: (cards: readonly CardRow[]) => void;
  /** Asked before each part but the first. */
  mayGoOn: () => boolean;
}

/** Makes copies part by part. What is refused or lost ends it: the parts before stand, and a part that is asked for again is made once. */
export function useCopyCards() {
  const queryClient = useQueryClient();
  const keyOf = useKeyOfRequest();
  return useMutation({
    mutationKey: ['Cards', 'copy'],
    mutationFn: async ({ copyingKey, rows, onMade, mayGoOn }: CopyingInput) => {
      for (let from = 0; from < rows.length && (from === 0 || mayGoOn()); from += COPIES_PER_PART) {
        const body = { copyingKey, rows: rows.slice(from, from + COPIES_PER_PART) };
        const { cards } = await api.call(copyCardsEndpoint, {
          body,
          idempotencyKey: keyOf(body),
          timeoutMs: PART_TIMEOUT_MS,
        });
        onMade(cards);
      }
    },
    onSettled: () => cardsChanged(queryClient),
    meta: { errorText: 'Не удалось создать копии' },
  });
}
