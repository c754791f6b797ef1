import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { EndpointBodyInput } from '#contract/endpoint.ts';
import {
  createTaxpayerEndpoint,
  deleteTaxpayerEndpoint,
  listTaxpayersEndpoint,
  listVatThresholdsEndpoint,
} from '#contract/taxpayers.ts';
import { api } from './api.ts';
import { fetchQuery } from './fetch-query.ts';
import { newIdempotencyKey } from './idempotency-key.ts';
import { invalidateTag } from './tags.ts';

/** Whose taxes are counted together. Changes go through the outbox: see `offline/outbox/send-record.ts`. */
export const taxpayerQueries = {
  list: () =>
    queryOptions({
      queryKey: ['UserMe', 'taxpayers'],
      queryFn: (context) => fetchQuery(context, listTaxpayersEndpoint),
      meta: { schema: listTaxpayersEndpoint.response, errorText: 'Не удалось загрузить ставки налога' },
    }),
  /** Money is looked at, not kept. */
  vatThresholds: () =>
    queryOptions({
      queryKey: ['Profit', 'vat-thresholds'],
      queryFn: (context) => fetchQuery(context, listVatThresholdsEndpoint),
      meta: { isNotKept: true, isQuiet: true },
    }),
};

export function useCreateTaxpayer() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointBodyInput<typeof createTaxpayerEndpoint>) =>
      api.call(createTaxpayerEndpoint, { body, idempotencyKey: newIdempotencyKey() }),
    onSuccess: () => taxpayersChanged(queryClient),
    meta: { errorText: 'Не удалось добавить налогоплательщика' },
  });
}

export function useDeleteTaxpayer() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, version }: { id: number; version: number }) =>
      api.call(deleteTaxpayerEndpoint, { params: { id }, version, idempotencyKey: newIdempotencyKey() }),
    onSettled: () => taxpayersChanged(queryClient),
    meta: { errorText: 'Не удалось удалить налогоплательщика' },
  });
}

async function taxpayersChanged(queryClient: QueryClient): Promise<void> {
  await Promise.all([invalidateTag(queryClient, 'UserMe'), invalidateTag(queryClient, 'Profit')]);
}
