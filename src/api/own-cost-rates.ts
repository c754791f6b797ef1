import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  createOwnCostRateEndpoint,
  deleteOwnCostRateEndpoint,
  listOwnCostRatesEndpoint,
  updateOwnCostRateEndpoint,
  type OwnCostRate,
  type OwnCostRateContent,
} from '#contract/own-cost-rates.ts';
import { api } from './api.ts';
import { fetchQuery } from './fetch-query.ts';
import { newIdempotencyKey } from './idempotency-key.ts';
import { invalidateTag } from './tags.ts';

/** «Прочие расходы» in percent of revenue. Nothing of it is stored on the device. */
export const ownCostRateQueries = {
  list: (query: { from: string; to: string }) =>
    queryOptions({
      queryKey: ['Profit', 'own-cost-rates', query],
      queryFn: (context) => fetchQuery(context, listOwnCostRatesEndpoint, { query }),
      meta: { isNotKept: true, isQuiet: true, errorText: 'Не удалось загрузить расходы' },
    }),
};

interface OwnCostRateToSave {
  rate: OwnCostRate | null;
  body: OwnCostRateContent;
  /** One for each wish: a rate whose response was lost is not added twice. */
  idempotencyKey: string;
}

/** Adds a rate, or changes the one that is given. */
export function useSaveOwnCostRate() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ rate, body, idempotencyKey }: OwnCostRateToSave) => {
      if (rate === null) return api.call(createOwnCostRateEndpoint, { body, idempotencyKey });
      const { id, version } = rate;
      return api.call(updateOwnCostRateEndpoint, { params: { id }, version, body, idempotencyKey });
    },
    onSettled: () => invalidateTag(queryClient, 'Profit'),
    meta: { errorText: 'Не удалось сохранить расход' },
  });
}

/** Takes a rate away, from the days that are over too. */
export function useDeleteOwnCostRate() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, version }: OwnCostRate) =>
      api.call(deleteOwnCostRateEndpoint, {
        params: { id },
        version,
        idempotencyKey: newIdempotencyKey(),
      }),
    onSettled: () => invalidateTag(queryClient, 'Profit'),
    meta: { errorText: 'Не удалось удалить расход' },
  });
}
