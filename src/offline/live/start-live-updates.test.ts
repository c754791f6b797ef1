import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from '#api/api.ts';
import { signOut } from '#api/auth.ts';
import { session } from '#api/session/session.ts';
import { connectivity } from '#offline/connection/connectivity.ts';
import { openOtherTab } from '#tests/fixtures/browser.ts';
import { mockTokens } from '#tests/mocks/auth.ts';
import { serverReachability } from './server-reachability.ts';
import { startLiveUpdates } from './start-live-updates.ts';

let open: AbortSignal[];
let isReachable: boolean;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  open = [];
  isReachable = true;
  vi.spyOn(serverReachability, 'isReachable').mockImplementation(() => isReachable);
  vi.spyOn(api, 'download').mockImplementation((_endpoint, _read, ...[options]) => {
    const { signal } = options as { signal: AbortSignal };
    open.push(signal);
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => {
        open.splice(open.indexOf(signal), 1);
        reject(new DOMException('Aborted', 'AbortError'));
      });
    });
  });
});
afterEach(async () => {
  stop();
  await session.endSession('closed');
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function start() {
  session.startSession(mockTokens());
  stop = startLiveUpdates(new QueryClient());
  await vi.advanceTimersByTimeAsync(0);
  expect(open).toHaveLength(1);
}

async function look(state: DocumentVisibilityState) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
}

describe('a tab that is not looked at', () => {
  it('keeps its stream for a minute, then gives it up, and has it again when it is looked at', async () => {
    await start();
    await look('hidden');
    await vi.advanceTimersByTimeAsync(59_000);
    expect(open).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(open).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(open).toHaveLength(0);
    await look('visible');
    expect(open).toHaveLength(1);
  });

  it('that is looked at again in time loses nothing', async () => {
    await start();
    await look('hidden');
    await vi.advanceTimersByTimeAsync(30_000);
    await look('visible');
    await vi.advanceTimersByTimeAsync(120_000);
    expect(open).toHaveLength(1);
  });

  it('RE-40: gives up its turn when it is cut off: it would not ask, nor let others', async () => {
    const heard = vi.spyOn(serverReachability, 'subscribe');
    const turns: AbortSignal[] = [];
    const request = (_name: string, { signal }: { signal: AbortSignal }) => {
      turns.push(signal);
      return new Promise(() => undefined);
    };
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { locks: { request } }));
    session.startSession(mockTokens());
    stop = startLiveUpdates(new QueryClient());
    isReachable = false;
    for (const [listener] of heard.mock.calls) listener();
    expect(turns.map(({ aborted }) => aborted)).toEqual([false]);
    isReachable = true;
    await look('hidden');
    isReachable = false;
    for (const [listener] of heard.mock.calls) listener();
    expect(turns.map(({ aborted }) => aborted)).toEqual([true]);
  });

  it('RE-40: that was lost before is not kept for a minute either', async () => {
    await start();
    isReachable = false;
    await look('hidden');
    expect(open).toHaveLength(0);
  });

  it('RE-40: believes another tab that has heard the server, and needs no proof of what it knows', async () => {
    await start();
    const report = vi.spyOn(connectivity, 'report').mockReturnValue();
    const other = openOtherTab('prilavok-live');
    const userId = session.getSession().user?.id;
    const say = async () => {
      other.post({ type: 'state', userId, isOn: true });
      await vi.advanceTimersByTimeAsync(10);
    };
    await say();
    expect(report).not.toHaveBeenCalled();
    isReachable = false;
    await say();
    expect(report).toHaveBeenCalledWith({ kind: 'answered', method: 'GET', latencyMs: 0 });
    other.close();
  });

  it('gives it up at once where data is to be saved', async () => {
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { connection: { saveData: true } }));
    await start();
    await look('hidden');
    expect(open).toHaveLength(0);
  });
});

it('a page that goes into the memory of «back» leaves no stream behind, and has one when it comes out', async () => {
  await start();
  window.dispatchEvent(new Event('pagehide'));
  await vi.advanceTimersByTimeAsync(0);
  expect(open).toHaveLength(0);
  window.dispatchEvent(new Event('pageshow'));
  await vi.advanceTimersByTimeAsync(0);
  expect(open).toHaveLength(1);
});

it('the end of the session is the end of the stream, and the next session has its own', async () => {
  await start();
  await session.endSession('logout');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(open).toHaveLength(0);
  session.startSession(mockTokens());
  await vi.advanceTimersByTimeAsync(0);
  expect(open).toHaveLength(1);
});

describe('a stream that the server ends while the user signs out', () => {
  async function signOutUnderWay() {
    const asked = vi.spyOn(api, 'download').mockResolvedValueOnce({ comeBackMs: 0 });
    let answered: { resolve: () => void; reject: (error: Error) => void } | undefined;
    vi.spyOn(api, 'call').mockReturnValue(
      new Promise((resolve, reject) => {
        answered = { resolve: () => resolve(undefined), reject };
      }),
    );
    session.startSession(mockTokens());
    const left = signOut().catch(() => undefined);
    stop = startLiveUpdates(new QueryClient());
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).not.toHaveBeenCalled();
    return { asked, answered, left };
  }

  it('is not asked for again before the answer, nor after it', async () => {
    const { asked, answered, left } = await signOutUnderWay();
    answered?.resolve();
    await left;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).not.toHaveBeenCalled();
  });

  it('comes back when the sign-out failed', async () => {
    const { asked, answered, left } = await signOutUnderWay();
    answered?.reject(new Error('Ошибка выхода из системы'));
    await left;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveBeenCalled();
  });
});
