import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import {
  getCardStatisticsEndpoint,
  getProfitEndpoint,
  listProfitCardsEndpoint,
  listProfitShopsEndpoint,
} from '#contract/analytics.ts';
import { getCardEconomicsEndpoint } from '#contract/unit-economics.ts';
import type { CardContent } from '#contract/cards.ts';
import { MAX_PAGE_SIZE } from '#contract/fields.ts';
import type { CallOptions } from './client.ts';
import { fetchQuery } from './fetch-query.ts';

type ProfitQuery = NonNullable<CallOptions<typeof getProfitEndpoint>['query']>;
type ShopsQuery = CallOptions<typeof listProfitShopsEndpoint>['query'];
type CardsQuery = Omit<CallOptions<typeof listProfitCardsEndpoint>['query'], 'limit' | 'offset'>;

type PriceTerms = Pick<CardContent, 'priceKopecks' | 'discount' | 'costPriceKopecks'>;

const PAGE_SIZE = 50;
/** The most that one answer holds: what is read to the end is read in few calls. */
const WHOLE_PAGE_SIZE = MAX_PAGE_SIZE;
/** A year of a big account is summed while it is asked for. */
const TIMEOUT_MS = 60_000;

/** Money is looked at, not kept: nothing of it is stored on the device. */
const meta = { isNotKept: true, isQuiet: true } as const;

export const analyticsQueries = {
  /** Without days, of the last ones that the reports of the shops cover. */
  profit: (query: ProfitQuery) =>
    queryOptions({
      queryKey: ['Profit', 'period', query],
      queryFn: (context) => fetchQuery(context, getProfitEndpoint, { query, timeoutMs: TIMEOUT_MS }),
      meta: { ...meta, errorText: 'Не удалось посчитать прибыль' },
    }),
  profitShops: (query: ShopsQuery) =>
    queryOptions({
      queryKey: ['Profit', 'shops', query],
      queryFn: (context) => fetchQuery(context, listProfitShopsEndpoint, { query, timeoutMs: TIMEOUT_MS }),
      meta: { ...meta, errorText: 'Не удалось посчитать прибыль по магазинам' },
    }),
  profitCards: (query: CardsQuery) =>
    infiniteQueryOptions({
      queryKey: ['Profit', 'cards', query],
      queryFn: (context) =>
        fetchQuery(context, listProfitCardsEndpoint, {
          query: { ...query, limit: String(PAGE_SIZE), offset: String(context.pageParam) },
          timeoutMs: TIMEOUT_MS,
        }),
      initialPageParam: 0,
      getNextPageParam: (page, pages) => (page.next === null ? undefined : pages.length * PAGE_SIZE),
      meta: { ...meta, errorText: 'Не удалось посчитать прибыль по карточкам' },
    }),
  /** One page of all the cards, for who reads them to the end: always asked of the server, never kept. */
  profitCardsPage: (query: CardsQuery, offset: number) =>
    queryOptions({
      queryKey: ['Profit', 'cards-page', query, offset],
      queryFn: (context) =>
        fetchQuery(context, listProfitCardsEndpoint, {
          query: { ...query, limit: String(WHOLE_PAGE_SIZE), offset: String(offset) },
          timeoutMs: TIMEOUT_MS,
        }),
      staleTime: 0,
      gcTime: 0,
      meta,
    }),
  /** One card of those days, by its number in its shop; null: nothing is known of it. */
  profitCard: (query: CardsQuery, { shopId, nmId }: { shopId: number; nmId: number }) =>
    queryOptions({
      queryKey: ['Profit', 'card', query],
      queryFn: async (context) => {
        const { results } = await fetchQuery(context, listProfitCardsEndpoint, {
          query: { ...query, limit: String(PAGE_SIZE), offset: '0' },
          timeoutMs: TIMEOUT_MS,
        });
        return results.find((card) => card.shopId === shopId && card.nmId === nmId) ?? null;
      },
      meta: { ...meta, errorText: 'Не удалось найти карточку' },
    }),
  /** At a price that is thought of; while the next is asked about, the card's last answer stands. */
  economics: (id: number, { priceKopecks, discount, costPriceKopecks }: PriceTerms) =>
    queryOptions({
      queryKey: ['Profit', id, 'economics', priceKopecks, discount, costPriceKopecks],
      queryFn: (context) =>
        fetchQuery(context, getCardEconomicsEndpoint, {
          params: { id },
          query: {
            priceKopecks: String(priceKopecks),
            discount: String(discount),
            ...(costPriceKopecks === null ? {} : { costPriceKopecks: String(costPriceKopecks) }),
          },
        }),
      placeholderData: (last, query) => (query?.queryKey[1] === id ? last : undefined),
      meta: { ...meta, errorText: 'Не удалось оценить прибыль' },
    }),
  card: (id: number, from: string, to: string) =>
    queryOptions({
      queryKey: ['Profit', id, from, to],
      queryFn: (context) =>
        fetchQuery(context, getCardStatisticsEndpoint, {
          params: { id },
          query: { from, to },
          timeoutMs: TIMEOUT_MS,
        }),
      meta: { ...meta, errorText: 'Не удалось загрузить статистику карточки' },
    }),
};
