import { expect, it, vi } from 'vitest';
import { showAppBadge } from './app-badge.ts';

it('shows the number, takes it away at zero, and bears a browser without badges or one that refuses', async () => {
  const setAppBadge = vi.fn(async () => undefined);
  const clearAppBadge = vi.fn(() => Promise.reject(new DOMException('not installed', 'NotAllowedError')));
  showAppBadge(3, { setAppBadge, clearAppBadge });
  expect(setAppBadge).toHaveBeenCalledWith(3);
  showAppBadge(0, { setAppBadge, clearAppBadge });
  expect(clearAppBadge).toHaveBeenCalledOnce();
  expect(setAppBadge).toHaveBeenCalledOnce();
  showAppBadge(3, {});
  await Promise.resolve();
});
