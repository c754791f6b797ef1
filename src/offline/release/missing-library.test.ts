import { expect, it, vi } from 'vitest';
import { reloadPage } from './reload-page.ts';
import { registerServiceWorker } from './service-worker.ts';

vi.mock('./reload-page.ts', () => ({ reloadPage: vi.fn() }));
// What Vite does when a part of the app does not come.
vi.mock('workbox-window', () => {
  window.dispatchEvent(new Event('vite:preloadError', { cancelable: true }));
  throw new Error('Failed to fetch dynamically imported module');
});

it('a worker’s library that does not come is no reason to reload the page under somebody’s hands', async () => {
  const register = vi.fn();
  const container = Object.assign(new EventTarget(), { register, controller: null });
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: container });
  await registerServiceWorker();
  // Reloading waits until what is typed is kept.
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(register).not.toHaveBeenCalled();
  expect(reloadPage).not.toHaveBeenCalled();
});
