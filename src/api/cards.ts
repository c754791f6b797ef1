import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import {
  checkCardEndpoint,
  readCardStocksEndpoint,
  sendCardStocksEndpoint,
  sendCardsEndpoint,
} from '#contract/card-sending.ts';
import { generateDescriptionEndpoint, generateTitlesEndpoint } from '#contract/card-texts.ts';
import { getCardCountersEndpoint, getCardFacetsEndpoint, listCardsEndpoint } from '#contract/card-list.ts';
import { type CardSelection, duplicateCardEndpoint } from '#contract/card-operations.ts';
import {
  getCardEndpoint,
  parseCardEndpoint,
  parseResellerCardEndpoint,
  updateCardEndpoint,
  type Card,
  type CardContent,
} from '#contract/cards.ts';
import { listShopCardsEndpoint, updateShopCardEndpoint } from '#contract/shop-cards.ts';
import { listSubjectCharacteristicsEndpoint, listSubjectsEndpoint } from '#contract/subjects.ts';
import type { EndpointBodyInput } from '#contract/endpoint.ts';
import { ApiError } from './http/api-error.ts';
import { api } from './api.ts';
import type { CallOptions } from './client.ts';
import { fetchQuery } from './fetch-query.ts';
import { newIdempotencyKey } from './idempotency-key.ts';
import { invalidateTag } from './tags.ts';

type ListQuery = NonNullable<CallOptions<typeof listCardsEndpoint>['query']>;

/** Subjects and characteristics change rarely: asked for once an hour. */
const DIRECTORY_STALE_TIME_MS = 3_600_000;

export const cardQueries = {
  /** One page of the list; the query's values are those of the address. */
  list: (query: ListQuery) =>
    queryOptions({
      queryKey: ['Cards', 'list', query],
      queryFn: (context) => fetchQuery(context, listCardsEndpoint, { query }),
      meta: {
        schema: listCardsEndpoint.response,
        errorText: 'Не удалось загрузить список карточек',
        // A later page has rows above it and no place to say anything.
        isShownInPlace: Number(query.offset ?? 0) === 0,
      },
    }),
  counters: () =>
    queryOptions({
      queryKey: ['CardCounters'],
      queryFn: (context) => fetchQuery(context, getCardCountersEndpoint),
      meta: { schema: getCardCountersEndpoint.response, errorText: 'Не удалось загрузить счётчики карточек' },
    }),
  facets: () =>
    queryOptions({
      queryKey: ['Cards', 'facets'],
      queryFn: (context) => fetchQuery(context, getCardFacetsEndpoint),
      meta: { schema: getCardFacetsEndpoint.response, errorText: 'Не удалось загрузить фильтры' },
    }),
  one: (id: number) =>
    queryOptions({
      queryKey: ['Card', id],
      queryFn: (context) => fetchQuery(context, getCardEndpoint, { params: { id } }),
      meta: {
        schema: getCardEndpoint.response,
        errorText: 'Не удалось загрузить карточку',
        isShownInPlace: true,
      },
    }),
  /** The list narrowed to one nmId: how an address with `?nmId=` finds its card. */
  byNmId: (nmId: number) =>
    queryOptions({
      queryKey: ['Cards', 'byNmId', nmId],
      queryFn: (context) =>
        fetchQuery(context, listCardsEndpoint, {
          query: { nmId: String(nmId), limit: '1', withArchived: 'true' },
        }),
      meta: {
        schema: listCardsEndpoint.response,
        errorText: 'Не удалось найти карточку',
        isShownInPlace: true,
      },
    }),
  inShops: (id: number) =>
    queryOptions({
      queryKey: ['Card', id, 'shop-cards'],
      queryFn: (context) => fetchQuery(context, listShopCardsEndpoint, { params: { id } }),
      meta: {
        schema: listShopCardsEndpoint.response,
        errorText: 'Не удалось загрузить карточку в магазинах',
      },
    }),
  check: (selection: CardSelection, shopIds: number[]) =>
    queryOptions({
      queryKey: ['Card', 'check', selection, shopIds],
      queryFn: ({ signal }) =>
        api.call(checkCardEndpoint, { body: { selection, shopIds }, signal, timeoutMs: 60_000 }),
      staleTime: 0,
      meta: { isNotKept: true, isQuiet: true, errorText: 'Не удалось проверить карточки' },
    }),
  /** One card as it is on the screen, saved or not. */
  checkContent: (id: number, shopIds: number[], content: CardContent) =>
    queryOptions({
      queryKey: ['Card', 'check-content', id, shopIds, content],
      queryFn: ({ signal }) =>
        api.call(checkCardEndpoint, {
          body: { selection: { ids: [id] }, shopIds, content },
          signal,
          timeoutMs: 60_000,
        }),
      staleTime: 0,
      gcTime: 0,
      meta: { isNotKept: true, errorText: 'Не удалось проверить карточку' },
    }),
  subjects: (search: string) =>
    queryOptions({
      queryKey: ['Subjects', search],
      queryFn: (context) => fetchQuery(context, listSubjectsEndpoint, { query: search ? { search } : {} }),
      staleTime: DIRECTORY_STALE_TIME_MS,
      meta: { schema: listSubjectsEndpoint.response },
    }),
  characteristics: (subjectId: number) =>
    queryOptions({
      queryKey: ['Subjects', subjectId, 'characteristics'],
      queryFn: (context) =>
        fetchQuery(context, listSubjectCharacteristicsEndpoint, { params: { id: subjectId } }),
      staleTime: DIRECTORY_STALE_TIME_MS,
      meta: { schema: listSubjectCharacteristicsEndpoint.response },
    }),
};

