import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createStorage } from '#tests/fixtures/browser.ts';
import { anna, boris, makeAccessToken, makeTokens } from '#tests/fixtures/tokens.ts';
import { decodeAccessToken, userOfAccessToken } from './access-token.ts';
import { createSessionStore, whileSessionLasts } from './session-store.ts';
import { createTokenStorage } from './token-storage.ts';

function startTab(storage: Storage = createStorage()) {
  return { storage, session: createSessionStore(createTokenStorage(() => storage)) };
}

function contentOf(storage: Storage) {
  return { accessToken: storage.getItem('accessToken'), refreshToken: storage.getItem('refreshToken') };
}

const nothing = { accessToken: null, refreshToken: null };

describe('the session at start-up', () => {
  it('is rebuilt from the two tokens in local storage', () => {
    const { storage, session } = startTab();
    const tokens = makeTokens();
    session.startSession(tokens);
    expect(contentOf(storage)).toEqual({ accessToken: tokens.access, refreshToken: tokens.refresh });
    expect(startTab(storage).session.getSession()).toEqual(session.getSession());
    expect(startTab(storage).session.getSession()).toMatchObject({ user: anna, isLoggedIn: true });
  });

  it.each(['accessToken', 'refreshToken'])('is logged out with only the %s, which is removed', (key) => {
    const { storage, session } = startTab();
    session.startSession(makeTokens());
    const kept = storage.getItem(key) ?? '';
    storage.clear();
    storage.setItem(key, kept);
    expect(startTab(storage).session.getSession().isLoggedIn).toBe(false);
    expect(contentOf(storage)).toEqual(nothing);
  });

  const good = makeTokens();
  const badAccess = [
    'null',
    'undefined',
    '{}',
    'x'.repeat(1_000_000),
    'not-a-jwt',
    'a.b.c',
    'a.%%%.c',
    '😀.😀.😀',
    makeAccessToken({ name: 'без номера' }),
    makeAccessToken([1]),
    `a.${btoa('{"__proto__":{"id":1}}').replaceAll('=', '')}.c`,
    `a.${btoa('null')}.c`,
  ];

  it.each(badAccess)('is logged out with the access token %.40s, and both keys are cleared', (access) => {
    const storage = createStorage();
    storage.setItem('accessToken', access);
    storage.setItem('refreshToken', good.refresh);
    expect(startTab(storage).session.getSession()).toMatchObject({ isLoggedIn: false, user: null });
    expect(contentOf(storage)).toEqual(nothing);
  });

  it.each(['null', 'undefined', '', 'два слова', 'строка', 'x'.repeat(1_000_000)])(
    'is logged out with the refresh token %.40s',
    (refresh) => {
      const storage = createStorage();
      storage.setItem('accessToken', good.access);
      storage.setItem('refreshToken', refresh);
      expect(startTab(storage).session.getSession().isLoggedIn).toBe(false);
    },
  );

  it('never throws, whatever is stored', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      fc.json().map((value) => `a.${encodeLoose(value)}.c`),
    );
    fc.assert(
      fc.property(text, text, (access, refresh) => {
        const storage = createStorage();
        storage.setItem('accessToken', access);
        storage.setItem('refreshToken', refresh);
        const { isLoggedIn, user } = startTab(storage).session.getSession();
        expect(isLoggedIn).toBe(user !== null);
      }),
      { numRuns: 5000 },
    );
  });

  it('is logged out when local storage is blocked', () => {
    const session = createSessionStore(
      createTokenStorage(() => {
        throw new DOMException('blocked', 'SecurityError');
      }),
    );
    expect(session.getSession().isLoggedIn).toBe(false);
  });
});

describe('the user in an access token', () => {
  it('keeps every letter, whatever the base64 looks like', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (name) => {
        expect(userOfAccessToken(makeAccessToken({ ...anna, name }))?.name).toBe(name);
      }),
    );
  });

  it('has camelCase keys; keys in capitals are untouched', () => {
    const token = makeAccessToken({ ...anna, account_name: 'ИП', CONTENT: 'ACTIVE' });
    expect(decodeAccessToken(token)).toMatchObject({ accountName: 'ИП', CONTENT: 'ACTIVE' });
  });
});

