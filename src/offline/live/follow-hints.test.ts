import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { registerInvalidationReach } from '#api/tags.ts';
import { followHints } from './follow-hints.ts';

beforeEach(() => void vi.useFakeTimers());
const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.useRealTimers();
});

/** Longer than what is gathered and the rest after it. */
const ROUND_MS = 1_200;

function start() {
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000, retry: false } } });
  const page = { isVisible: true };
  const follower = followHints(queryClient, () => page.isVisible);
  stops.push(() => follower.stop());
  /** A query on the screen; its function counts. */
  const show = (queryKey: unknown[], fetchMs = 0) => {
    const queryFn = vi.fn(async () => {
      if (fetchMs > 0) await new Promise((resolve) => setTimeout(resolve, fetchMs));
      return 'rows';
    });
    const observer = new QueryObserver(queryClient, { queryKey, queryFn });
    const hide = observer.subscribe(() => undefined);
    stops.push(hide);
    return { queryFn, hide };
  };
  return { queryClient, follower, page, show };
}

describe('a hint', () => {
  it('asks again for what it names and is on the screen, and for nothing else', async () => {
    const { follower, show } = start();
    const list = show(['Cards', 'list', {}]);
    const counters = show(['CardCounters']);
    const card = show(['Card', 7]);
    const facets = show(['Cards', 'facets']);
    const shipments = show(['Shipments', 'list', {}]);
    const left = show(['Cards', 'list', { page: 2 }]);
    await vi.advanceTimersByTimeAsync(5_000);
    left.hide();
    follower.note(['cards']);
    await vi.advanceTimersByTimeAsync(ROUND_MS);
    const counts = [list, counters, card, facets, shipments, left].map(
      ({ queryFn }) => queryFn.mock.calls.length,
    );
    expect(counts).toEqual([2, 2, 2, 1, 1, 1]);
  });

  it('of orders asks again for a list in their order and for the numbers in sight, and for no other list', async () => {
    const { follower, show } = start();
    const byOrders = show(['Cards', 'list', { ordering: '-orders', offset: '50' }]);
    const numbers = show(['Profit', 'recent-orders', [1, 2]]);
    const byPrice = show(['Cards', 'list', { ordering: 'price' }]);
    const profit = show(['Profit', 'report']);
    await vi.advanceTimersByTimeAsync(5_000);
    follower.note(['orders']);
    await vi.advanceTimersByTimeAsync(ROUND_MS);
    const counts = [byOrders, numbers, byPrice, profit].map(({ queryFn }) => queryFn.mock.calls.length);
    expect(counts).toEqual([2, 2, 1, 1]);
  });

  it('of a while ago asks again for what was asked for before it, and for nothing younger', async () => {
    const { follower, show } = start();
    const old = show(['Cards', 'list', {}]);
    await vi.advanceTimersByTimeAsync(5_000);
    const young = show(['CardCounters']);
    await vi.advanceTimersByTimeAsync(2_000);
    follower.note(['cards'], 4_000);
    await vi.advanceTimersByTimeAsync(ROUND_MS);
    expect([old, young].map(({ queryFn }) => queryFn.mock.calls.length)).toEqual([2, 1]);
  });

  it('of a while ago does not make an earlier one forgotten', async () => {
    const { follower, show } = start();
    const list = show(['Cards', 'list', {}]);
    await vi.advanceTimersByTimeAsync(5_000);
    follower.note(['cards']);
    follower.note(['cards'], 60_000);
    await vi.advanceTimersByTimeAsync(ROUND_MS);
    expect(list.queryFn).toHaveBeenCalledTimes(2);
  });

  it('leaves the stored copies where they are', async () => {
    const { follower, show } = start();
    show(['Shipments', 3]);
    const reach = vi.fn();
    stops.push(registerInvalidationReach(reach));
    follower.note(['shipments']);
    await vi.advanceTimersByTimeAsync(ROUND_MS);
    expect(reach).not.toHaveBeenCalled();
  });

  it('finds nothing to do when what it names was asked for after it: one’s own save', async () => {
    const { queryClient, follower, show } = start();
    const list = show(['Cards', 'list', {}]);
    await vi.advanceTimersByTimeAsync(5_000);
    follower.note(['cards']);
    await vi.advanceTimersByTimeAsync(20);
    void queryClient.refetchQueries({ queryKey: ['Cards'] });
    await vi.advanceTimersByTimeAsync(ROUND_MS);
    expect(list.queryFn).toHaveBeenCalledTimes(2);
  });

  it('that comes while the answer is on its way asks once more', async () => {
    const { follower, show } = start();
    const list = show(['Cards', 'list', {}], 300);
    await vi.advanceTimersByTimeAsync(200);
    follower.note(['cards']);
    await vi.advanceTimersByTimeAsync(ROUND_MS);
    expect(list.queryFn).toHaveBeenCalledTimes(2);
  });

  it('waits until somebody looks', async () => {
    const { follower, page, show } = start();
    const list = show(['Cards', 'list', {}]);
    await vi.advanceTimersByTimeAsync(5_000);
    page.isVisible = false;
    follower.note(['cards']);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(list.queryFn).toHaveBeenCalledTimes(1);
    page.isVisible = true;
    follower.look();
    await vi.advanceTimersByTimeAsync(0);
    expect(list.queryFn).toHaveBeenCalledTimes(2);
  });

  it('among hundreds asks a few times, the slower the server the fewer, and sees the last', async () => {
    const { follower, show } = start();
    const list = show(['Cards', 'list', {}], 2_000);
    await vi.advanceTimersByTimeAsync(5_000);
    for (let ms = 0; ms < 60_000; ms += 500) {
      follower.note(['cards']);
      await vi.advanceTimersByTimeAsync(500);
    }
    expect(list.queryFn.mock.calls.length).toBeLessThanOrEqual(12);
    const { length } = list.queryFn.mock.calls;
    follower.note(['cards']);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(list.queryFn.mock.calls.length).toBeGreaterThan(length);
  });
});

it('a copy that comes back from the device and is older than a hint is asked for, although it is fresh', async () => {
  const { queryClient, follower, show } = start();
  const readAt = Date.now();
  await vi.advanceTimersByTimeAsync(10_000);
  follower.note(['cards']);
  await vi.advanceTimersByTimeAsync(ROUND_MS);
  const list = show(['Cards', 'list', {}]);
  await vi.advanceTimersByTimeAsync(0);
  // As the persister does once the copy is in place.
  queryClient
    .getQueryCache()
    .find({ queryKey: ['Cards', 'list', {}] })
    ?.setState({ dataUpdatedAt: readAt });
  await vi.advanceTimersByTimeAsync(0);
  expect(list.queryFn).toHaveBeenCalledTimes(2);
});
