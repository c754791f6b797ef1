import { IDBFactory } from 'fake-indexeddb';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { oneCardQueries } from '#api/one-card.ts';
import { session } from '#api/session/session.ts';
import { userKey } from '#contract/service-worker.ts';
import { storedCopyOf } from '#offline/copies/persister.ts';
import { createQueryClient } from '#offline/copies/query-client.ts';
import { createUserCache } from '#offline/copies/user-cache.ts';
import type { OpenTaken } from '#offline/copies/with-taken.ts';
import { mockTokens, mockUser } from '#tests/mocks/auth.ts';
import { cardHandlers, mockCard } from '#tests/mocks/cards.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { findSizes } from './found-cards.ts';

const SIZES = ['S', 'M', 'L'].map((techSize) => ({ techSize, wbSize: '', skus: [`46000000000${techSize}`] }));
const FOUND = SIZES.map(({ techSize, skus: [barcode] }) => ({ techSize, barcode }));
const CARD = mockCard(17, { sizes: SIZES });
const CARD_KEY = oneCardQueries.byId(17).queryKey;

/** Keeps copies as the app does, and forgets what no screen shows. */
function openDevice(openTaken?: OpenTaken) {
  session.startSession(mockTokens());
  const cache = createUserCache(session, undefined, openTaken);
  const silent = vi.fn();
  const queryClient = createQueryClient({
    persister: cache.persisterFn,
    onQueryError: silent,
    onMutationError: silent,
  });
  onTestFinished(async () => {
    cache.close();
    queryClient.clear();
    await session.endSession('logout');
    globalThis.indexedDB = new IDBFactory();
  });
  return { queryClient, silent };
}

const asked = vi.fn();
function serve() {
  mockServer.use(...cardHandlers([CARD]));
  mockServer.events.on('request:start', asked);
  onTestFinished(() => {
    mockServer.events.removeAllListeners();
    asked.mockClear();
  });
}

describe('CN-08: the sizes of a card that was found by its name, without a connection', () => {
  it('are those of its copy on the device', async () => {
    serve();
    const { queryClient, silent } = openDevice();
    await queryClient.fetchQuery(oneCardQueries.byId(17));
    await vi.waitFor(() => expect(queryClient.getQueryData(CARD_KEY)).toBeUndefined());
    asked.mockClear();
    await vi.waitFor(async () => expect(await findSizes(queryClient, 17, false)).toEqual(FOUND));
    expect(asked).not.toHaveBeenCalled();
    expect(silent).not.toHaveBeenCalled();
  });

  it('are those of what was taken along', async () => {
    serve();
    const copy = storedCopyOf(userKey(mockUser.id), CARD_KEY, {
      data: CARD,
      dataUpdatedAt: Date.now() - 3_600_000,
    });
    const { queryClient } = openDevice(async () => ({
      younger: async (key, kept) => (key.endsWith('["Card",17]') ? copy : ((await kept) ?? undefined)),
      refresh: async () => undefined,
      drop: async () => undefined,
    }));
    expect(await findSizes(queryClient, 17, false)).toEqual(FOUND);
    expect(asked).not.toHaveBeenCalled();
  });

  it('are none where there is no copy: nobody waits for a server that is away', async () => {
    serve();
    const { queryClient, silent } = openDevice();
    expect(await findSizes(queryClient, 17, false)).toEqual([]);
    expect(asked).not.toHaveBeenCalled();
    expect(silent).not.toHaveBeenCalled();
    expect(await findSizes(queryClient, 17, true)).toEqual(FOUND);
  });
});