describe('a session', () => {
  it('lives in memory when local storage refuses the tokens, and says so', () => {
    const storage = createStorage();
    const { session } = startTab(storage);
    vi.spyOn(storage, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    session.startSession(makeTokens());
    expect(session.getSession()).toMatchObject({ isLoggedIn: true, isPersisted: false });
    expect(session.rereadStorage()).toBe('same');
  });

  it('leaves no half of a pair, and no outdated pair, when a write fails midway', () => {
    const storage = createStorage();
    const { session } = startTab(storage);
    session.startSession(makeTokens());
    const write = storage.setItem.bind(storage);
    vi.spyOn(storage, 'setItem').mockImplementation((key, value) => {
      if (key === 'accessToken') throw new DOMException('full', 'QuotaExceededError');
      write(key, value);
    });
    session.adoptTokens(makeTokens(), session.epoch);
    expect(contentOf(storage)).toEqual(nothing);
  });

  it('writes the refresh token before the access token', () => {
    const storage = createStorage();
    const write = vi.spyOn(storage, 'setItem');
    startTab(storage).session.startSession(makeTokens());
    expect(write.mock.calls.map(([key]) => key)).toEqual(['refreshToken', 'accessToken']);
  });

  it('clears user, tokens and the flag when it ends', async () => {
    const { storage, session } = startTab();
    session.startSession(makeTokens());
    await session.endSession('logout');
    expect(session.getSession()).toMatchObject({
      user: null,
      accessToken: null,
      refreshToken: null,
      isLoggedIn: false,
    });
    expect(contentOf(storage)).toEqual(nothing);
  });

  it('waits for what is to be done at its end, and survives its failures', async () => {
    const { session } = startTab();
    session.startSession(makeTokens());
    const done: string[] = [];
    session.onEnd(({ reason, user }) => {
      expect(session.getSession().isLoggedIn).toBe(false);
      done.push(`${reason} ${user?.login}`);
    });
    session.onEnd(() => {
      throw new Error('disk');
    });
    session.onEnd(async () => {
      await Promise.resolve();
      done.push('later');
    });
    await session.endSession('logout');
    expect(done).toEqual(['logout anna', 'later']);
  });

  it('never takes tokens of an ended session', async () => {
    const { storage, session } = startTab();
    session.startSession(makeTokens());
    const { epoch } = session;
    await session.endSession('logout');
    expect(session.adoptTokens(makeTokens(), epoch)).toBe(false);
    session.startSession(makeTokens());
    expect(session.adoptTokens(makeTokens(), epoch)).toBe(false);
    expect(storage.getItem('accessToken')).toBe(session.getSession().accessToken);
  });

  it('never takes tokens of another user', () => {
    const { session } = startTab();
    session.startSession(makeTokens(anna));
    expect(session.adoptTokens(makeTokens(boris), session.epoch)).toBe(false);
    expect(session.getSession().user).toEqual(anna);
  });
});

describe('two tabs on one storage', () => {
  function twoTabs() {
    const { storage, session: first } = startTab();
    first.startSession(makeTokens());
    const { session: second } = startTab(storage);
    return { storage, first, second };
  }

  it('share a refreshed pair', () => {
    const { first, second } = twoTabs();
    first.adoptTokens(makeTokens(), first.epoch);
    expect(second.rereadStorage()).toBe('adopted');
    expect(second.getSession()).toEqual(first.getSession());
  });

  it('end together', async () => {
    const { storage, first, second } = twoTabs();
    await first.endSession('logout');
    expect(second.rereadStorage()).toBe('ended');
    expect(second.getSession().isLoggedIn).toBe(false);
    expect(contentOf(storage)).toEqual(nothing);
  });

  it('notice another user, and leave the new user’s tokens alone', async () => {
    const { storage, first, second } = twoTabs();
    await first.endSession('logout');
    first.startSession(makeTokens(boris));
    const stored = contentOf(storage);
    expect(second.rereadStorage()).toBe('user-changed');
    expect(second.getSession().isLoggedIn).toBe(false);
    expect(contentOf(storage)).toEqual(stored);
  });

  it('agree on what may be kept: a login as of a foreign device begins a new session in both', () => {
    const { first, second } = twoTabs();
    const { epoch } = second;
    const endings: unknown[] = [];
    second.onEnd(({ reason, isBack }) => void endings.push([reason, isBack]));
    first.startSession(makeTokens(), { isForeignDevice: true });
    expect(second.rereadStorage()).toBe('adopted');
    expect(second.getSession()).toEqual(first.getSession());
    expect(second.getSession().isForeignDevice).toBe(true);
    expect(second.epoch).toBeGreaterThan(epoch);
    expect(endings).toEqual([['other-tab', false]]);
  });

  it('sign in together', () => {
    const storage = createStorage();
    const guest = startTab(storage).session;
    startTab(storage).session.startSession(makeTokens());
    expect(guest.rereadStorage()).toBe('adopted');
    expect(guest.getSession().isLoggedIn).toBe(true);
  });
});

function encodeLoose(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}

it('a login answered after another user has come in ends that user’s session first, and leaves its own tokens', () => {
  const { storage, session } = startTab();
  const endings: unknown[] = [];
  session.onEnd(({ reason, user }) => void endings.push([reason, user?.id]));
  const { epoch } = session;
  session.startSession(makeTokens(boris));
  session.startSession(makeTokens(boris));
  expect(endings).toEqual([]);
  const tokens = makeTokens(anna);
  session.startSession(tokens);
  expect(endings).toEqual([['user-changed', boris.id]]);
  expect(session.epoch).toBeGreaterThan(epoch);
  expect(session.getSession().user).toEqual(anna);
  expect(contentOf(storage)).toEqual({ accessToken: tokens.access, refreshToken: tokens.refresh });
});

it('a login answered after the same user has come in through another tab goes on with their session, on its newer pair', () => {
  const { storage, session } = startTab();
  const ended = vi.fn();
  session.onEnd(ended);
  session.startSession(makeTokens(anna));
  const { epoch } = session;
  const tokens = makeTokens(anna);
  session.startSession(tokens);
  expect(session.epoch).toBe(epoch);
  expect(ended).not.toHaveBeenCalled();
  expect(contentOf(storage)).toEqual({ accessToken: tokens.access, refreshToken: tokens.refresh });
});

it('a login as of a foreign device begins a new session also for the same user', () => {
  const { session } = startTab();
  session.startSession(makeTokens(anna));
  const { epoch } = session;
  session.startSession(makeTokens(anna), { isForeignDevice: true });
  expect(session.epoch).toBeGreaterThan(epoch);
});

describe('an end that a tab learns of late', () => {
  function sleepOver(options?: { isForeignDevice: boolean }) {
    const { storage, session } = startTab();
    session.startSession(makeTokens(anna));
    const endings: unknown[] = [];
    session.onEnd(({ reason, isBack }) => void endings.push([reason, isBack]));
    startTab(storage).session.startSession(makeTokens(anna), options);
    return { session, endings };
  }

  it('says when the same user is back by then: what the device keeps is theirs', async () => {
    const { session, endings } = sleepOver();
    await session.endSession('other-tab');
    expect(endings).toEqual([['other-tab', true]]);
  });

  it('does not say so of a foreign device, which keeps nothing', async () => {
    const { session, endings } = sleepOver({ isForeignDevice: true });
    await session.endSession('other-tab');
    expect(endings).toEqual([['other-tab', false]]);
  });

  it('is final at a logout of this tab’s own', async () => {
    const { session, endings } = sleepOver();
    await session.endSession('logout');
    expect(endings).toEqual([['logout', false]]);
  });
});

it('without tokens nobody is logged in, and nothing is said of a foreign device or of a full one', () => {
  expect(startTab().session.getSession()).toEqual({
    user: null,
    accessToken: null,
    refreshToken: null,
    isLoggedIn: false,
    isForeignDevice: false,
    isPersisted: true,
  });
});

it('whoever listens hears of a start and of an end', async () => {
  const { session } = startTab();
  const heard: boolean[] = [];
  session.subscribe(() => heard.push(session.getSession().isLoggedIn));
  session.startSession(makeTokens());
  await session.endSession('logout');
  expect(heard).toEqual([true, false]);
});

it.each([
  ['another user', makeTokens(boris).access],
  ['nobody that can be read', 'a.b.c'],
])('nobody is back when the tokens in the storage are those of %s', async (_, access) => {
  const { storage, session } = startTab();
  session.startSession(makeTokens(anna));
  const endings: boolean[] = [];
  session.onEnd(({ isBack }) => void endings.push(isBack));
  storage.setItem('accessToken', access);
  await session.endSession('other-tab');
  expect(endings).toEqual([false]);
});

it('a user who is gone is forgotten as after a logout; one who is back is not', async () => {
  const { session } = startTab();
  const endings: unknown[] = [];
  session.onEnd((ending) => void endings.push(ending));
  await session.forgetUser(anna);
  expect(endings).toEqual([{ reason: 'logout', user: anna, isBack: false }]);
  session.startSession(makeTokens(anna));
  await session.forgetUser(anna);
  expect(endings).toHaveLength(1);
});

it('a session that another tab has begun is another one than that of nobody', () => {
  const { storage, session } = startTab();
  const { epoch } = session;
  startTab(storage).session.startSession(makeTokens());
  expect(session.rereadStorage()).toBe('adopted');
  expect(session.epoch).toBe(epoch + 1);
});

it.each(['accessToken', 'refreshToken'])('a pair of which only the %s is new is taken over', (key) => {
  const { storage, session } = startTab();
  session.startSession(makeTokens());
  const { access, refresh } = makeTokens();
  storage.setItem(key, key === 'accessToken' ? access : refresh);
  expect(session.rereadStorage()).toBe('adopted');
});

it('what is to last as long as the session asks the storage that all tabs share', async () => {
  const { storage, session } = startTab();
  session.startSession(makeTokens());
  const lasts = whileSessionLasts(session);
  expect(lasts()).toBe(true);
  await startTab(storage).session.endSession('logout');
  expect(lasts()).toBe(false);
});
