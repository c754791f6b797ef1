import { afterEach, expect, it, vi } from 'vitest';
import { reloadPage } from './reload-page.ts';

afterEach(() => vi.useRealTimers());

it('C-15: a page that does not come is asked for again, less and less often', async () => {
  vi.useFakeTimers();
  // An address of this document: the test stays, as a page does whose reload hangs.
  const isAskedFor = () => {
    const wasAsked = window.location.hash === '#again';
    window.location.hash = '';
    return wasAsked;
  };
  reloadPage('#again');
  expect(isAskedFor()).toBe(true);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(isAskedFor()).toBe(true);
  await vi.advanceTimersByTimeAsync(9_000);
  expect(isAskedFor()).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(isAskedFor()).toBe(true);
  vi.clearAllTimers();
});
