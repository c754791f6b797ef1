import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  cleanGroupStocksEndpoint,
  listWarehouseGroupsEndpoint,
  listWarehousesEndpoint,
  previewGroupCleaningEndpoint,
  readGroupStocksEndpoint,
} from '#contract/warehouses.ts';
import { api } from './api.ts';
import { fetchQuery } from './fetch-query.ts';
import { invalidateTag } from './tags.ts';

/** Many rows go to the marketplace in one call, and its limits may make us wait. */
const SEND_TIMEOUT_MS = 120_000;

interface CleaningInput {
  groupId: number;
  /** What the person was told; the server does no more than that. */
  expected: { rows: number; units: number };
  idempotencyKey: string;
}

/** Groups are written through the outbox: see `offline/outbox/send-record.ts`. */
export const warehouseQueries = {
  /** Sellers' warehouses of all shops. */
  list: () =>
    queryOptions({
      queryKey: ['Warehouses', 'list'],
      queryFn: (context) => fetchQuery(context, listWarehousesEndpoint),
      meta: { schema: listWarehousesEndpoint.response, errorText: 'Ошибка получения складов' },
    }),
  groups: () =>
    queryOptions({
      queryKey: ['WarehouseGroups', 'list'],
      queryFn: (context) => fetchQuery(context, listWarehouseGroupsEndpoint),
      meta: { schema: listWarehouseGroupsEndpoint.response, errorText: 'Ошибка получения групп складов' },
    }),
  /** What «Обнулить остатки» would do by the server's last reading: shown while the warehouses are read. */
  cleaning: (groupId: number) =>
    queryOptions({
      queryKey: ['WarehouseGroups', groupId, 'cleaning'],
      queryFn: ({ signal }) => api.call(previewGroupCleaningEndpoint, { params: { id: groupId }, signal }),
      staleTime: 0,
      meta: { isNotKept: true, isQuiet: true },
    }),
  /** The same, read at the marketplace: the number to decide by. Read once for each opening of the dialog. */
  cleaningNow: (groupId: number) =>
    queryOptions({
      queryKey: ['WarehouseGroups', groupId, 'cleaning-now'],
      queryFn: ({ signal }) =>
        api.call(readGroupStocksEndpoint, { params: { id: groupId }, signal, timeoutMs: SEND_TIMEOUT_MS }),
      staleTime: Infinity,
      gcTime: 0,
      retry: false,
      meta: { isNotKept: true, isQuiet: true },
    }),
};

/** Sets to zero what the warehouses hold. Reaches the marketplace at once: never queued. */
export function useCleanGroupStocks() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ groupId, expected, idempotencyKey }: CleaningInput) =>
      api.call(cleanGroupStocksEndpoint, {
        params: { id: groupId },
        body: { expected },
        idempotencyKey,
        timeoutMs: SEND_TIMEOUT_MS,
      }),
    onSuccess: async () => {
      await Promise.all([
        invalidateTag(queryClient, 'Cards'),
        invalidateTag(queryClient, 'Card'),
        invalidateTag(queryClient, 'CardCounters'),
        invalidateTag(queryClient, 'WarehouseGroups'),
      ]);
    },
    meta: { errorText: 'Не удалось обнулить остатки' },
  });
}
