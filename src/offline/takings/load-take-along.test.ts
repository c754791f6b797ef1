import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { reloadOnMissingChunk } from '#offline/release/reload-guard.ts';
import { createListeners } from '#lib/listeners.ts';
import { BY_PRESS, loadTakeAlong } from './load-take-along.ts';

const part = { takeAlong: () => Promise.resolve() };
const reload = vi.fn();
let end: AbortController;
let waking: AbortController;
let stopReloading: () => void;
let isServerThere: boolean;
const listeners = createListeners();

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
  reload.mockReset();
  isServerThere = true;
  end = new AbortController();
  stopReloading = reloadOnMissingChunk({ canReload: () => true, reload });
});
afterEach(() => {
  end.abort();
  stopReloading();
  vi.useRealTimers();
});

/** What Vite does when a part of the app does not come. */
function missed(times: number) {
  return vi.fn<() => Promise<typeof part | undefined>>(async () => {
    if (load.mock.calls.length > times) return part;
    const event = new Event('vite:preloadError', { cancelable: true });
    window.dispatchEvent(event);
    if (!event.defaultPrevented) throw new TypeError('Failed to fetch dynamically imported module');
  });
}
let load: ReturnType<typeof missed>;

function begin(times: number) {
  load = missed(times);
  const loaded = vi.fn<(value: unknown) => void>();
  void loadTakeAlong({
    ways: [{ isReachable: () => isServerThere, subscribe: listeners.subscribe }],
    signal: end.signal,
    nextWake: () => (waking = new AbortController()).signal,
    load,
  }).then(loaded);
  return loaded;
}
const setServer = (isThere: boolean) => {
  isServerThere = isThere;
  listeners.tell();
};
const settle = () => vi.advanceTimersByTimeAsync(0);

describe('TA-27: what fetches what is taken along, when its part did not come', () => {
  it('is asked for again when somebody presses, and the page is loaded anew for a part that is gone', async () => {
    const loaded = begin(2);
    await settle();
    expect([load.mock.calls.length, reload.mock.calls.length]).toEqual([1, 0]);
    waking.abort(BY_PRESS);
    await settle();
    expect([load.mock.calls.length, reload.mock.calls.length]).toEqual([2, 1]);
    waking.abort(BY_PRESS);
    await settle();
    expect(loaded).toHaveBeenCalledWith(part.takeAlong);
  });

  it('is asked for again when the server is back, with nothing reloaded under anybody’s hands', async () => {
    const loaded = begin(2);
    await settle();
    setServer(false);
    setServer(true);
    await settle();
    expect(load).toHaveBeenCalledTimes(2);
    waking.abort();
    await settle();
    expect(loaded).toHaveBeenCalledWith(part.takeAlong);
    expect(reload).not.toHaveBeenCalled();
  });

  it('is asked for by itself ever later, and no more when the session is over', async () => {
    const loaded = begin(9);
    await settle();
    await vi.advanceTimersByTimeAsync(2_000 + 4_000);
    expect(load).toHaveBeenCalledTimes(3);
    await vi.advanceTimersByTimeAsync(7_000);
    expect(load).toHaveBeenCalledTimes(3);
    end.abort();
    waking.abort();
    await settle();
    expect(loaded).toHaveBeenCalledWith(undefined);
    await vi.advanceTimersByTimeAsync(100_000);
    expect(load).toHaveBeenCalledTimes(3);
  });
});
