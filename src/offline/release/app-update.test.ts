import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createUpdateStore } from './app-update.ts';
import { registerDirtySource } from './dirty-sources.ts';
import { wasTakeOverPending } from './pending-take-over.ts';
import { mayReloadNow, reloadOnMissingChunk } from './reload-guard.ts';

const reload = vi.fn();
const undoing: (() => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  reload.mockClear();
});
afterEach(() => {
  for (const undo of undoing.splice(0)) undo();
  vi.useRealTimers();
});

function openForm() {
  const form = { isDirty: true, flushed: 0 };
  undoing.push(
    registerDirtySource({
      isDirty: () => form.isDirty,
      flush: () => {
        form.flushed += 1;
      },
    }),
  );
  return form;
}

describe('a new version', () => {
  it('is offered and does nothing by itself', async () => {
    const store = createUpdateStore(reload);
    const activate = vi.fn();
    store.offer(activate);
    await vi.advanceTimersByTimeAsync(3600_000);
    expect(store.getState().isUpdateReady).toBe(true);
    expect(activate).not.toHaveBeenCalled();
    expect(reload).not.toHaveBeenCalled();
  });

  it('is taken at the user’s wish: drafts first, then one reload', async () => {
    const store = createUpdateStore(reload);
    const form = openForm();
    const activate = vi.fn(() => expect(form.flushed).toBe(1));
    store.offer(activate);
    await store.apply();
    expect(activate).toHaveBeenCalledTimes(1);
    expect(reload).not.toHaveBeenCalled();
    store.tookOver();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(reload).toHaveBeenCalledTimes(1);
    expect(wasTakeOverPending()).toBe(false);
  });

  it('is reached even when the new worker is slow to take over', async () => {
    const store = createUpdateStore(reload);
    store.offer(() => undefined);
    await store.apply();
    await vi.advanceTimersByTimeAsync(4_000);
    expect(reload).toHaveBeenCalledTimes(1);
    expect(wasTakeOverPending()).toBe(true);
  });

  it('taken in another tab reloads this one when nothing unsaved is on the screen', () => {
    createUpdateStore(reload).tookOver();
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('taken in another tab waits here until the form is saved', async () => {
    const store = createUpdateStore(reload);
    const form = openForm();
    store.tookOver();
    await vi.advanceTimersByTimeAsync(3600_000);
    expect(reload).not.toHaveBeenCalled();
    expect(store.getState().isReloadPending).toBe(true);
    form.isDirty = false;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['hangs while saving', () => new Promise<void>(() => undefined)],
    ['cannot keep what was typed', () => false],
    ['fails to keep it', () => Promise.reject(new Error('full'))],
  ])('is not taken over a form that %s, unless the user insists', async (_what, flush) => {
    const store = createUpdateStore(reload);
    undoing.push(registerDirtySource({ isDirty: () => true, flush }));
    const activate = vi.fn();
    store.offer(activate);
    const applying = store.apply();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await applying).toBe(false);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(activate).not.toHaveBeenCalled();
    expect(reload).not.toHaveBeenCalled();

    const insisting = store.apply({ isForced: true });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await insisting).toBe(true);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(activate).toHaveBeenCalledTimes(1);
    expect(reload).toHaveBeenCalledTimes(1);
  });
});

describe('a part of the app that is gone', () => {
  function miss() {
    const event = new Event('vite:preloadError', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  }

  it('reloads once, after the drafts; a second time within half a minute the screen says so', async () => {
    const form = openForm();
    undoing.push(reloadOnMissingChunk({ canReload: () => true, reload }));
    expect(miss()).toBe(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(form.flushed).toBe(1);
    expect(reload).toHaveBeenCalledTimes(1);
    expect(miss()).toBe(false);
    await vi.advanceTimersByTimeAsync(29_000);
    expect(miss()).toBe(false);
    expect(reload).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(miss()).toBe(true);
  });

  it('does not reload over something that cannot be kept', async () => {
    undoing.push(registerDirtySource({ isDirty: () => true, flush: () => false }));
    undoing.push(reloadOnMissingChunk({ canReload: () => true, reload }));
    vi.setSystemTime(Date.now() + 60_000);
    miss();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(reload).not.toHaveBeenCalled();
  });

  it('does not reload without a connection: the reload would lose the page', () => {
    undoing.push(reloadOnMissingChunk({ canReload: () => false, reload }));
    expect(miss()).toBe(false);
    expect(reload).not.toHaveBeenCalled();
  });

  it('does not reload when nothing can remember that it did', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    expect(mayReloadNow()).toBe(false);
  });
});
