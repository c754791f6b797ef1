import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  cleanGroupStocks,
  listWarehouseGroups,
  listWarehouses,
  previewGroupCleaning,
} from '#contract/warehouses.ts';
import { api } from './api.ts';
import { fetchQuery } from './fetch-query.ts';
import { invalidateTag } from './tags.ts';

/** Many rows go to the marketplace in one call, and its limits may make us wait. */
const SEND_TIMEOUT_MS = 120_000;

/** Groups are written through the outbox: see `offline/outbox/send-record.ts`. */
export const warehouseQueries = {
  /** Sellers' warehouses of all shops. */
  list: () =>
    queryOptions({
      queryKey: ['Warehouses', 'list'],
      queryFn: (context) => fetchQuery(context, listWarehouses),
      meta: { schema: listWarehouses.response, errorText: 'Ошибка получения складов' },
    }),
  groups: () =>
    queryOptions({
      queryKey: ['WarehouseGroups', 'list'],
      queryFn: (context) => fetchQuery(context, listWarehouseGroups),
      meta: { schema: listWarehouseGroups.response, errorText: 'Ошибка получения групп складов' },
    }),
  /** What «Обнулить остатки» would do. A number to decide by: never from a stored copy, never older than now. */
  cleaning: (groupId: number) =>
    queryOptions({
      queryKey: ['WarehouseGroups', groupId, 'cleaning'],
      queryFn: ({ signal }) => api.call(previewGroupCleaning, { params: { id: groupId }, signal }),
      staleTime: 0,
      meta: { isNotKept: true, isQuiet: true },
    }),
};

/** Sets to zero what the preview counted. Reaches the marketplace at once: never queued. */
export function useCleanGroupStocks() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ groupId, idempotencyKey }: { groupId: number; idempotencyKey: string }) =>
      api.call(cleanGroupStocks, { params: { id: groupId }, idempotencyKey, timeoutMs: SEND_TIMEOUT_MS }),
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
