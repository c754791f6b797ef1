import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import type { EndpointBodyInput } from '#contract/endpoint.ts';
import type { ExportFormat } from '#contract/fields.ts';
import {
  exportShipmentEndpoint,
  getShipmentEndpoint,
  listShipmentErrorsEndpoint,
  listShipmentsEndpoint,
  listShipmentStocksEndpoint,
  repeatShipmentEndpoint,
  retryShipmentEndpoint,
  runningStatuses,
  sendShipmentStocksEndpoint,
  type ShipmentExport,
} from '#contract/shipments.ts';
import { DOWNLOAD_TIMEOUT_MS, readDownload, type DownloadedFile, type DownloadHooks } from '#lib/download.ts';
import { api } from './api.ts';
import type { CallOptions } from './client.ts';
import { fetchQuery } from './fetch-query.ts';
import { newIdempotencyKey } from './idempotency-key.ts';
import { liveUpdates } from './live-updates.ts';
import { invalidateTag } from './tags.ts';

/** How often a screen asks while something runs; it stops by itself when nothing does. */
const POLL_INTERVAL_MS = 2_000;
/** While hints say when to ask: a lost one costs no more than this. */
const HINTED_POLL_INTERVAL_MS = 15_000;
const PAGE_SIZE = 50;

type Filter = Omit<NonNullable<CallOptions<typeof listShipmentsEndpoint>['query']>, 'limit' | 'offset'>;

export function isRunning(status: string): boolean {
  return runningStatuses.some((running) => running === status);
}

function pollInterval(): number {
  return liveUpdates.getState() === 'off' ? POLL_INTERVAL_MS : HINTED_POLL_INTERVAL_MS;
}

export const shipmentQueries = {
  list: (filter: Filter) =>
    infiniteQueryOptions({
      queryKey: ['Shipments', 'list', filter],
      queryFn: (context) =>
        fetchQuery(context, listShipmentsEndpoint, {
          query: { ...filter, limit: String(PAGE_SIZE), offset: String(context.pageParam) },
        }),
      initialPageParam: 0,
      getNextPageParam: (page, pages) => (page.next === null ? undefined : pages.length * PAGE_SIZE),
      refetchInterval: ({ state }) =>
        state.data?.pages.some((page) => page.results.some((row) => isRunning(row.status)))
          ? pollInterval()
          : false,
      meta: {
        // Of one page: that is how copies of infinite queries are checked.
        schema: listShipmentsEndpoint.response,
        errorText: 'Не удалось загрузить отправки',
        isShownInPlace: true,
      },
    }),
  one: (id: number) =>
    queryOptions({
      queryKey: ['Shipments', id],
      queryFn: (context) => fetchQuery(context, getShipmentEndpoint, { params: { id } }),
      refetchInterval: ({ state }) => (state.data && isRunning(state.data.status) ? pollInterval() : false),
      meta: {
        schema: getShipmentEndpoint.response,
        errorText: 'Не удалось загрузить отправку',
        isShownInPlace: true,
      },
    }),
  errors: (id: number) =>
    queryOptions({
      queryKey: ['Shipments', id, 'errors'],
      queryFn: (context) => fetchQuery(context, listShipmentErrorsEndpoint, { params: { id } }),
      meta: {
        schema: listShipmentErrorsEndpoint.response,
        errorText: 'Не удалось загрузить ошибки отправки',
        isShownInPlace: true,
      },
    }),
  stocks: (id: number) =>
    queryOptions({
      queryKey: ['Shipments', id, 'stocks'],
      queryFn: (context) =>
        fetchQuery(context, listShipmentStocksEndpoint, { params: { id }, timeoutMs: 60_000 }),
      meta: {
        schema: listShipmentStocksEndpoint.response,
        errorText: 'Не удалось загрузить остатки',
        isShownInPlace: true,
      },
    }),
};

/** What a shipment does changes the cards in it, too. */
async function shipmentChanged(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    invalidateTag(queryClient, 'Shipments'),
    invalidateTag(queryClient, 'Cards'),
    invalidateTag(queryClient, 'Card'),
    invalidateTag(queryClient, 'CardCounters'),
    invalidateTag(queryClient, 'UserMe'),
  ]);
}

/** When a shipment ends on the server, what the screens know of cards and counters is old. */
export async function shipmentEnded(queryClient: QueryClient): Promise<void> {
  await shipmentChanged(queryClient);
}

export function useRetryShipment() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) =>
      api.call(retryShipmentEndpoint, { params: { id }, idempotencyKey: newIdempotencyKey() }),
    onSuccess: () => shipmentChanged(queryClient),
    meta: { errorText: 'Не удалось повторить' },
  });
}

export function useRepeatShipment() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) =>
      api.call(repeatShipmentEndpoint, { params: { id }, idempotencyKey: newIdempotencyKey() }),
    onSuccess: () => shipmentChanged(queryClient),
    meta: { errorText: 'Не удалось повторить отправку' },
  });
}

export function useSendShipmentStocks() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body }: { id: number; body: EndpointBodyInput<typeof sendShipmentStocksEndpoint> }) =>
      api.call(sendShipmentStocksEndpoint, {
        params: { id },
        body,
        idempotencyKey: newIdempotencyKey(),
        timeoutMs: 60_000,
      }),
    onSuccess: () => shipmentChanged(queryClient),
    meta: { errorText: 'Не удалось отправить остатки' },
  });
}

/** Errors or cards of a shipment as a file; null when the answer is of a type that is not saved. */
export function downloadShipment(
  what: { id: number; rows: ShipmentExport; format: ExportFormat },
  { signal, onProgress }: DownloadHooks,
): Promise<DownloadedFile | null> {
  return api.download(exportShipmentEndpoint, (response) => readDownload(response, onProgress), {
    params: { id: what.id },
    query: { rows: what.rows, format: what.format },
    signal,
    timeoutMs: DOWNLOAD_TIMEOUT_MS,
  });
}
