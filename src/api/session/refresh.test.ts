import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getProfileEndpoint } from '#contract/users.ts';
import { createLocks, createStorage } from '#tests/fixtures/browser.ts';
import { addressOf, blackHole, createFakeFetch, html, json } from '#tests/fixtures/fake-server.ts';
import { createRotatingServer } from '#tests/fixtures/rotating-server.ts';
import { anna, boris, makeTokens } from '#tests/fixtures/tokens.ts';
import { ApiError } from '#api/http/api-error.ts';
import { createApiClient } from '#api/client.ts';
import type { LockProvider } from './refresh.ts';
import { createSessionStore } from './session-store.ts';
import { createTokenStorage } from './token-storage.ts';

function startTab(
  fetchImpl: typeof fetch,
  options: { storage?: Storage; locks?: LockProvider | undefined } = {},
) {
  const storage = options.storage ?? createStorage();
  const session = createSessionStore(createTokenStorage(() => storage));
  const client = createApiClient({ session, fetch: fetchImpl, locks: options.locks });
  return { storage, session, client };
}

async function settle(promises: Promise<unknown>[]) {
  return (await Promise.allSettled(promises)).map((result) =>
    result.status === 'fulfilled' ? 'ok' : (result.reason as ApiError).status,
  );
}

const times = (count: number, make: () => Promise<unknown>) => Array.from({ length: count }, make);

describe('fifty calls that answer 401 at once', () => {
  it.each([1, 2, 5])(
    'make one refresh over %i tabs and all succeed, in whatever order answers arrive',
    async (tabCount) => {
      await fc.assert(
        fc.asyncProperty(fc.scheduler(), async (scheduler) => {
          const server = createRotatingServer((response) => scheduler.schedule(response));
          const storage = createStorage();
          const locks = createLocks();
          startTab(server.fetch, { storage }).session.startSession(server.tokens());
          const tabs = Array.from({ length: tabCount }, () => startTab(server.fetch, { storage, locks }));
          server.expire();
          const calls = tabs.flatMap(({ client }) =>
            times(50 / tabCount, () => client.call(getProfileEndpoint)),
          );
          const results = await scheduler.waitFor(settle(calls));
          expect(new Set(results)).toEqual(new Set(['ok']));
          expect(server.refreshes).toHaveLength(1);
          for (const { session } of tabs) expect(session.getSession().isLoggedIn).toBe(true);
        }),
        { numRuns: 100 },
      );
    },
    60_000,
  );

  it('make one refresh when the storage event of another tab’s comes before the lock does', async () => {
    const server = createRotatingServer();
    const storage = createStorage();
    const first = startTab(server.fetch, { storage });
    first.session.startSession(server.tokens());
    const request = async (_name: string, _options: object, callback: (lock: null) => unknown) => {
      await first.client.call(getProfileEndpoint);
      second.session.rereadStorage();
      return callback(null);
    };
    const second = startTab(server.fetch, { storage, locks: { request: request as LockManager['request'] } });
    server.expire();
    await second.client.call(getProfileEndpoint);
    expect(server.refreshes).toHaveLength(1);
  });

  it('make one refresh when the lock comes before what the other tab has stored', async () => {
    const server = createRotatingServer();
    const mine = createStorage();
    const first = startTab(server.fetch);
    first.session.startSession(server.tokens());
    const request = async (_name: string, _options: object, callback: (lock: null) => unknown) => {
      await first.client.call(getProfileEndpoint);
      await new Promise((done) => setTimeout(done, 20));
      const { access, refresh } = server.tokens();
      setTimeout(() => {
        mine.setItem('refreshToken', refresh);
        mine.setItem('accessToken', access);
      }, 60);
      return callback(null);
    };
    const second = startTab(server.fetch, {
      storage: mine,
      locks: { request: request as LockManager['request'] },
    });
    second.session.startSession(server.tokens());
    server.expire();
    await second.client.call(getProfileEndpoint);
    expect(server.refreshes).toHaveLength(1);
  });

  it('make one refresh in a tab without Web Locks', async () => {
    const server = createRotatingServer();
    const { session, client } = startTab(server.fetch, { locks: undefined });
    session.startSession(server.tokens());
    server.expire();
    expect(new Set(await settle(times(50, () => client.call(getProfileEndpoint))))).toEqual(new Set(['ok']));
    expect(server.refreshes).toHaveLength(1);
  });
});

