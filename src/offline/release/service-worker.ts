/**
 * How a new release reaches a tab; this room holds all of it.
 *
 * 1. Install. This file registers the worker, and looks for a newer one every hour and when the tab is looked at again. A newer
 *    worker stores its shell beside the old one and waits.
 * 2. Ask. `app-update.ts` holds what the user may be offered; the shell shows «Доступна новая версия». Nothing is reloaded
 *    before somebody agrees.
 * 3. Reload. Every form keeps what it can (`dirty-sources.ts`), the new worker takes over all tabs, each reloads as soon as
 *    nothing on its screen would be lost (`reload-page.ts`).
 *
 * Off that road, a part of the app that the server no longer has makes one reload (`reload-guard.ts`).
 */
import { canReachServer, connectivity } from '#offline/connection/connectivity.ts';
import { trustedScriptUrl } from '#lib/trusted-script-url.ts';
import { loadQuietly, reloadOnMissingChunk } from './reload-guard.ts';
import { wasTakeOverPending } from './pending-take-over.ts';
import { reloadPage } from './reload-page.ts';
import { updateStore } from './app-update.ts';

const WORKER_URL = '/sw.js';
const HOURLY_MS = 3600 * 1000;
/** Looking at the tab again asks for updates too, but not with every glance. */
const MIN_CHECK_GAP_MS = 5 * 60 * 1000;

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
    canReload: () => canReachServer(connectivity.getState()),
    reload: () => reloadPage(nextAddress()),
  });
  if (!('serviceWorker' in navigator)) return;
  followTakeOvers();
  try {
    // Nobody has asked for it: without it there is no offline this time, and a reload would bring no more.
    const { Workbox } = await loadQuietly(() => import('workbox-window'));
    const workbox = new Workbox(trustedScriptUrl(WORKER_URL));
    workbox.addEventListener('waiting', () => updateStore.offer(() => workbox.messageSkipWaiting()));
    workbox.addEventListener('activated', ({ isUpdate }) => {
      if (!isUpdate) void tellReady();
    });
    const registration = await workbox.register();
    if (!registration) return;
    if (isLoadedBeforeTakeOver(registration)) updateStore.tookOver();
    checkForUpdates(registration);
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

/** The old worker may have given this page just before it went: the take-over came while no one here could hear of it. */
function isLoadedBeforeTakeOver({ waiting }: ServiceWorkerRegistration): boolean {
  return wasTakeOverPending() && waiting === null;
}

/** The emergency worker activates too, but only to go. */
async function tellReady(): Promise<void> {
  if ((await navigator.serviceWorker.getRegistration())?.active) updateStore.readyOffline();
}

function checkForUpdates(registration: ServiceWorkerRegistration) {
  let checkedAt = Date.now();
  async function check() {
    if (document.visibilityState !== 'visible' || Date.now() - checkedAt < MIN_CHECK_GAP_MS) return;
    checkedAt = Date.now();
    if (await isWorkerServed()) await registration.update().catch(() => undefined);
  }
  setInterval(() => void check(), HOURLY_MS);
  document.addEventListener('visibilitychange', () => void check());
  window.addEventListener('focus', () => void check());
}

/** A portal's page or an error in the worker's place is not an update. */
async function isWorkerServed(): Promise<boolean> {
  try {
    const { status, headers } = await fetch(WORKER_URL, {
      method: 'HEAD',
      cache: 'no-store',
      redirect: 'error',
    });
    return status === 200 && /javascript/.test(headers.get('content-type') ?? '');
  } catch {
    return false;
  }
}
