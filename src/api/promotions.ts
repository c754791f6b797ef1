import { queryOptions } from '@tanstack/react-query';
import {
  getPromotionEndpoint,
  listPromotionCardsEndpoint,
  listPromotionsEndpoint,
} from '#contract/promotions.ts';
import type { CallOptions } from './client.ts';
import { fetchQuery } from './fetch-query.ts';

type ListQuery = NonNullable<CallOptions<typeof listPromotionsEndpoint>['query']>;

/** Calendars that were never read are read from the marketplace while the answer is awaited. */
const TIMEOUT_MS = 60_000;

export const promotionQueries = {
  list: (query: ListQuery) =>
    queryOptions({
      queryKey: ['Promotions', 'list', query],
      queryFn: (context) => fetchQuery(context, listPromotionsEndpoint, { query, timeoutMs: TIMEOUT_MS }),
      meta: {
        schema: listPromotionsEndpoint.response,
        isQuiet: true,
        errorText: 'Не удалось загрузить акции',
      },
    }),
  one: (id: number) =>
    queryOptions({
      queryKey: ['Promotions', id],
      queryFn: (context) => fetchQuery(context, getPromotionEndpoint, { params: { id } }),
      meta: { schema: getPromotionEndpoint.response, isQuiet: true, errorText: 'Не удалось загрузить акцию' },
    }),
  /** Prices of now: always asked of the marketplace, never shown from a copy. */
  cards: (id: number) =>
    queryOptions({
      queryKey: ['Promotions', id, 'cards'],
      queryFn: (context) =>
        fetchQuery(context, listPromotionCardsEndpoint, { params: { id }, timeoutMs: TIMEOUT_MS }),
      meta: { isNotKept: true, isQuiet: true, errorText: 'Не удалось загрузить карточки акции' },
    }),
};
