import { queryOptions } from '@tanstack/react-query';
import {
  getPromotionEndpoint,
  listPromotionCardsEndpoint,
  listPromotionsEndpoint,
  type Promotion,
  type PromotionCard,
} from '#contract/promotions.ts';
import type { CallOptions } from './client.ts';
import { fetchQuery } from './fetch-query.ts';

type ListQuery = NonNullable<CallOptions<typeof listPromotionsEndpoint>['query']>;

/** Calendars that were never read are read from the marketplace while the answer is awaited. */
const TIMEOUT_MS = 60_000;

const LIST_KEY = ['Promotions', 'list'] as const;

type Counted = Pick<Promotion, 'inActionCount' | 'availableCount'>;

function areOthers(cards: readonly PromotionCard[], { inActionCount, availableCount }: Counted): boolean {
  const joined = cards.filter((card) => card.isInAction).length;
  return joined !== inActionCount || cards.length - joined !== availableCount;
}

export const promotionQueries = {
  list: (query: ListQuery) =>
    queryOptions({
      queryKey: [...LIST_KEY, query],
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
  cards: ({ id, ...counted }: Counted & Pick<Promotion, 'id'>) =>
    queryOptions({
      queryKey: ['Promotions', id, 'cards'],
      queryFn: async (context) => {
        const cards = await fetchQuery(context, listPromotionCardsEndpoint, {
          params: { id },
          timeoutMs: TIMEOUT_MS,
        });
        // The server keeps how many they are: the list beside them says so, too.
        if (areOthers(cards, counted)) void context.client.invalidateQueries({ queryKey: LIST_KEY });
        return cards;
      },
      meta: { isNotKept: true, isQuiet: true, errorText: 'Не удалось загрузить карточки акции' },
    }),
};
