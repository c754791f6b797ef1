import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  copyCardsEndpoint,
  duplicateCardEndpoint,
  listCopiesOfManyEndpoint,
  listCopyNamesEndpoint,
  type CopyRow,
} from '#contract/card-copies.ts';
import type { CardSelection } from '#contract/card-operations.ts';
import type { EndpointBody } from '#contract/endpoint.ts';
import { api } from './api.ts';
import { cardsChanged } from './cards.ts';
import { fetchQuery } from './fetch-query.ts';

export const cardCopyQueries = {
  /** Free now: asked for anew with every change of the list. */
  names: (id: number, count: number) =>
    queryOptions({
      queryKey: ['Cards', 'copy-names', id, count],
      queryFn: (context) =>
        fetchQuery(context, listCopyNamesEndpoint, { params: { id }, query: { count: String(count) } }),
      meta: { isNotKept: true, isShownInPlace: true, errorText: 'Не удалось подобрать артикулы' },
    }),
  /** A copy of each chosen card under a name that is free now. */
  ofMany: (selection: CardSelection) =>
    queryOptions({
      queryKey: ['Cards', 'copies-of-many', selection],
      queryFn: (context) => fetchQuery(context, listCopiesOfManyEndpoint, { body: { selection } }),
      meta: { isNotKept: true, isShownInPlace: true, errorText: 'Не удалось подобрать артикулы' },
    }),
};

type CopyOfCard = EndpointBody<typeof copyCardsEndpoint>['rows'][number];

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

export function useCopyCards() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: ['Cards', 'copy'],
    mutationFn: ({ rows, idempotencyKey }: { rows: CopyOfCard[]; idempotencyKey: string }) =>
      api.call(copyCardsEndpoint, { body: { rows }, idempotencyKey }),
    onSuccess: () => cardsChanged(queryClient),
    meta: { errorText: 'Не удалось создать копии' },
  });
}
