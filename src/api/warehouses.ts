import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { EndpointBodyInput } from '#contract/endpoint.ts';
import {
  cleanGroupStocks,
  createWarehouseGroup,
  deleteWarehouseGroup,
  listWarehouseGroups,
  listWarehouses,
  previewGroupCleaning,
  updateWarehouseGroup,
} from '#contract/warehouses.ts';
import { api } from './api.ts';
import { fetchQuery } from './fetch-query.ts';
import { invalidateTag } from './tags.ts';

/** Many rows go to the marketplace in one call, and its limits may make us wait. */
const SEND_TIMEOUT_MS = 120_000;

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

/** The default group of the settings may be the one that has gone. */
async function groupsChanged(queryClient: QueryClient): Promise<void> {
  await Promise.all([invalidateTag(queryClient, 'WarehouseGroups'), invalidateTag(queryClient, 'UserMe')]);
}

export function useCreateWarehouseGroup() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: { body: EndpointBodyInput<typeof createWarehouseGroup>; idempotencyKey: string }) =>
      api.call(createWarehouseGroup, input),
    onSuccess: () => groupsChanged(queryClient),
    meta: { errorText: 'Не удалось создать группу складов' },
  });
}

/** A version conflict is an `ApiError` with status 412. */
export function useUpdateWarehouseGroup() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({
      id,
      ...input
    }: {
      id: number;
      version: number;
      body: EndpointBodyInput<typeof updateWarehouseGroup>;
      idempotencyKey: string;
    }) => api.call(updateWarehouseGroup, { params: { id }, ...input }),
    // A conflict too: what is on the screen is then no longer what is stored.
    onSettled: () => groupsChanged(queryClient),
    meta: { errorText: 'Не удалось изменить группу складов' },
  });
}

export function useDeleteWarehouseGroup() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, version }: { id: number; version: number }) =>
      api.call(deleteWarehouseGroup, { params: { id }, version }),
    onSettled: () => groupsChanged(queryClient),
    meta: { errorText: 'Не удалось удалить группу складов' },
  });
}

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
