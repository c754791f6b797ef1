import { afterEach, expect, it, vi } from 'vitest';
import { loadQuietly } from '#lib/load-quietly.ts';
import { reloadOnMissingChunk } from './reload-guard.ts';

const reload = vi.fn();
let stop: (() => void) | undefined;
afterEach(() => stop?.());

/** What Vite does when a part of the app does not come. */
const failToLoad = async () => {
  const event = new Event('vite:preloadError', { cancelable: true });
  window.dispatchEvent(event);
  if (!event.defaultPrevented) throw new Error('Failed to fetch dynamically imported module');
};

it('a part that nobody has asked for is no reason to reload; one that was asked for is', async () => {
  stop = reloadOnMissingChunk({ canReload: () => true, reload });
  await expect(loadQuietly(failToLoad)).rejects.toThrow('Failed to fetch');
  expect(reload).not.toHaveBeenCalled();
  await failToLoad();
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
});
