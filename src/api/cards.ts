import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { getCardCountersEndpoint, getCardFacetsEndpoint, listCardsEndpoint } from '#contract/card-list.ts';
import type { CallOptions } from './client.ts';
import { fetchQuery } from './fetch-query.ts';
import { invalidateTag } from './tags.ts';

type ListQuery = NonNullable<CallOptions<typeof listCardsEndpoint>['query']>;

/** The list of cards; one card has `one-card.ts`. */
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
};

export async function cardsChanged(queryClient: QueryClient): Promise<void> {
  await Promise.all([invalidateTag(queryClient, 'Cards'), invalidateTag(queryClient, 'CardCounters')]);
}
