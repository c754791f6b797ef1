import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod/mini';
import { openBroadcast } from '#api/session/broadcast.ts';
import { session } from '#api/session/session.ts';
import { invalidateTag, registerInvalidationReach } from '#api/tags.ts';
import { readTakenCardsEndpoint } from '#contract/takings.ts';
import { getProfileEndpoint } from '#contract/users.ts';
import { createUserCache } from '#offline/copies/user-cache.ts';
import { deleteDatabase, takenDatabaseName } from '#offline/device/user-database.ts';
import { sweepForeignData, wipeUserData } from '#offline/device/wipe.ts';
import { mockTokens } from '#tests/mocks/auth.ts';
import { mockCard } from '#tests/mocks/cards.ts';
import { createHandlers } from '#tests/mocks/handlers.ts';
import { mock, mockError } from '#tests/mocks/mock-endpoint.ts';
import { mockProfile } from '#tests/mocks/users.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { forgetTaken, isAnythingTaken } from './anything-taken.ts';
import { noteTaken } from './note-taken.ts';
import { startIfTaken } from './start-takings.ts';
import { takenCopies } from './taken-copies.ts';
import { beginTaking, letAllGo, letTakingGo, resumeTaking, stopTaking } from './takings.ts';
import { takingsStatus } from './takings-status.ts';
import { userTakings, type UserTakings } from './user-takings.ts';

const stops: (() => void)[] = [];
/** Ids of each part that was asked for. */
let asked: number[][];
let hold: Promise<void> | undefined;

beforeEach(() => {
  asked = [];
  hold = undefined;
  mockServer.use(
    ...createHandlers(),
    mock(readTakenCardsEndpoint, async ({ body }) => {
      asked.push(body.cardIds);
      await hold;
      const cards = body.cardIds.map((id) => ({
        card: mockCard(id, { photos: [] }),
        shopCards: [],
        groups: [],
      }));
      return { cards };
    }),
  );
});
afterEach(async () => {
  for (const stop of stops.splice(0)) stop();
  await session.endSession('closed');
  forgetTaken();
  await Promise.all((await databases()).map((name) => deleteDatabase(name)));
});

const databases = async () => (await indexedDB.databases()).flatMap(({ name }) => name ?? []);
const ownDatabase = () => takenDatabaseName(mockTokens().user.id);
const shown = () => takingsStatus.get().takings?.[0];
const isDone = () => vi.waitFor(() => expect(shown()).toMatchObject({ isAtWork: false, leftCount: 0 }));

/** As another tab leaves a taking: written down, and gone before the first part. */
async function leave(ids: number[]): Promise<UserTakings> {
  const of = userTakings();
  if (!of) throw new Error('Nobody is signed in');
  noteTaken(of, true);
  await of.store.begin({
    id: 'a',
    source: { kind: 'cards' },
    ids,
    goneCount: 0,
    beganAtMs: Date.now(),
    isStopped: false,
    isOutOfRoom: false,
  });
  return of;
}

/** Wiping as the app does it. */
function followEnds() {
  const queryClient = new QueryClient();
  const userCache = createUserCache(session);
  stops.push(session.onEnd((ending) => wipeUserData(ending, { queryClient, userCache })));
}

