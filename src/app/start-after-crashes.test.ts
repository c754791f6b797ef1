import { expect, it, vi } from 'vitest';
import { json } from '#tests/fixtures/fake-server.ts';
import { DEVICE_KEY_PREFIX } from '#offline/device/wipe.ts';
import { startOffline } from './start.ts';

it('after two starts that crashed nothing is shown that was read before the copies were wiped', async () => {
  vi.stubGlobal('caches', { keys: async () => [], delete: async () => false });
  localStorage.setItem(`${DEVICE_KEY_PREFIX}crashes`, '2');
  const read = { response: Promise.resolve(json({})), abort: new AbortController() };
  globalThis.earlyReads = {
    token: 'a',
    sentAtMs: performance.now(),
    byAddress: new Map([['/', read]]),
    changes: undefined,
  };
  await startOffline({
    onQueryError: () => undefined,
    onMutationError: () => undefined,
    onOutOfSpace: () => undefined,
  });
  expect(globalThis.earlyReads).toBeUndefined();
  expect(localStorage.getItem(`${DEVICE_KEY_PREFIX}crashes`)).toBeNull();
});
