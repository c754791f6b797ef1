import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  copyCardsEndpoint,
  duplicateCardEndpoint,
  listCopyNamesEndpoint,
  MAX_COPY_SOURCES,
  nameCopiesEndpoint,
  readCopySourcesEndpoint,
  type CopyRow,
} from '#contract/card-copies.ts';
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
export type CopySource = EndpointResponse<typeof nameCopiesEndpoint>['results'][number] &
  EndpointResponse<typeof readCopySourcesEndpoint>['results'][number];
export type CopyOfCard = EndpointBody<typeof copyCardsEndpoint>['rows'][number];
export type CopiesMade = EndpointResponse<typeof copyCardsEndpoint>;

/**
 * The chosen cards that the copying has not copied yet, and how many it has copied. The choice is looked at once, with all names; what
 * the copies are of comes part by part, and does not need the choice any more.
 */
export async function readCopiesOfMany(
  choice: { selection: CardSelection; copyingKey: string },
  onProgress: (read: number, total: number) => void,
  signal: AbortSignal,
): Promise<{ sources: CopySource[]; madeCount: number }> {
  const { results: names, madeCount } = await api.call(nameCopiesEndpoint, {
    body: choice,
    signal,
    timeoutMs: PART_TIMEOUT_MS,
  });
  onProgress(0, names.length);
  const sources: CopySource[] = [];
  for (let from = 0; from < names.length; from += MAX_COPY_SOURCES) {
    const part = new Map(names.slice(from, from + MAX_COPY_SOURCES).map((name) => [name.cardId, name]));
    const { results } = await api.call(readCopySourcesEndpoint, {
      body: { cardIds: [...part.keys()] },
      signal,
      timeoutMs: PART_TIMEOUT_MS,
    });
    for (const source of results) {
      const name = part.get(source.cardId);
      if (name) sources.push({ ...source, ...name });
    }
    onProgress(sources.length, names.length);
  }
  return { sources, madeCount };
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
    meta: { isQuiet: true },
  });
}

interface CopyingInput {
  copyingKey: string;
  rows: readonly CopyOfCard[];
  /** The copies of a part, which come in the order of the rows. */
  onMade: (part: CopiesMade) => void;
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
        const made = await api.call(copyCardsEndpoint, {
          body,
          idempotencyKey: keyOf(body),
          timeoutMs: PART_TIMEOUT_MS,
        });
        onMade(made);
      }
    },
    onSettled: () => cardsChanged(queryClient),
    // The table says what came of it.
    meta: { isQuiet: true },
  });
}