/** After a save no screen shows the old value: the card is put in place, every copy of what holds it is dropped. */
export async function cardChanged(queryClient: QueryClient, card: Card): Promise<void> {
  queryClient.setQueryData(cardQueries.one(card.id).queryKey, card);
  await Promise.all([invalidateTag(queryClient, 'Card', { entityId: card.id }), cardsChanged(queryClient)]);
}

export async function cardsChanged(queryClient: QueryClient): Promise<void> {
  await Promise.all([invalidateTag(queryClient, 'Cards'), invalidateTag(queryClient, 'CardCounters')]);
}

export function useUpdateCard() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: ['Card', 'update'],
    mutationFn: (input: {
      id: number;
      version: number;
      patch: EndpointBodyInput<typeof updateCardEndpoint>;
      idempotencyKey: string;
    }) =>
      api.call(updateCardEndpoint, {
        params: { id: input.id },
        body: input.patch,
        version: input.version,
        idempotencyKey: input.idempotencyKey,
      }),
    onSuccess: (card) => cardChanged(queryClient, card),
    // A refusal may be joined and sent again: whoever saves knows what to tell.
    meta: { isQuiet: true },
  });
}

export function useDuplicateCard() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: ['Cards', 'duplicate'],
    mutationFn: (input: { id: number; copies: number; idempotencyKey: string }) =>
      api.call(duplicateCardEndpoint, {
        params: { id: input.id },
        body: { copies: input.copies },
        idempotencyKey: input.idempotencyKey,
      }),
    onSuccess: () => cardsChanged(queryClient),
    meta: { errorText: 'Не удалось создать копии' },
  });
}

/** True of the refusal to act on another number of cards than the person has seen. */
export function isSelectionChanged(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'selection_changed';
}

/** The list on the screen is not what the server has: the person looks at it again. */
export async function refetchWhatWasChosen(queryClient: QueryClient, error: unknown): Promise<void> {
  if (isSelectionChanged(error)) await cardsChanged(queryClient);
}

/** A shop's own price: never queued, like every price. */
export function useUpdateShopCard() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: ['Card', 'own-price'],
    mutationFn: (input: {
      cardId: number;
      shopId: number;
      body: EndpointBodyInput<typeof updateShopCardEndpoint>;
    }) =>
      api.call(updateShopCardEndpoint, {
        params: { id: input.cardId, shopId: input.shopId },
        body: input.body,
        idempotencyKey: newIdempotencyKey(),
      }),
    onSuccess: (_, { cardId }) => invalidateTag(queryClient, 'Card', { entityId: cardId }),
    meta: { errorText: 'Не удалось сохранить цену' },
  });
}

/** A shipment is created; it goes on by itself on the server. */
export function useSendCards() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: ['Shipments', 'create'],
    mutationFn: (input: { body: EndpointBodyInput<typeof sendCardsEndpoint>; idempotencyKey: string }) =>
      api.call(sendCardsEndpoint, { body: input.body, idempotencyKey: input.idempotencyKey }),
    onSuccess: async () => {
      await Promise.all([
        invalidateTag(queryClient, 'Shipments'),
        cardsChanged(queryClient),
        invalidateTag(queryClient, 'Card'),
      ]);
    },
    onError: (error) => refetchWhatWasChosen(queryClient, error),
    meta: { errorText: 'Не удалось создать отправку' },
  });
}

/** Reads the card's stocks at the marketplace; what every screen shows of them is then what was read. */
export function useReadCardStocks() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => api.call(readCardStocksEndpoint, { params: { id }, timeoutMs: 60_000 }),
    onSuccess: async ({ shopCards }, id) => {
      queryClient.setQueryData(cardQueries.inShops(id).queryKey, shopCards);
      await cardsChanged(queryClient);
    },
    meta: { isQuiet: true },
  });
}

export function useSendCardStocks() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: ['Card', 'send-stocks'],
    mutationFn: (input: {
      id: number;
      stocks: EndpointBodyInput<typeof sendCardStocksEndpoint>['stocks'];
      idempotencyKey: string;
    }) =>
      api.call(sendCardStocksEndpoint, {
        params: { id: input.id },
        body: { stocks: input.stocks },
        idempotencyKey: input.idempotencyKey,
        timeoutMs: 60_000,
      }),
    onSuccess: async (_, { id }) => {
      await Promise.all([invalidateTag(queryClient, 'Card', { entityId: id }), cardsChanged(queryClient)]);
    },
    meta: { errorText: 'Не удалось отправить остатки' },
  });
}

export function useGenerateTitles() {
  return useMutation({
    mutationFn: (body: EndpointBodyInput<typeof generateTitlesEndpoint>) =>
      api.call(generateTitlesEndpoint, { body, timeoutMs: 60_000 }),
    meta: { errorText: 'Не удалось предложить варианты' },
  });
}

export function useGenerateDescription() {
  return useMutation({
    mutationFn: (body: EndpointBodyInput<typeof generateDescriptionEndpoint>) =>
      api.call(generateDescriptionEndpoint, { body, timeoutMs: 60_000 }),
    meta: { errorText: 'Не удалось написать описание' },
  });
}

/** Values for the form from a card of one's own shops, or of the reseller programme. */
export function useParseCard() {
  return useMutation({
    mutationFn: ({ nmId, isReseller }: { nmId: number; isReseller: boolean }) =>
      isReseller
        ? api.call(parseResellerCardEndpoint, { body: { nmId }, timeoutMs: 60_000 })
        : api.call(parseCardEndpoint, { params: { nmId }, timeoutMs: 60_000 }),
    meta: { errorText: 'Не удалось прочитать карточку' },
  });
}
