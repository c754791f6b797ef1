/**
 * How a new release reaches a tab; this room holds all of it.
 *
 * 1. Install. `follow-releases.ts`, loaded after the first screen, registers the worker, and looks for a newer one every hour
 *    and when the tab is looked at again. A newer worker stores its shell beside the old one and waits.
 * 2. Ask. `app-update.ts` holds what the user may be offered; the shell shows «Доступна новая версия». Nothing is reloaded
 *    before somebody agrees.
 * 3. Reload. Every form keeps what it can (`dirty-sources.ts`), the new worker takes over all tabs, each reloads as soon as
 *    nothing on its screen would be lost (`reload-page.ts`).
 *
 * Off that road, a part of the app that the server no longer has makes one reload (`reload-guard.ts`).
 */
import { canReachServer, connectivity } from '#offline/connection/connectivity.ts';
import { loadQuietly } from '#lib/load-quietly.ts';
import { reloadOnMissingChunk } from './reload-guard.ts';
import { reloadPage } from './reload-page.ts';
import { updateStore } from './app-update.ts';

/**
 * Registers the service worker once the page has loaded, and follows its updates. Where there are no workers, or the
 * registration is refused, the app works online all the same.
 *
 * @param nextAddress where the user is on the way to: what a part of the app that is gone was needed for
 */
export async function registerServiceWorker(
  nextAddress: () => string | undefined = () => undefined,
): Promise<void> {
  reloadOnMissingChunk({
    // The browser knows of a lost network at once; what calls prove takes seconds, and a reload into nothing loses the page.
    canReload: () => navigator.onLine && canReachServer(connectivity.getState()),
    reload: () => reloadPage(nextAddress()),
  });
  if (!('serviceWorker' in navigator)) return;
  followTakeOvers();
  try {
    // Nobody has asked for it: without it there is no offline this time, and a reload would bring no more.
    const { followReleases } = await loadQuietly(() => import('./follow-releases.ts'));
    await followReleases();
  } catch {
    // Blocked by the browser or by the user's settings.
  }
}

/**
 * Every worker but the first is a new version. workbox-window judges that once, when it registers: to the tab of a first
 * visit no later version would ever be new. A worker that goes without another one (the site's data were cleared) leaves
 * nothing to take over.
 */
function followTakeOvers() {
  let isInCharge = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    const isThere = navigator.serviceWorker.controller !== null;
    if (isInCharge && isThere) updateStore.tookOver();
    isInCharge = isThere;
  });
}
