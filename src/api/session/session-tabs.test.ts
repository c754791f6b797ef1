import * as fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createStorage, openOtherTab } from '#tests/fixtures/browser.ts';
import { boris, makeTokens } from '#tests/fixtures/tokens.ts';
import { settle } from '#tests/support/settle.ts';
import { createSessionStore, type SessionEndReason } from './session-store.ts';
import { connectTabs } from './session-tabs.ts';
import { createTokenStorage } from './token-storage.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** Tabs of one window object: they share the events, so each test looks at the stores. */
function openTab(storage: Storage) {
  const session = createSessionStore(createTokenStorage(() => storage));
  const reasons: SessionEndReason[] = [];
  session.onEnd(({ reason }) => void reasons.push(reason));
  const stop = connectTabs(session);
  stops.push(stop);
  return { session, reasons, stop };
}

function tell(key: string | null) {
  window.dispatchEvent(new StorageEvent('storage', { key }));
}

describe('a logout in one tab', () => {
  it.each(['accessToken', 'refreshToken', null])(
    'ends the others at the storage event for %s',
    async (key) => {
      const storage = createStorage();
      const first = openTab(storage);
      first.session.startSession(makeTokens());
      const second = openTab(storage);
      first.stop();
      await first.session.endSession('logout');
      tell(key);
      expect(second.session.getSession().isLoggedIn).toBe(false);
      expect(second.reasons).toEqual(['other-tab']);
    },
  );

  it('reaches tabs whose session no storage could keep', async () => {
    const full = createStorage();
    full.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    const first = openTab(full);
    const second = openTab(full);
    first.session.startSession(makeTokens());
    second.session.startSession(makeTokens());
    await first.session.endSession('logout');
    await vi.waitFor(() => expect(second.reasons).toEqual(['other-tab']));
  });

  it('of another user is none of this tab’s', async () => {
    const mine = openTab(createStorage());
    mine.session.startSession(makeTokens());
    const theirs = openTab(createStorage());
    theirs.session.startSession(makeTokens(boris));
    await theirs.session.endSession('logout');
    await settle();
    expect(mine.session.getSession().isLoggedIn).toBe(true);
  });
});

describe('another tab', () => {
  it('that signs in as somebody else ends this session with its own reason', () => {
    const storage = createStorage();
    const mine = openTab(storage);
    mine.session.startSession(makeTokens());
    createSessionStore(createTokenStorage(() => storage)).startSession(makeTokens(boris));
    tell('accessToken');
    expect(mine.reasons).toEqual(['user-changed']);
  });

  it('cannot hurt with junk', async () => {
    const mine = openTab(createStorage());
    mine.session.startSession(makeTokens());
    const channel = openOtherTab('prilavok-session');
    for (const junk of fc.sample(fc.jsonValue(), 200)) channel.post(junk);
    channel.post({ type: 'ended', userId: '1' });
    await settle();
    channel.close();
    expect(mine.session.getSession().isLoggedIn).toBe(true);
  });
});

it('a page that comes back from the back/forward cache asks whether it is still signed in', async () => {
  const storage = createStorage();
  const { session } = openTab(storage);
  session.startSession(makeTokens());
  storage.clear();
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect(session.getSession().isLoggedIn).toBe(false);
});

describe('a foreign device', () => {
  it('forgets the tokens when its last tab goes', () => {
    const storage = createStorage();
    const { session } = openTab(storage);
    session.startSession(makeTokens(), { isForeignDevice: true });
    window.dispatchEvent(new Event('pagehide'));
    expect(session.getSession().isLoggedIn).toBe(false);
    expect(storage.length).toBe(0);
  });

  it('keeps them while another tab lives', async () => {
    const storage = createStorage();
    const { session, stop } = openTab(storage);
    session.startSession(makeTokens(), { isForeignDevice: true });
    stop();
    const channel = openOtherTab('prilavok-session');
    const other = openTab(storage);
    channel.post({ type: 'here', tab: 'another' });
    await settle();
    window.dispatchEvent(new Event('pagehide'));
    expect(other.session.getSession().isLoggedIn).toBe(true);
    channel.post({ type: 'bye', tab: 'another' });
    await settle();
    window.dispatchEvent(new Event('pagehide'));
    expect(other.session.getSession().isLoggedIn).toBe(false);
    channel.close();
  });

  it('is remembered at the next start of a page', () => {
    const storage = createStorage();
    openTab(storage).session.startSession(makeTokens(), { isForeignDevice: true });
    expect(openTab(storage).session.getSession().isForeignDevice).toBe(true);
  });

  it('is the only one that forgets', () => {
    const { session } = openTab(createStorage());
    session.startSession(makeTokens());
    window.dispatchEvent(new Event('pagehide'));
    expect(session.getSession().isLoggedIn).toBe(true);
  });
});