describe('a call whose token is known to have run out', () => {
  it('makes the one refresh of all tabs first, and nobody refuses it', async () => {
    const server = createRotatingServer();
    const storage = createStorage();
    const locks = createLocks();
    startTab(server.fetch, { storage }).session.startSession(server.tokens());
    const tabs = Array.from({ length: 3 }, () => startTab(server.fetch, { storage, locks }));
    const spent = server.tokens().access;
    server.expire();
    const isSpent = (token: string | null) => token === spent;
    const calls = tabs.map(({ client }) => client.call(getProfileEndpoint, { isSpent }));
    expect(await settle(calls)).toEqual(['ok', 'ok', 'ok']);
    expect(server.refreshes).toHaveLength(1);
    expect(server.sent.map(({ path }) => path.includes('refresh'))).toEqual([true, false, false, false]);
  });

  it('goes out once more and no further when the new token is refused as well', async () => {
    const { fetch, sent } = createFakeFetch(({ path }) => {
      if (!path.includes('refresh')) return json({ detail: ['Нет'] }, { status: 401 });
      const { access, refresh } = makeTokens();
      return json({ access, refresh });
    });
    const { session, client } = startTab(fetch);
    session.startSession(makeTokens());
    const call = client.call(getProfileEndpoint, { isSpent: () => true });
    await expect(call).rejects.toMatchObject({ status: 401, detail: ['Нет'] });
    expect(sent.map(({ path }) => path.includes('refresh'))).toEqual([true, false]);
  });
});

