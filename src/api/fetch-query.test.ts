import { notifyManager, QueryCache, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readName } from '#tests/fixtures/read-name.ts';
import { createFakeFetch, json } from '#tests/fixtures/fake-server.ts';
import { makeTokens } from '#tests/fixtures/tokens.ts';
import { isStoredStamp, isUnknownAgeStamp } from './response-age.ts';
import { applyResponseAge, fetchQuery } from './fetch-query.ts';
import { session } from './session/session.ts';

const HOUR_MS = 3600 * 1000;
let respond: () => Response;
let client: QueryClient;
let leave: () => void;

beforeEach(() => {
  session.startSession(makeTokens());
  vi.stubGlobal('fetch', createFakeFetch(() => respond()).fetch);
  client = new QueryClient({
    queryCache: new QueryCache({ onSuccess: (_, query) => applyResponseAge(query) }),
  });
});
afterEach(async () => {
  leave();
  client.clear();
  await session.endSession('logout');
  vi.unstubAllGlobals();
});

function show() {
  const observer = new QueryObserver(client, {
    queryKey: ['UserMe'],
    queryFn: (context) => fetchQuery(context, readName),
    retry: false,
  });
  const seen: number[] = [];
  // As `useQuery` listens: it is told a moment later, and reads what there is then.
  leave = observer.subscribe(
    notifyManager.batchCalls(() => {
      const { data, dataUpdatedAt } = observer.getCurrentResult();
      if (data) seen.push(dataUpdatedAt);
    }),
  );
  return { seen, result: () => observer.getCurrentResult(), refetch: () => observer.refetch() };
}

const stored = (name: string, fetchedAt: number | string) =>
  json({ name }, { headers: { 'x-sw-cache': 'hit', 'x-fetched-at': String(fetchedAt) } });

describe('the age of an answer', () => {
  it('of the network is now', async () => {
    respond = () => json({ name: 'A' });
    const { result } = show();
    await vi.waitFor(() => expect(result().data).toEqual({ name: 'A' }));
    expect(Date.now() - result().dataUpdatedAt).toBeLessThan(5000);
    expect(isStoredStamp(result().dataUpdatedAt)).toBe(false);
  });

  it('of the worker’s cache is when the server gave it, from the first moment it is shown', async () => {
    const fetchedAt = Date.now() - HOUR_MS;
    respond = () => stored('A', fetchedAt);
    const { seen, result } = show();
    await vi.waitFor(() => expect(result().data).toEqual({ name: 'A' }));
    expect(new Set(seen.map(Math.floor))).toEqual(new Set([fetchedAt]));
    expect(seen.every(isStoredStamp)).toBe(true);
    expect(result().isStale).toBe(true);
  });

  it('is true again when the network answers after all', async () => {
    respond = () => stored('A', Date.now() - HOUR_MS);
    const { result, refetch } = show();
    await vi.waitFor(() => expect(result().data).toBeDefined());
    respond = () => json({ name: 'B' });
    await refetch();
    expect(isStoredStamp(result().dataUpdatedAt)).toBe(false);
  });

  it.each(['', 'yesterday', '-5', String(Date.now() + HOUR_MS)])(
    'is unknown with the stamp «%s»',
    async (stamp) => {
      respond = () => stored('A', stamp);
      const { result } = show();
      await vi.waitFor(() => expect(result().data).toBeDefined());
      expect(isUnknownAgeStamp(result().dataUpdatedAt)).toBe(true);
    },
  );

  it('never goes back: an older copy of the worker does not replace what is shown', async () => {
    respond = () => json({ name: 'new' });
    const { result, refetch } = show();
    await vi.waitFor(() => expect(result().data).toEqual({ name: 'new' }));
    const { dataUpdatedAt } = result();
    respond = () => stored('old', dataUpdatedAt - HOUR_MS);
    await refetch();
    expect(result().data).toEqual({ name: 'new' });
    expect(result().dataUpdatedAt).toBe(dataUpdatedAt);
  });
});

describe('an answer of another version of the server', () => {
  it('is a failure that says so when a field is gone or is something else, and does not get on the screen', async () => {
    for (const body of [{}, { name: 7 }, { name: null }, []]) {
      respond = () => json(body);
      const { result } = show();
      await vi.waitFor(() => expect(result().error).toMatchObject({ code: 'outdated_app' }));
      expect(result().data).toBeUndefined();
      leave();
      client.clear();
    }
  });

  it('is an answer when it only tells more', async () => {
    respond = () => json({ name: 'A', age: 7 });
    const { result } = show();
    await vi.waitFor(() => expect(result().data).toEqual({ name: 'A', age: 7 }));
  });
});
