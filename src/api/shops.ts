import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import {
  addShopTokenEndpoint,
  checkShopTokensEndpoint,
  createShopEndpoint,
  getShopEndpoint,
  listShopsEndpoint,
  removeShopTokenEndpoint,
  updateShopEndpoint,
  type Shop,
} from '#contract/shops.ts';
import type { EndpointBodyInput } from '#contract/endpoint.ts';
import { listShopWarehousesEndpoint } from '#contract/warehouses.ts';
import { api } from './api.ts';
import { fetchQuery } from './fetch-query.ts';
import { invalidateTag } from './tags.ts';

/** The marketplace is asked meanwhile, and may make us wait for its limits. */
const MARKETPLACE_TIMEOUT_MS = 60_000;
/** A shop that was just added is read in seconds, and nobody says when: until then it has no cards, and what it answers amiss is unknown. */
const FIRST_READ_POLL_MS = 5_000;

/** Not after a failure: each look that fails would be told anew. It goes on with the next that does not. */
const pollUntilRead = (shops: readonly Shop[] = [], error: Error | null) =>
  error === null && shops.some(({ lastSyncedAt }) => lastSyncedAt === null) ? FIRST_READ_POLL_MS : false;

export const shopQueries = {
  list: () =>
    queryOptions({
      queryKey: ['Shops', 'list'],
      queryFn: (context) => fetchQuery(context, listShopsEndpoint),
      refetchInterval: ({ state }) => pollUntilRead(state.data, state.error),
      meta: {
        schema: listShopsEndpoint.response,
        errorText: 'Ошибка получения магазинов',
        isShownInPlace: true,
      },
    }),
  one: (id: number) =>
    queryOptions({
      queryKey: ['Shops', id],
      queryFn: (context) => fetchQuery(context, getShopEndpoint, { params: { id } }),
      refetchInterval: ({ state }) => pollUntilRead(state.data && [state.data], state.error),
      meta: {
        schema: getShopEndpoint.response,
        errorText: 'Ошибка получения магазина',
        isShownInPlace: true,
      },
    }),
  /** Asked of the marketplace each time. */
  warehouses: (id: number) =>
    queryOptions({
      queryKey: ['Warehouses', id, 'of-shop'],
      queryFn: (context) =>
        fetchQuery(context, listShopWarehousesEndpoint, {
          params: { id },
          timeoutMs: MARKETPLACE_TIMEOUT_MS,
        }),
      meta: {
        schema: listShopWarehousesEndpoint.response,
        errorText: 'Ошибка получения складов',
        isShownInPlace: true,
      },
    }),
};

/** Shops stand in the list, in the profile and, by their tokens, behind what cards may do. */
async function shopChanged(queryClient: QueryClient, shop?: Shop): Promise<void> {
  if (shop) queryClient.setQueryData(shopQueries.one(shop.id).queryKey, shop);
  await Promise.all([invalidateTag(queryClient, 'Shops'), invalidateTag(queryClient, 'UserMe')]);
}

/** The token is sent once and never comes back; a refusal has `fieldErrors` for `token`. */
export function useCreateShop() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: { body: EndpointBodyInput<typeof createShopEndpoint>; idempotencyKey: string }) =>
      api.call(createShopEndpoint, { ...input, timeoutMs: MARKETPLACE_TIMEOUT_MS }),
    async onSuccess(shop) {
      await Promise.all([shopChanged(queryClient, shop), invalidateTag(queryClient, 'Warehouses')]);
    },
    meta: { errorText: 'Не удалось добавить магазин', isQuiet: true },
    // Secrets do not linger in the memory of a finished call.
    gcTime: 0,
  });
}

export function useUpdateShop() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: EndpointBodyInput<typeof updateShopEndpoint> & { id: number }) =>
      api.call(updateShopEndpoint, { params: { id }, body }),
    onSuccess: (shop) => shopChanged(queryClient, shop),
    meta: { errorText: 'Не удалось сохранить магазин' },
  });
}

/** As {@link useCreateShop}: sent once, refused with `fieldErrors` for `token`. */
export function useAddShopToken() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ shopId, token }: { shopId: number; token: string }) =>
      api.call(addShopTokenEndpoint, {
        params: { id: shopId },
        body: { token },
        timeoutMs: MARKETPLACE_TIMEOUT_MS,
      }),
    onSuccess: (shop) => shopChanged(queryClient, shop),
    meta: { errorText: 'Не удалось добавить токен', isQuiet: true },
    gcTime: 0,
  });
}

export function useRemoveShopToken() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ shopId, tokenId }: { shopId: number; tokenId: number }) =>
      api.call(removeShopTokenEndpoint, { params: { id: shopId, tokenId } }),
    onSuccess: () => shopChanged(queryClient),
    meta: { errorText: 'Не удалось удалить токен' },
  });
}

/** Asks the marketplace once per category. */
export function useCheckShopTokens() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (shopId: number) =>
      api.call(checkShopTokensEndpoint, { params: { id: shopId }, timeoutMs: MARKETPLACE_TIMEOUT_MS }),
    onSuccess: (shop) => shopChanged(queryClient, shop),
    meta: { errorText: 'Не удалось проверить токены' },
  });
}