describe('a refresh', () => {
  it('is not made for a 401 that a token of yesterday earned: the stored one is tried', async () => {
    const server = createRotatingServer();
    const storage = createStorage();
    const tab = startTab(server.fetch, { storage, locks: createLocks() });
    const other = startTab(server.fetch, { storage });
    tab.session.startSession(makeTokens());
    other.session.startSession(server.tokens());
    await expect(tab.client.call(getProfileEndpoint)).resolves.toEqual({ name: 'Анна' });
    expect(server.refreshes).toEqual([]);
  });

  it('holds back requests that begin while it is under way', async () => {
    let finish: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const server = createRotatingServer(async (response) => response);
    const gated: typeof fetch = async (input, init) => {
      if (addressOf(input).includes('/user/refresh/')) await gate;
      return server.fetch(input, init);
    };
    const { session, client } = startTab(gated);
    session.startSession(server.tokens());
    server.expire();
    const first = client.call(getProfileEndpoint);
    await vi.waitFor(() => expect(server.sent).toHaveLength(1));
    const second = client.call(getProfileEndpoint);
    await Promise.resolve();
    expect(server.sent).toHaveLength(1);
    finish();
    await Promise.all([first, second]);
    expect(server.sent.map(({ path }) => path)).toEqual([
      '/api/v1/users/me/',
      '/api/v1/user/refresh/',
      '/api/v1/users/me/',
      '/api/v1/users/me/',
    ]);
  });

  it('is followed by one retry, and by no second refresh when that gets 401 too', async () => {
    const { fetch, sent } = createFakeFetch(({ path }) => {
      if (!path.includes('refresh')) return json({ detail: ['Нет'] }, { status: 401 });
      const { access, refresh } = makeTokens();
      return json({ access, refresh });
    });
    const { session, client } = startTab(fetch);
    session.startSession(makeTokens());
    await expect(client.call(getProfileEndpoint)).rejects.toMatchObject({ status: 401, detail: ['Нет'] });
    expect(sent.map(({ path }) => path.includes('refresh'))).toEqual([false, true, false]);
    expect(session.getSession().isLoggedIn).toBe(true);
  });

  it.each([400, 401, 403, 404, 408, 429, 499])('answered by %i ends the session', async (status) => {
    const { fetch } = createFakeFetch(({ path }) =>
      json({ detail: ['Нет'] }, { status: path.includes('refresh') ? status : 401 }),
    );
    const { session, client, storage } = startTab(fetch);
    session.startSession(makeTokens());
    const reasons: string[] = [];
    session.onEnd(({ reason }) => void reasons.push(reason));
    await expect(client.call(getProfileEndpoint)).rejects.toBeInstanceOf(ApiError);
    expect(session.getSession().isLoggedIn).toBe(false);
    expect(storage.length).toBe(0);
    expect(reasons).toEqual(['expired']);
  });

  it.each([
    ['500', () => json({}, { status: 500 }), 500],
    ['503', () => json({ detail: ['Обновляемся'] }, { status: 503 }), 503],
    ['526', () => html(526), 526],
    ['no network', () => Promise.reject(new TypeError('Failed to fetch')), 500],
    ['a captive portal', () => html(), 500],
    ['half an answer', () => json({ access: makeTokens().access }), 500],
    ['no JSON', () => new Response('ok'), 500],
  ])(
    'answered by %s keeps the session and fails the call as one that may be retried',
    async (_, respond, status) => {
      const { fetch } = createFakeFetch(({ path }) =>
        path.includes('refresh') ? respond() : json({}, { status: 401 }),
      );
      const { session, client } = startTab(fetch);
      const tokens = makeTokens();
      session.startSession(tokens);
      await expect(client.call(getProfileEndpoint)).rejects.toMatchObject({ status, isServerError: true });
      expect(session.getSession()).toMatchObject({ isLoggedIn: true, accessToken: tokens.access });
    },
  );

  it('never ends the session by anything but a 4xx, whatever the server does', async () => {
    const responses = fc.constantFrom('401', '500', '502', 'offline', 'html', 'ok', 'junk');
    await fc.assert(
      fc.asyncProperty(fc.array(responses, { minLength: 1, maxLength: 12 }), async (script) => {
        let step = 0;
        const { fetch } = createFakeFetch(({ path }) => {
          const response = script[step++ % script.length] ?? 'ok';
          if (response === 'offline') throw new TypeError('Failed to fetch');
          if (response === 'html') return html();
          if (response === 'junk') return json(['?']);
          if (response === 'ok') return json({ access: makeTokens().access, refresh: makeTokens().refresh });
          const status = Number(response);
          return json({}, { status: path.includes('refresh') && status === 401 ? 500 : status });
        });
        const { session, client } = startTab(fetch);
        session.startSession(makeTokens());
        await settle(times(5, () => client.call(getProfileEndpoint)));
        expect(session.getSession().isLoggedIn).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('without a refresh token is no refresh: the guest stays a guest', async () => {
    const server = createRotatingServer();
    const { client, session } = startTab(server.fetch);
    await expect(client.call(getProfileEndpoint)).rejects.toMatchObject({ status: 401 });
    expect(server.refreshes).toEqual([]);
    expect(session.getSession().isLoggedIn).toBe(false);
  });

  it('refused to this tab is no end when another tab has a newer pair', async () => {
    const storage = createStorage();
    startTab(createFakeFetch(() => json({})).fetch, { storage }).session.startSession(makeTokens());
    const other = startTab(createFakeFetch(() => json({})).fetch, { storage });
    const { fetch } = createFakeFetch(({ path, headers }) => {
      if (path.includes('refresh')) {
        other.session.adoptTokens(makeTokens(), other.session.epoch);
        return json({}, { status: 401 });
      }
      const isNew = headers.get('authorization') !== `Bearer ${before}`;
      return isNew ? json({ name: 'Анна' }) : json({}, { status: 401 });
    });
    const tab = startTab(fetch, { storage });
    const before = tab.session.getSession().accessToken;
    await expect(tab.client.call(getProfileEndpoint)).resolves.toEqual({ name: 'Анна' });
    expect(tab.session.getSession().isLoggedIn).toBe(true);
  });

  it('never mixes users: with another user’s tokens stored the original is not sent again', async () => {
    const storage = createStorage();
    const { fetch, sent } = createFakeFetch(() => {
      startTab(fetch, { storage }).session.startSession(makeTokens(boris));
      return json({}, { status: 401 });
    });
    const tab = startTab(fetch, { storage, locks: createLocks() });
    tab.session.startSession(makeTokens(anna));
    await expect(tab.client.call(getProfileEndpoint)).rejects.toMatchObject({ code: 'session_ended' });
    expect(sent).toHaveLength(1);
  });
});

describe('a logout during a refresh', () => {
  it('wins: tokens never reappear, whenever the answers arrive', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), async (scheduler) => {
        const server = createRotatingServer((response) => scheduler.schedule(response));
        const { session, client, storage } = startTab(server.fetch, { locks: createLocks() });
        session.startSession(server.tokens());
        server.expire();
        const calls = settle(times(5, () => client.call(getProfileEndpoint)));
        const leave = scheduler.schedule(Promise.resolve('logout')).then(() => session.endSession('logout'));
        await scheduler.waitFor(Promise.all([calls, leave]));
        expect(session.getSession().isLoggedIn).toBe(false);
        expect(storage.length).toBe(0);
      }),
      { numRuns: 300 },
    );
  });
});

describe('waiting', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('for a refresh that is never answered ends after eight seconds, for everybody', async () => {
    const { fetch } = createFakeFetch((request) =>
      request.path.includes('refresh') ? blackHole(request) : json({}, { status: 401 }),
    );
    const { session, client } = startTab(fetch, { locks: createLocks() });
    session.startSession(makeTokens());
    const results = settle(times(5, () => client.call(getProfileEndpoint)));
    await vi.advanceTimersByTimeAsync(8_000);
    expect(await results).toEqual([500, 500, 500, 500, 500]);
    expect(session.getSession().isLoggedIn).toBe(true);
  });

  it('for a frozen tab ends after ten seconds; its lock is not stolen, and the next try works', async () => {
    const server = createRotatingServer();
    const locks = createLocks();
    let thaw: () => void = () => undefined;
    void locks.request('prilavok-refresh', {}, () => new Promise<void>((resolve) => (thaw = resolve)));
    const { session, client } = startTab(server.fetch, { locks });
    session.startSession(server.tokens());
    server.expire();
    const stuck = settle([client.call(getProfileEndpoint)]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await stuck).toEqual([500]);
    expect(server.refreshes).toEqual([]);
    expect(session.getSession().isLoggedIn).toBe(true);
    thaw();
    await vi.advanceTimersByTimeAsync(0);
    await expect(client.call(getProfileEndpoint)).resolves.toEqual({ name: 'Анна' });
  });
});
