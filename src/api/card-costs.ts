import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import {
  addCardCostEndpoint,
  deleteCardCostEndpoint,
  listCardCostsEndpoint,
  type CardCost,
} from '#contract/card-costs.ts';
import type { EndpointBodyInput } from '#contract/endpoint.ts';
import { api } from './api.ts';
import { cardsChanged } from './cards.ts';
import { fetchQuery } from './fetch-query.ts';
import { newIdempotencyKey } from './idempotency-key.ts';
import { invalidateTag } from './tags.ts';

export const cardCostQueries = {
  /** «История себестоимости» of a card. Money is looked at, not kept. */
  ofCard: (id: number) =>
    queryOptions({
      queryKey: ['Card', id, 'costs'],
      queryFn: (context) => fetchQuery(context, listCardCostsEndpoint, { params: { id } }),
      meta: {
        isNotKept: true,
        isShownInPlace: true,
        errorText: 'Не удалось загрузить историю себестоимости',
      },
    }),
};

/** What is valid today is the card's own field, and every profit is counted by these. */
async function costsChanged(queryClient: QueryClient, cardId: number, costs: CardCost[]): Promise<void> {
  queryClient.setQueryData(cardCostQueries.ofCard(cardId).queryKey, costs);
  await Promise.all([
    invalidateTag(queryClient, 'Card', { entityId: cardId }),
    invalidateTag(queryClient, 'Profit'),
    cardsChanged(queryClient),
  ]);
}

/** A cost from a day on: never queued, like every price. */
export function useAddCardCost(cardId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: ['Card', 'add-cost'],
    mutationFn: (body: EndpointBodyInput<typeof addCardCostEndpoint>) =>
      api.call(addCardCostEndpoint, { params: { id: cardId }, body, idempotencyKey: newIdempotencyKey() }),
    onSuccess: (costs) => costsChanged(queryClient, cardId, costs),
    meta: { errorText: 'Не удалось сохранить себестоимость' },
  });
}

export function useDeleteCardCost(cardId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: ['Card', 'delete-cost'],
    mutationFn: (costId: number) =>
      api.call(deleteCardCostEndpoint, {
        params: { id: cardId, costId },
        idempotencyKey: newIdempotencyKey(),
      }),
    onSuccess: (costs) => costsChanged(queryClient, cardId, costs),
    meta: { errorText: 'Не удалось удалить себестоимость' },
  });
}
