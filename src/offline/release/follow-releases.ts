import { Workbox } from 'workbox-window';
import { trustedScriptUrl } from '#lib/trusted-script-url.ts';
import { updateStore } from './app-update.ts';
import { wasTakeOverPending } from './pending-take-over.ts';

const WORKER_URL = '/sw.js';
const HOURLY_MS = 3600 * 1000;
/** Looking at the tab again asks for updates too, but not with every glance. */
const MIN_CHECK_GAP_MS = 5 * 60 * 1000;

/** Registers the worker and offers each newer one. Rejects where the browser refuses it. */
export async function followReleases(): Promise<void> {
  const workbox = new Workbox(trustedScriptUrl(WORKER_URL));
  workbox.addEventListener('waiting', () => updateStore.offer(() => workbox.messageSkipWaiting()));
  workbox.addEventListener('activated', ({ isUpdate }) => {
    if (!isUpdate) void tellReady();
  });
  const registration = await workbox.register();
  if (!registration) return;
  if (isLoadedBeforeTakeOver(registration)) updateStore.tookOver();
  checkForUpdates(registration);
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
