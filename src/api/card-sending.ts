import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  checkCardEndpoint,
  checkNewCardEndpoint,
  readCardStocksEndpoint,
  sendCardStocksEndpoint,
  sendCardsEndpoint,
} from '#contract/card-sending.ts';
import type { CardContent } from '#contract/cards.ts';
import type { EndpointBodyInput } from '#contract/endpoint.ts';
import { api } from './api.ts';
import { cardsChanged } from './cards.ts';
import { oneCardQueries } from './one-card.ts';
import { isChoiceLost, refetchWhatWasChosen } from './selections.ts';
import { invalidateTag } from './tags.ts';
import { tellUnanswered } from './unanswered-step.ts';

export const cardCheckQueries = {
  /** One card as it is on the screen, saved or not. */
  ofContent: (id: number, shopIds: number[], content: CardContent) =>
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
  /** One that is not created yet. */
  ofNewCard: (shopIds: number[], content: CardContent) =>
    queryOptions({
      queryKey: ['Card', 'check-new', shopIds, content],
      queryFn: ({ signal }) =>
        api.call(checkNewCardEndpoint, { body: { shopIds, content }, signal, timeoutMs: 60_000 }),
      staleTime: 0,
      gcTime: 0,
      meta: { isNotKept: true, errorText: 'Не удалось проверить карточку' },
    }),
};

/** A shipment is created; it goes on by itself on the server. */
export function useSendCards() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: ['Shipments', 'create'],
    mutationFn: (input: { body: EndpointBodyInput<typeof sendCardsEndpoint>; idempotencyKey: string }) =>
      tellUnanswered(
        api.call(sendCardsEndpoint, { body: input.body, idempotencyKey: input.idempotencyKey }),
        'Ответ сервера не пришёл. Нажмите ещё раз: вторая отправка не создастся',
      ),
    onSuccess: async () => {
      await Promise.all([
        invalidateTag(queryClient, 'Shipments'),
        cardsChanged(queryClient),
        invalidateTag(queryClient, 'Card'),
      ]);
    },
    onError: (error) => refetchWhatWasChosen(queryClient, error),
    meta: { isQuiet: isChoiceLost, errorText: 'Не удалось создать отправку' },
  });
}

/** Reads the card's stocks at the marketplace; what every screen shows of them is then what was read. */
export function useReadCardStocks() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => api.call(readCardStocksEndpoint, { params: { id }, timeoutMs: 60_000 }),
    onSuccess: async ({ shopCards }, id) => {
      queryClient.setQueryData(oneCardQueries.inShops(id).queryKey, shopCards);
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
