import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ApiClient } from '#api/client.ts';
import type { LiveState } from '#api/live-updates.ts';
import { createLocks, openOtherTab } from '#tests/fixtures/browser.ts';
import { settle } from '#tests/support/settle.ts';
import { createLiveTab } from './live-tab.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** A server with streams that a test writes into. */
function createHintServer(ready: object = { type: 'ready', beat_seconds: 20 }) {
  const open: { say: (line: object) => void }[] = [];
  const download: ApiClient['download'] = async (_endpoint, read, ...[options]) => {
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({ start: (given) => void (controller = given) });
    const stream = {
      say: (line: object) => controller?.enqueue(new TextEncoder().encode(`${JSON.stringify(line)}\n`)),
    };
    open.push(stream);
    stream.say(ready);
    const { signal } = options as { signal: AbortSignal };
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
    });
    try {
      return await Promise.race([read(new Response(body)), aborted]);
    } finally {
      open.splice(open.indexOf(stream), 1);
    }
  };
  return { open, client: { download } };
}

const reachability = { isReachable: () => true, subscribe: () => () => undefined };

function openTab(
  {
    client,
    locks,
  }: { client: Pick<ApiClient, 'download'>; locks: ReturnType<typeof createLocks> | undefined },
  userId = 1,
) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } });
  const queryFn = vi.fn(async () => 'rows');
  const hide = new QueryObserver(queryClient, { queryKey: ['Cards', 'list'], queryFn }).subscribe(
    () => undefined,
  );
  const states: LiveState[] = [];
  const onServedElsewhere = vi.fn();
  const tab = createLiveTab({
    queryClient,
    client,
    userId,
    locks,
    reachability,
    signOutSettled: async () => undefined,
    isVisible: () => true,
    onState: (state) => void states.push(state),
    onServedElsewhere,
  });
  stops.push(hide, () => tab.stop());
  return { tab, queryFn, onServedElsewhere, state: () => states.at(-1) };
}

describe('the tabs of a browser', () => {
  it('have one stream, and all hear what comes by it', async () => {
    const server = createHintServer();
    const device = { client: server.client, locks: createLocks() };
    const first = openTab(device);
    const second = openTab(device);
    first.tab.join();
    second.tab.join();
    await vi.waitFor(() => expect([first.state(), second.state()]).toEqual(['own', 'shared']));
    expect(server.open).toHaveLength(1);
    await vi.waitFor(() => expect(second.queryFn).toHaveBeenCalledTimes(2));
    server.open[0]?.say({ type: 'hint', kinds: ['cards'] });
    await vi.waitFor(() => {
      expect(first.queryFn).toHaveBeenCalledTimes(3);
      expect(second.queryFn).toHaveBeenCalledTimes(3);
    }, 5_000);
  });

  it.each(['leave', 'stop'] as const)(
    'go on with another when the one that leads is gone: %s',
    async (end) => {
      const server = createHintServer();
      const device = { client: server.client, locks: createLocks() };
      const first = openTab(device);
      const second = openTab(device);
      first.tab.join();
      second.tab.join();
      await vi.waitFor(() => expect(second.state()).toBe('shared'));
      first.tab[end]();
      await vi.waitFor(() => expect(second.state()).toBe('own'));
      expect(server.open).toHaveLength(1);
    },
  );

  it('that is opened later learns that another leads', async () => {
    const server = createHintServer();
    const device = { client: server.client, locks: createLocks() };
    const first = openTab(device);
    first.tab.join();
    await vi.waitFor(() => expect(first.state()).toBe('own'));
    const second = openTab(device);
    second.tab.join();
    await vi.waitFor(() => expect(second.state()).toBe('shared'));
  });

  it('RE-40: learn from the one that leads that the server is there, and not that it is not', async () => {
    const server = createHintServer();
    const device = { client: server.client, locks: createLocks() };
    const first = openTab(device);
    const second = openTab(device);
    first.tab.join();
    await vi.waitFor(() => expect(second.onServedElsewhere).toHaveBeenCalled());
    expect(first.onServedElsewhere).not.toHaveBeenCalled();
    await settle();
    second.onServedElsewhere.mockClear();
    server.open[0]?.say({ type: 'hint', kinds: ['cards'] });
    await vi.waitFor(() => expect(second.onServedElsewhere).toHaveBeenCalledOnce());
    first.tab.leave();
    await vi.waitFor(() => expect(second.state()).toBe('off'));
    expect(second.onServedElsewhere).toHaveBeenCalledOnce();
  });

  it('without locks have a stream each', async () => {
    const server = createHintServer();
    const device = { client: server.client, locks: undefined };
    const tabs = [openTab(device), openTab(device)];
    for (const { tab } of tabs) tab.join();
    await vi.waitFor(() => expect(tabs.map(({ state }) => state())).toEqual(['own', 'own']));
    expect(server.open).toHaveLength(2);
  });
});

it.each([
  ['asks for nothing again when nothing has changed since it asked', 60_000, 1],
  ['asks again when something has', 0, 2],
])('a tab that begins to listen %s', async (_, quietMs, asked) => {
  vi.useFakeTimers();
  stops.push(() => void vi.useRealTimers());
  const { client } = createHintServer({ type: 'ready', beat_seconds: 20, quiet_ms: quietMs });
  const { tab, queryFn, state } = openTab({ client, locks: createLocks() });
  await vi.advanceTimersByTimeAsync(1_000);
  tab.join();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(state()).toBe('own');
  expect(queryFn).toHaveBeenCalledTimes(asked);
});

it('a tab that has left joins again', async () => {
  const server = createHintServer();
  const { tab, state } = openTab({ client: server.client, locks: createLocks() });
  tab.join();
  await vi.waitFor(() => expect(state()).toBe('own'));
  tab.leave();
  await vi.waitFor(() => expect(state()).toBe('off'));
  expect(server.open).toHaveLength(0);
  tab.join();
  await vi.waitFor(() => expect(state()).toBe('own'));
});

it('junk, and what belongs to another user, is no hint', async () => {
  const { queryFn, state } = openTab({ client: createHintServer().client, locks: createLocks() });
  await settle();
  const other = openOtherTab('prilavok-live');
  for (const junk of [
    null,
    'hint',
    { type: 'hint' },
    { type: 'hint', userId: 2, kinds: ['cards'] },
    { type: 'hint', userId: 1, kinds: ['everything'] },
    { type: 'state', userId: 2, isOn: true },
  ]) {
    other.post(junk);
  }
  // More turns than a hint is gathered for.
  for (let round = 0; round < 5; round += 1) await settle();
  other.close();
  expect(queryFn).toHaveBeenCalledTimes(1);
  expect(state()).toBeUndefined();
});
