import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { listCardChangesEndpoint } from '#contract/card-history.ts';
import { listCardsEndpoint } from '#contract/card-list.ts';
import { getCardEndpoint, updateCardEndpoint, type Card } from '#contract/cards.ts';
import type { EndpointBodyInput } from '#contract/endpoint.ts';
import { listShopCardsEndpoint, updateShopCardEndpoint } from '#contract/shop-cards.ts';
import { api } from './api.ts';
import { cardsChanged } from './cards.ts';
import { fetchQuery } from './fetch-query.ts';
import { newIdempotencyKey } from './idempotency-key.ts';
import { invalidateTag } from './tags.ts';

export const oneCardQueries = {
  byId: (id: number) =>
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
  changes: (id: number) =>
    infiniteQueryOptions({
      queryKey: ['Card', id, 'changes'],
      queryFn: (context) =>
        fetchQuery(context, listCardChangesEndpoint, {
          params: { id },
          query: context.pageParam > 0 ? { beforeId: String(context.pageParam) } : {},
        }),
      initialPageParam: 0,
      getNextPageParam: (page) => page.nextBeforeId ?? undefined,
      meta: { isNotKept: true, isShownInPlace: true, errorText: 'Не удалось загрузить историю карточки' },
    }),
};

/** After a save no screen shows the old value: the card is put in place, every copy of what holds it is dropped. */
export async function cardChanged(queryClient: QueryClient, card: Card): Promise<void> {
  queryClient.setQueryData(oneCardQueries.byId(card.id).queryKey, card);
  await Promise.all([invalidateTag(queryClient, 'Card', { entityId: card.id }), cardsChanged(queryClient)]);
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
    // Whoever opens it again at once sees what was saved, not what is still being read anew.
    onSuccess: (saved, { cardId }) => {
      queryClient.setQueryData(oneCardQueries.inShops(cardId).queryKey, (shops) =>
        shops?.map((one) => (one.shopId === saved.shopId ? saved : one)),
      );
    },
    // After a refusal too: somebody else may have changed it.
    onSettled: (_data, _error, { cardId }) => invalidateTag(queryClient, 'Card', { entityId: cardId }),
    meta: { errorText: 'Не удалось сохранить цену' },
  });
}
