import { createHash } from 'node:crypto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFakeFetch, json, type Responder, type SentRequest } from '#tests/fixtures/fake-server.ts';
import { anna, boris, makeTokens } from '#tests/fixtures/tokens.ts';
import { signOut, signOutOnThisDevice, useLogin, useLogout } from './auth.ts';
import { deliverSignOuts } from './revocation.ts';
import { session, useSession } from './session/session.ts';

let client: QueryClient;
let respond: Responder;
let sent: SentRequest[];

beforeEach(() => {
  const server = createFakeFetch((request) => respond(request));
  sent = server.sent;
  vi.stubGlobal('fetch', server.fetch);
  client = new QueryClient();
});
afterEach(async () => {
  client.clear();
  await session.endSession('logout');
  vi.unstubAllGlobals();
});

function render<T>(useHook: () => T) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(useHook, { wrapper }).result;
}

const noContent = () => new Response(null, { status: 204 });

describe('signing in', () => {
  it('sends login and password, and sets user, tokens and the flag', async () => {
    const tokens = makeTokens();
    respond = () => json(tokens);
    const state = render(useSession);
    const login = render(useLogin);
    await act(() => login.current.mutateAsync({ login: 'anna', password: 'secret' }));
    expect(sent[0]?.body).toEqual({ login: 'anna', password: 'secret' });
    expect(state.current).toMatchObject({
      user: anna,
      accessToken: tokens.access,
      refreshToken: tokens.refresh,
      isLoggedIn: true,
      isForeignDevice: false,
    });
  });

  it('on a foreign device is remembered as such', async () => {
    respond = () => json(makeTokens());
    const login = render(useLogin);
    await act(() => login.current.mutateAsync({ login: 'anna', password: 'x', isForeignDevice: true }));
    expect(session.getSession().isForeignDevice).toBe(true);
  });

  it('with a wrong pair says so and starts nothing', async () => {
    respond = () =>
      json({ detail: ['Неверный логин и/или пароль'], code: 'wrong_credentials' }, { status: 401 });
    const login = render(useLogin);
    await act(async () => {
      await expect(login.current.mutateAsync({ login: 'a', password: 'b' })).rejects.toMatchObject({
        code: 'wrong_credentials',
        detail: ['Неверный логин и/или пароль'],
      });
    });
    expect(session.getSession().isLoggedIn).toBe(false);
  });
});

describe('signing out', () => {
  it('calls the server with the refresh token, then ends the session', async () => {
    const tokens = makeTokens();
    session.startSession(tokens);
    respond = () => {
      expect(session.getSession().isLoggedIn).toBe(true);
      return noContent();
    };
    const logout = render(useLogout);
    await act(() => logout.current.mutateAsync());
    expect(sent).toMatchObject([{ path: '/api/v1/user/logout/', body: { refresh: tokens.refresh } }]);
    expect(session.getSession().isLoggedIn).toBe(false);
  });

  it('is one call, however often the button is pressed', async () => {
    session.startSession(makeTokens());
    respond = noContent;
    const logout = render(useLogout);
    await act(() => Promise.all([logout.current.mutateAsync(), logout.current.mutateAsync()]));
    expect(sent).toHaveLength(1);
  });

  it('fails without a stored token, and when the call fails: nothing is cleared then', async () => {
    const logout = render(useLogout);
    await act(async () => {
      await expect(logout.current.mutateAsync()).rejects.toThrow('Ошибка выхода из системы');
    });
    session.startSession(makeTokens());
    respond = () => Promise.reject(new TypeError('offline'));
    await act(async () => {
      await expect(logout.current.mutateAsync()).rejects.toMatchObject({ isNetworkError: true });
    });
    expect(session.getSession().isLoggedIn).toBe(true);
  });

  it('forgets the user although a dying token ended the session first, and leaves whoever signed in since', async () => {
    const endings: unknown[] = [];
    const stop = session.onEnd(({ reason, user }) => void endings.push([reason, user?.id]));
    session.startSession(makeTokens(anna));
    respond = async () => {
      await session.endSession('expired');
      session.startSession(makeTokens(boris));
      return noContent();
    };
    await signOut();
    stop();
    expect(endings).toEqual([
      ['expired', anna.id],
      ['logout', anna.id],
    ]);
    expect(session.getSession().user).toEqual(boris);
  });

  it('takes nothing from a user who is back before the server has answered', async () => {
    const endings: unknown[] = [];
    const stop = session.onEnd(({ reason }) => void endings.push(reason));
    session.startSession(makeTokens(anna));
    respond = async () => {
      await session.endSession('expired');
      session.startSession(makeTokens(anna));
      return noContent();
    };
    await signOut();
    stop();
    expect(endings).toEqual(['expired']);
  });

  describe('on this device', () => {
    const offline = () => Promise.reject(new TypeError('offline'));
    const kept = () => JSON.stringify(Object.entries(localStorage));
    const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');
    afterEach(() => localStorage.clear());

    it('needs no server; what stays can end that session and nothing else, and goes once it has', async () => {
      const tokens = makeTokens();
      session.startSession(tokens);
      respond = offline;
      await signOutOnThisDevice();
      await waitFor(() => expect(sent).toHaveLength(1));
      expect(session.getSession().isLoggedIn).toBe(false);
      expect(kept()).not.toContain(tokens.refresh);
      expect(kept()).not.toContain(tokens.access);
      expect(kept()).toContain(hashOf(tokens.refresh));
      await deliverSignOuts();
      respond = noContent;
      await deliverSignOuts();
      expect(sent.at(-1)?.body).toEqual({ refresh_hash: hashOf(tokens.refresh) });
      expect(kept()).toBe('[]');
      const count = sent.length;
      await deliverSignOuts();
      expect(sent).toHaveLength(count);
    });

    it('is still owed when the browser was killed right after, on a foreign device too', async () => {
      const tokens = makeTokens();
      session.startSession(tokens, { isForeignDevice: true });
      respond = offline;
      await signOutOnThisDevice();
      // What this page has asked in vain says nothing of what the next one knows.
      await deliverSignOuts();
      const askedInVain = sent.length;
      vi.resetModules();
      respond = noContent;
      const next = await import('./revocation.ts');
      await next.deliverSignOuts();
      expect(sent.slice(askedInVain)).toMatchObject([{ body: { refresh_hash: hashOf(tokens.refresh) } }]);
      expect(kept()).toBe('[]');
    });

    it('is forgotten after thirty days: no session lives longer', async () => {
      const owed = { refreshHash: hashOf('x'), until: Date.now() - 1 };
      localStorage.setItem('prilavok-device-sign-outs', JSON.stringify([owed]));
      respond = noContent;
      await deliverSignOuts();
      expect(sent).toEqual([]);
    });

    it('is told by the token itself where the browser has no cryptography, from memory only', async () => {
      vi.spyOn(crypto.subtle, 'digest').mockRejectedValue(new TypeError('insecure'));
      const tokens = makeTokens();
      session.startSession(tokens);
      respond = offline;
      await signOutOnThisDevice();
      expect(kept()).not.toContain(tokens.refresh);
      await deliverSignOuts();
      respond = noContent;
      await deliverSignOuts();
      expect(sent.at(-1)?.body).toEqual({ refresh: tokens.refresh });
      vi.restoreAllMocks();
    });
  });
});
