import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import type { EndpointBodyInput } from '#contract/endpoint.ts';
import { MAX_PAGE_SIZE } from '#contract/fields.ts';
import {
  getApplicationEndpoint,
  listAppliedCardsEndpoint,
  listApplicationsEndpoint,
  prepareApplicationEndpoint,
  startApplicationEndpoint,
  takeInByHandEndpoint,
  type PromotionApplication,
} from '#contract/promotion-applications.ts';
import { api } from './api.ts';
import { fetchQuery } from './fetch-query.ts';
import { invalidateTag } from './tags.ts';

/** Every shop's offer is asked of the marketplace meanwhile. */
const PREPARE_TIMEOUT_MS = 60_000;
const POLL_MS = 2_000;
/** Until the promotion starts nothing changes from one minute to the next. */
const SCHEDULED_POLL_MS = 60_000;
const PAGE_SIZE = 100;
const LIST_SIZE = 20;

export type ApplicationInput = EndpointBodyInput<typeof prepareApplicationEndpoint>;

/** The server sends and reads back, and goes on without us. */
export function isAtWork({ state }: Pick<PromotionApplication, 'state'>): boolean {
  return state === 'SENDING' || state === 'CONFIRMING' || state === 'SCHEDULED';
}

const oneKey = (id: number) => ['Promotions', 'application', id] as const;

/**
 * What shops offer is other once cards have joined or left. Neither the application that has just said so, whose answer would be
 * thrown away and asked for again without an end, nor what was prepared: another look would be another application.
 */
function readOffersAgain(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({
    queryKey: ['Promotions'],
    predicate: ({ queryKey: [, kind] }) => kind !== 'application' && kind !== 'prepare',
  });
}

export const applicationQueries = {
  /** Freezes what would be sent; each look is another one, and only what is started is kept. */
  prepare: (input: ApplicationInput) =>
    queryOptions({
      queryKey: ['Promotions', 'prepare', input],
      queryFn: async (context) => {
        const application = await fetchQuery(context, prepareApplicationEndpoint, {
          body: input,
          timeoutMs: PREPARE_TIMEOUT_MS,
        });
        context.client.setQueryData(oneKey(application.id), application);
        return application;
      },
      staleTime: Infinity,
      gcTime: 0,
      refetchOnReconnect: false,
      meta: {
        isNotKept: true,
        isShownInPlace: true,
        errorText: 'Не удалось посмотреть, что станет с карточками',
      },
    }),
  one: (id: number) =>
    queryOptions({
      queryKey: oneKey(id),
      queryFn: async (context) => {
        const before = context.client.getQueryData<PromotionApplication>(oneKey(id));
        const application = await fetchQuery(context, getApplicationEndpoint, { params: { id } });
        if (before && isAtWork(before) && !isAtWork(application)) {
          void readOffersAgain(context.client);
        }
        return application;
      },
      refetchInterval: ({ state: { data } }) => {
        if (!data || !isAtWork(data)) return false;
        return data.state === 'SCHEDULED' ? SCHEDULED_POLL_MS : POLL_MS;
      },
      meta: { isNotKept: true, isShownInPlace: true, errorText: 'Не удалось узнать, как идёт заявка' },
    }),
  /** What has become of the cards is read again with each step of the application. */
  cards: ({ id, counts }: Pick<PromotionApplication, 'id' | 'counts'>) =>
    infiniteQueryOptions({
      queryKey: ['Promotions', 'application', id, 'cards', counts],
      queryFn: (context) =>
        fetchQuery(context, listAppliedCardsEndpoint, {
          params: { id },
          query: { limit: PAGE_SIZE, offset: context.pageParam },
        }),
      initialPageParam: 0,
      getNextPageParam: (last, pages) => (last.next === null ? undefined : pages.length * PAGE_SIZE),
      placeholderData: (previous) => previous,
      meta: { isNotKept: true, isShownInPlace: true, errorText: 'Не удалось загрузить карточки заявки' },
    }),
  /** One page of all, for who reads them to the end: always asked of the server, never kept. */
  cardsPage: (id: number, offset: number) =>
    queryOptions({
      queryKey: ['Promotions', 'application', id, 'cards-page', offset],
      queryFn: (context) =>
        fetchQuery(context, listAppliedCardsEndpoint, {
          params: { id },
          query: { limit: MAX_PAGE_SIZE, offset },
        }),
      staleTime: 0,
      gcTime: 0,
      meta: { isNotKept: true, isQuiet: true },
    }),
  ofPromotion: (wbPromotionId: number) =>
    queryOptions({
      queryKey: ['Promotions', 'applications', wbPromotionId],
      queryFn: (context) =>
        fetchQuery(context, listApplicationsEndpoint, { query: { wbPromotionId, limit: LIST_SIZE } }),
      refetchInterval: ({ state: { data } }) =>
        data?.results.some((one) => isAtWork(one) && one.state !== 'SCHEDULED') ? POLL_MS * 2 : false,
      meta: { isNotKept: true, isQuiet: true, errorText: 'Не удалось загрузить заявки' },
    }),
};

/** Cards that a guard has left out go with the others, or do not after all. */
export function useTakeInByHand(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: ['Promotions', 'by-hand'],
    mutationFn: (body: EndpointBodyInput<typeof takeInByHandEndpoint>) =>
      api.call(takeInByHandEndpoint, { params: { id }, body }),
    onSuccess: (application) => queryClient.setQueryData(oneKey(id), application),
    meta: { errorText: 'Не удалось изменить заявку' },
  });
}

/** Sends what was seen. A second press is answered how it goes. */
export function useStartApplication(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: ['Promotions', 'start'],
    mutationFn: (expectedCount: number) =>
      api.call(startApplicationEndpoint, { params: { id }, body: { expectedCount } }),
    onSuccess: async (application) => {
      queryClient.setQueryData(oneKey(id), application);
      await Promise.all([invalidateTag(queryClient, 'Cards'), invalidateTag(queryClient, 'Card')]);
      await queryClient.invalidateQueries({ queryKey: ['Promotions', 'applications'] });
    },
    meta: { isQuiet: true, errorText: 'Не удалось отправить заявку' },
  });
}
