import './styles/app.css';
import './app/shell/boot.css';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, createPath } from 'react-router-dom';
import { firstScreen } from '#api/first-screen.ts';
import { dropEarlyReads } from '#api/http/early-reads.ts';
import { session } from '#api/session/session.ts';
import { showAppBadge } from '#offline/install/app-badge.ts';
import { watchClock } from '#offline/connection/clock-skew.ts';
import { watchFaults } from '#offline/device/fault-log.ts';
import { watchInstallOffer } from '#offline/install/install-prompt.ts';
import { loadQuietly } from '#offline/release/reload-guard.ts';
import { registerServiceWorker } from '#offline/release/service-worker.ts';
import { readAhead } from '#app/read-ahead.ts';
import { startOffline } from '#app/start.ts';
import { App } from './app/app.tsx';

import { notifyErrors, notifyOutOfSpace } from './app/notify-errors.ts';
import { routes } from './app/routes.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id «root»');

/** A first screen that never settles must not keep the worker away. */
const FIRST_SCREEN_MAX_MS = 8_000;

/** Nothing on the first screens is kept waiting by what tells of later changes. */
const LIVE_UPDATES_AFTER_MS = 2_000;

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const loadLater = <T,>(load: () => Promise<T>) => loadQuietly(load).catch(() => undefined);

/** Where a navigation that waits for its page's code leads to. */
let nextAddress: () => string | undefined = () => undefined;

/** Not at the module's top level: the chunks of pages import this module, and would wait for each other. */
async function start(container: HTMLElement) {
  const { queryClient, crashBreaker } = await startOffline({
    onQueryError: ({ texts }) => notifyErrors(texts),
    onMutationError: ({ texts }) => notifyErrors(texts),
    onOutOfSpace: notifyOutOfSpace,
  });
  const onCaughtError = (error: unknown) => {
    crashBreaker.reportCrash();
    reportError(error);
  };
  const router = createBrowserRouter(routes);
  await readAhead(queryClient, router);
  createRoot(container, { onCaughtError }).render(<App router={router} queryClient={queryClient} />);

  nextAddress = () => {
    const next = router.state.navigation.location;
    return next && createPath(next);
  };
  await firstScreen(queryClient);
  dropEarlyReads();
  // Without it the next start begins with empty places, as the first one did.
  const lastList = await loadLater(() => import('#app/keep-last-list.ts'));
  lastList?.keepLastList(queryClient);
  const whenFree = wait(LIVE_UPDATES_AFTER_MS);
  // What the device holds answers at once; the server is asked when its network is free.
  // Without its code the list asks for pages, as before: nothing that anybody has to be told.
  const catalogue = await loadLater(() => import('#offline/catalogue/start-catalogue.ts'));
  catalogue?.startCatalogue({ whenFree });
  await whenFree;
  // Without its code this page asks by the clock, as before.
  const live = await loadLater(() => import('#offline/live/start-live-updates.ts'));
  live?.startLiveUpdates(queryClient);
}

watchFaults();
watchClock();
watchInstallOffer();
session.onEnd(() => showAppBadge(0));
const started = start(root).catch(reportError);

// The development server has no worker. On a slow network the whole app on its way into the cache would take the first
// screen's bandwidth. A start that fails must not keep a repaired version away.
if (import.meta.env.PROD) {
  window.addEventListener('load', () => {
    void Promise.race([started, wait(FIRST_SCREEN_MAX_MS)]).then(() =>
      registerServiceWorker(() => nextAddress()),
    );
  });
}
