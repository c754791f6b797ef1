import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  createOwnCostEndpoint,
  deleteOwnCostEndpoint,
  listOwnCostsEndpoint,
  updateOwnCostEndpoint,
  type OwnCost,
  type OwnCostContent,
} from '#contract/own-costs.ts';
import { api } from './api.ts';
import { fetchQuery } from './fetch-query.ts';
import { ApiError } from './http/api-error.ts';
import { newIdempotencyKey } from './idempotency-key.ts';
import { invalidateTag } from './tags.ts';

/** «Прочие расходы». Money is looked at, not kept: nothing of it is stored on the device. */
export const ownCostQueries = {
  list: (query: { from: string; to: string }) =>
    queryOptions({
      queryKey: ['Profit', 'own-costs', query],
      queryFn: (context) => fetchQuery(context, listOwnCostsEndpoint, { query }),
      meta: { isNotKept: true, isQuiet: true, errorText: 'Не удалось загрузить расходы' },
    }),
};

interface OwnCostToSave {
  cost: OwnCost | null;
  body: OwnCostContent;
  /** One for each wish: a cost whose answer was lost is not added twice. */
  idempotencyKey: string;
}

/** What the server says of the card that a cost was to be of; undefined: nothing. */
export function cardRefusal(error: unknown): string | undefined {
  return error instanceof ApiError
    ? error.fieldErrors.find(({ field }) => field === 'nmId')?.detail
    : undefined;
}

/** Adds a cost, or changes the one that is given. */
export function useSaveOwnCost() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ cost, body, idempotencyKey }: OwnCostToSave) => {
      if (cost === null) return api.call(createOwnCostEndpoint, { body, idempotencyKey });
      const { id, version } = cost;
      return api.call(updateOwnCostEndpoint, { params: { id }, version, body, idempotencyKey });
    },
    onSettled: () => invalidateTag(queryClient, 'Profit'),
    meta: {
      errorText: 'Не удалось сохранить расход',
      // Said at the field.
      isQuiet: (error) => cardRefusal(error) !== undefined,
    },
  });
}

export function useDeleteOwnCost() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, version }: OwnCost) =>
      api.call(deleteOwnCostEndpoint, { params: { id }, version, idempotencyKey: newIdempotencyKey() }),
    onSettled: () => invalidateTag(queryClient, 'Profit'),
    meta: { errorText: 'Не удалось удалить расход' },
  });
}