describe('takings of this device', () => {
  it('RS-02: stay when what is wiped is somebody else’s, who was here before', async () => {
    followEnds();
    session.startSession(mockTokens());
    await beginTaking({ kind: 'cards' }, [1, 2]);
    await isDone();
    await session.forgetUser({ ...mockTokens().user, id: mockTokens().user.id + 1 });
    await isDone();
    expect(isAnythingTaken()).toBe(true);
    expect(await takenCopies.younger('prilavok-["Card",2]', Promise.resolve(undefined))).toBeDefined();
  });

  it('TA-19: that another tab has begun go on here when that tab is closed', async () => {
    session.startSession(mockTokens());
    await startIfTaken();
    await leave([1, 2]);
    const other = openBroadcast(
      'prilavok-takings',
      z.object({ userId: z.int(), isStop: z.boolean() }),
      () => undefined,
    );
    stops.push(() => other.close());
    other.post({ userId: mockTokens().user.id, isStop: false });
    await isDone();
    expect(asked).toEqual([[1, 2]]);
  });

  it('TA-22: stay told to a screen that shows that there are none, also when the tokens are renewed', async () => {
    session.startSession(mockTokens());
    await startIfTaken();
    await takingsStatus.look();
    expect(takingsStatus.get().takings).toEqual([]);
    const { access } = mockTokens();
    const renew = (refresh: string) => session.adoptTokens({ access, refresh }, session.epoch);
    expect(renew('второй')).toBe(true);
    expect(takingsStatus.get().takings).toEqual([]);
    const id = await beginTaking({ kind: 'cards' }, [1]);
    await isDone();
    await letTakingGo(id);
    renew('третий');
    await vi.waitFor(() => expect(takingsStatus.get().takings).toEqual([]));
  });

  it('TA-27: are fetched when somebody presses again after the part that fetches them did not come', async () => {
    vi.doMock('./take-along.ts', () => {
      throw new TypeError('Failed to fetch dynamically imported module');
    });
    stops.push(() => vi.doUnmock('./take-along.ts'));
    session.startSession(mockTokens());
    const id = await beginTaking({ kind: 'cards' }, [1, 2]);
    await vi.waitFor(() => expect(shown()).toMatchObject({ isAtWork: true, leftCount: 2 }));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(takingsStatus.get().problem).toBeNull();
    vi.doUnmock('./take-along.ts');
    await resumeTaking(id);
    await isDone();
    expect(asked).toEqual([[1, 2]]);
  });

  it('TA-20: are not called under way after the device has failed whoever takes them', async () => {
    session.startSession(mockTokens());
    await beginTaking({ kind: 'cards' }, [1]);
    await isDone();
    takingsStatus.giveUp();
    await takingsStatus.look();
    expect(takingsStatus.get()).toMatchObject({ problem: 'impossible', takings: [{ total: 1 }] });
  });

  it('TA-10: are called impossible where the device cannot be read, or fails whoever takes them', async () => {
    session.startSession(mockTokens());
    const of = userTakings();
    if (!of) throw new Error('Nobody is signed in');
    const reading = vi.spyOn(of.store, 'read').mockRejectedValue(new Error('No database'));
    await takingsStatus.look();
    expect(takingsStatus.get()).toMatchObject({ problem: 'impossible', takings: [] });
    reading.mockRestore();
    await takingsStatus.look();
    expect(takingsStatus.get().problem).toBeNull();
    vi.spyOn(of.store, 'keep').mockRejectedValue(new Error('The disk has failed'));
    await beginTaking({ kind: 'cards' }, [1]);
    await vi.waitFor(() => expect(takingsStatus.get().problem).toBe('impossible'));
  });

  it('TA-11: go by themselves at a start after thirty days, and those that are younger stay', async () => {
    session.startSession(mockTokens());
    const { store } = await leave([1]);
    const daysAgo = (days: number) => Date.now() - days * 24 * 3600 * 1000;
    await store.change('a', (taking) => ({ ...taking, beganAtMs: daysAgo(29) }));
    const [young] = (await store.read()).takings;
    if (!young) throw new Error('Nothing is taken');
    await store.begin({ ...young, id: 'old', ids: [7], beganAtMs: daysAgo(31) });
    await startIfTaken();
    await isDone();
    expect((await store.read()).takings.map(({ id }) => id)).toEqual(['a']);
    expect(asked).toEqual([[1]]);
  });

  it('are fetched, told, and let go again', async () => {
    session.startSession(mockTokens());
    const id = await beginTaking({ kind: 'cards' }, [1, 2, 3]);
    await isDone();
    expect(shown()).toMatchObject({ id, total: 3, hereCount: 3, photoCount: 0 });
    expect(asked).toEqual([[1, 2, 3]]);
    expect(isAnythingTaken()).toBe(true);
    expect(await takenCopies.younger('prilavok-["Card",2]', Promise.resolve(undefined))).toBeDefined();
    await letTakingGo(id);
    await vi.waitFor(() => expect(takingsStatus.get().takings).toEqual([]));
    expect(isAnythingTaken()).toBe(false);
    expect(await takenCopies.younger('prilavok-["Card",2]', Promise.resolve(undefined))).toBeUndefined();
  });

  it('TA-14: are not called whole while what opens uploaded pictures could not be read', async () => {
    let isAway = true;
    mockServer.use(mock(getProfileEndpoint, () => (isAway ? mockError(500) : mockProfile)));
    session.startSession(mockTokens());
    await beginTaking({ kind: 'cards' }, [1, 2]);
    // The part is asked for again.
    await vi.waitFor(() => expect(asked.length).toBeGreaterThan(1), { timeout: 20_000 });
    expect(shown()).toMatchObject({ leftCount: 2 });
    isAway = false;
    await vi.waitFor(() => expect(shown()).toMatchObject({ isAtWork: false, leftCount: 0 }), {
      timeout: 30_000,
    });
  });

  it('TA-12: are none on a foreign device', async () => {
    session.startSession(mockTokens(), { isForeignDevice: true });
    await expect(beginTaking({ kind: 'cards' }, [1])).rejects.toThrow('Nothing is kept here');
    await startIfTaken();
    expect([asked, await databases()]).toEqual([[], []]);
  });

  it.each(['logout', 'expired', 'closed'] as const)(
    'TA-12: go with a session that ends (%s) in the middle, and what comes late is not kept',
    async (reason) => {
      followEnds();
      let letGo = () => {};
      hold = new Promise<void>((resolve) => (letGo = resolve));
      session.startSession(mockTokens());
      await beginTaking({ kind: 'cards' }, [1, 2]);
      await vi.waitFor(() => expect(asked).toHaveLength(1));
      await session.endSession(reason);
      letGo();
      await vi.waitFor(async () => expect(await databases()).toEqual([]));
      expect([isAnythingTaken(), takingsStatus.get().takings]).toEqual([false, undefined]);
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(await databases()).toEqual([]);
    },
  );

  it('TA-12: written by whoever has not heard of the sign-out are refused, and nothing is made anew', async () => {
    followEnds();
    session.startSession(mockTokens());
    const { store } = await leave([1]);
    const { takings } = await store.read();
    await session.endSession('logout');
    await vi.waitFor(async () => expect(await databases()).toEqual([]));
    await expect(Promise.all(takings.map((one) => store.begin(one)))).rejects.toThrow('closed');
    expect(await databases()).toEqual([]);
  });

  it('TA-23: are not noted anew by a start whose word of what is there comes after the sign-out', async () => {
    followEnds();
    session.startSession(mockTokens());
    const { store } = await leave([1]);
    const tell = store.tellWhetherAny.bind(store);
    const late: (() => void)[] = [];
    vi.spyOn(store, 'tellWhetherAny').mockImplementation((take) =>
      tell((isAny) => late.push(() => take(isAny))),
    );
    await startIfTaken();
    await vi.waitFor(() => expect(late).toHaveLength(1));
    await session.endSession('logout');
    await vi.waitFor(async () => expect(await databases()).toEqual([]));
    for (const word of late) word();
    expect(isAnythingTaken()).toBe(false);
  });

  it('TA-23: are not noted anew where the note was lost and the database is found after the sign-out', async () => {
    session.startSession(mockTokens());
    await leave([1]);
    forgetTaken();
    const start = startIfTaken();
    await session.endSession('logout');
    await start;
    expect(isAnythingTaken()).toBe(false);
  });

  it.each([1, 2, 3, 4])(
    'TA-25: that are begun while a look of a start (number %i) takes its time are fetched, and noted',
    async (number) => {
      session.startSession(mockTokens());
      const of = userTakings();
      if (!of) throw new Error('Nobody is signed in');
      noteTaken(of, true);
      let letGo = () => {};
      const held = new Promise<void>((resolve) => (letGo = resolve));
      const read = of.store.read.bind(of.store);
      const looks = vi.spyOn(of.store, 'read').mockImplementation(async () => {
        const isHeld = looks.mock.calls.length === number;
        const all = await read();
        if (isHeld) await held;
        return all;
      });
      await startIfTaken();
      await vi.waitFor(() => expect(looks.mock.calls.length).toBeGreaterThanOrEqual(number));
      await new Promise((resolve) => setTimeout(resolve, 20));
      await beginTaking({ kind: 'cards' }, [1, 2]);
      letGo();
      await isDone();
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(isAnythingTaken()).toBe(true);
    },
  );

  it('TA-25: that are begun at any moment of a start are fetched', async () => {
    for (let steps = 0; steps < 25; steps += 1) {
      session.startSession(mockTokens());
      const of = userTakings();
      if (!of) throw new Error('Nobody is signed in');
      noteTaken(of, true);
      const start = startIfTaken();
      for (let step = 0; step < steps; step += 1) await new Promise((resolve) => setImmediate(resolve));
      await beginTaking({ kind: 'cards' }, [1, 2]);
      await isDone();
      await start;
      expect(isAnythingTaken()).toBe(true);
      await letAllGo();
      await session.endSession('closed');
      await deleteDatabase(ownDatabase());
    }
  });

  it('TA-12: of somebody else are swept at a start', async () => {
    session.startSession(mockTokens());
    await beginTaking({ kind: 'cards' }, [1]);
    await isDone();
    userTakings()?.store.close();
    await sweepForeignData(mockTokens().user.id);
    expect(await databases()).toContain(ownDatabase());
    await sweepForeignData(mockTokens().user.id + 1);
    expect(await databases()).not.toContain(ownDatabase());
  });

  it('TA-02: a save here drops the card and has it fetched again', async () => {
    session.startSession(mockTokens());
    const queryClient = new QueryClient();
    const userCache = createUserCache(session, undefined, async () => takenCopies);
    stops.push(registerInvalidationReach(({ tag, entityId }) => userCache.removeTag(tag, entityId)));
    await beginTaking({ kind: 'cards' }, [1, 2]);
    await isDone();
    await invalidateTag(queryClient, 'Card', { entityId: 2 });
    await vi.waitFor(() => expect(asked).toEqual([[1, 2], [2]]));
    await isDone();
    await invalidateTag(queryClient, 'Card');
    await vi.waitFor(() => expect(asked).toEqual([[1, 2], [2], [1, 2]]));
    await isDone();
  });

  it('TA-08: stopped, they wait for the person, also at the next start', async () => {
    let letGo = () => {};
    hold = new Promise<void>((resolve) => (letGo = resolve));
    session.startSession(mockTokens());
    const id = await beginTaking({ kind: 'cards' }, [1, 2]);
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    await stopTaking(id);
    letGo();
    hold = undefined;
    await vi.waitFor(() => expect(shown()).toMatchObject({ isStopped: true, hereCount: 0 }));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(asked).toHaveLength(1);
    await resumeTaking(id);
    await isDone();
    expect(shown()).toMatchObject({ hereCount: 2 });
  });

  it('«Очистить» takes all of them', async () => {
    session.startSession(mockTokens());
    await beginTaking({ kind: 'cards' }, [1]);
    await isDone();
    await letAllGo();
    expect(isAnythingTaken()).toBe(false);
    await vi.waitFor(async () => expect(await databases()).not.toContain(ownDatabase()));
  });
});
