import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createSessionStore } from '#api/session/session-store.ts';
import { createTokenStorage } from '#api/session/token-storage.ts';
import { createStorage } from '#tests/fixtures/browser.ts';
import { anna, boris, makeTokens } from '#tests/fixtures/tokens.ts';
import { settle } from '#tests/support/settle.ts';
import { createUserCache } from './user-cache.ts';
import { deleteDatabase } from '#offline/device/user-database.ts';
import { wipeUserData } from '#offline/device/wipe.ts';

const leaving: (() => void)[] = [];

afterEach(async () => {
  for (const leave of leaving.splice(0)) leave();
  for (const { name } of await indexedDB.databases()) if (name) await deleteDatabase(name);
});

function start() {
  const storage = createStorage();
  const session = createSessionStore(createTokenStorage(() => storage));
  const cache = createUserCache(session);
  /** Fetches once, as a page with an empty memory does, and gives what is shown. */
  async function visit(response: string) {
    const client = new QueryClient({
      defaultOptions: { queries: { persister: cache.persisterFn, retry: false } },
    });
    const observer = new QueryObserver(client, {
      queryKey: ['Cards'],
      queryFn: async () => response,
      staleTime: Infinity,
    });
    const leave = observer.subscribe(() => undefined);
    leaving.push(leave);
    await vi.waitFor(() => expect(observer.getCurrentResult().data).toBeDefined());
    await settle();
    leave();
    return observer.getCurrentResult().data;
  }
  return { session, cache, visit };
}

describe('the copies', () => {
  it('of each user are apart, even when one session follows the other without an end', async () => {
    const { session, visit } = start();
    session.startSession(makeTokens(anna));
    expect(await visit('A')).toBe('A');
    session.startSession(makeTokens(boris));
    expect(await visit('B')).toBe('B');
    session.startSession(makeTokens(anna));
    expect(await visit('C')).toBe('A');
    expect((await indexedDB.databases()).map(({ name }) => name)).toEqual([
      'prilavok-cache-u1',
      'prilavok-cache-u2',
    ]);
  });

  it('of a guest are none', async () => {
    const { visit } = start();
    await visit('A');
    expect(await visit('B')).toBe('B');
    expect(await indexedDB.databases()).toEqual([]);
  });
});

describe('wiping', () => {
  it('closes the copies before anything else, so that no late answer is written while it works', async () => {
    const { cache } = start();
    const steps: string[] = [];
    const queryClient = new QueryClient();
    vi.spyOn(cache, 'close').mockImplementation(() => void steps.push('close'));
    vi.spyOn(queryClient, 'cancelQueries').mockImplementation(async () => void steps.push('cancel'));
    vi.spyOn(queryClient, 'clear').mockImplementation(() => void steps.push('clear'));
    const deleting = indexedDB.deleteDatabase.bind(indexedDB);
    vi.spyOn(indexedDB, 'deleteDatabase').mockImplementation((name) => {
      steps.push(name);
      return deleting(name);
    });
    await wipeUserData({ reason: 'expired', isBack: false, user: anna }, { queryClient, userCache: cache });
    expect(steps).toEqual([
      'close',
      'cancel',
      'clear',
      'prilavok-cache-u1',
      'prilavok-catalogue-u1',
      'prilavok-taken-u1',
    ]);
  });
});
