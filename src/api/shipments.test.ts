import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { liveUpdates } from './live-updates.ts';
import { shipmentQueries } from './shipments.ts';

afterEach(() => liveUpdates.set('off'));

it.each([
  ['off', 2_000],
  ['own', 15_000],
  ['shared', 15_000],
] as const)(
  'a running shipment is asked for by the clock, with live updates «%s» every %i ms',
  (state, intervalMs) => {
    const queryClient = new QueryClient();
    const { queryKey, refetchInterval } = shipmentQueries.list({});
    queryClient.setQueryData(queryKey, {
      pages: [{ count: 1, next: null, previous: null, results: [{ status: 'SENT' }] }],
      pageParams: [0],
    } as never); // the rest of a shipment is of no concern here
    const query = queryClient.getQueryCache().find({ queryKey });
    liveUpdates.set(state);
    expect(typeof refetchInterval === 'function' && refetchInterval(query as never)).toBe(intervalMs);
  },
);
