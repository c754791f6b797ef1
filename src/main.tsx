import './styles/app.css';
import './app/shell/boot.css';
import type { QueryClient } from '@tanstack/react-query';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, createPath } from 'react-router-dom';
import { FIRST_SCREEN_MAX_MS, firstScreen } from '#api/first-screen.ts';
import { dropEarlyReads } from '#api/http/early-reads.ts';
import { session } from '#api/session/session.ts';
import { showAppBadge } from '#offline/install/app-badge.ts';
import { watchClock } from '#offline/connection/clock-skew.ts';
import { watchFaults } from '#offline/device/fault-log.ts';
import { watchInstallPrompt } from '#offline/install/install-prompt.ts';
import { loadQuietly } from '#lib/load-quietly.ts';
import { registerServiceWorker } from '#offline/release/service-worker.ts';
import { nextTask } from '#lib/next-task.ts';
import { laterStyles } from '#app/later-styles.ts';
import { readAhead } from '#app/read-ahead.ts';
import { startOffline } from '#app/start.ts';
import { App } from './app/app.tsx';

import { notifyErrors, notifyOutOfSpace } from './app/notify-errors.ts';
import { routes } from './app/routes.tsx';

const element = document.getElementById('root');
if (!element) throw new Error('index.html has no element with the id «root»');

/** For whoever has not signed in, the worker comes so long after the first screen. */
const NOTHING_LATER_MS = 2_000;

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

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
  const root = createRoot(container, { onCaughtError });
  // In slices, between which a touch is heard: in one go it would hold a phone for a quarter of a second.
  startTransition(() => root.render(<App router={router} queryClient={queryClient} />));

  nextAddress = () => {
    const next = router.state.navigation.location;
    return next && createPath(next);
  };
  await firstScreen(queryClient);
  // What opens on it, and the pages after it, are drawn in them.
  laterStyles().catch(() => undefined);
  dropEarlyReads();
  const goTo = (address: string) => void router.navigate(address);
  if (session.getSession().isLoggedIn) {
    await startLater(queryClient, goTo);
    return;
  }
  // A guest has no list to keep, no rows on the device, and nothing to hear of.
  void signedIn()
    .then(() => firstScreen(queryClient))
    .then(() => startLater(queryClient, goTo))
    .catch(reportError);
  await wait(NOTHING_LATER_MS);
}

/** Without its code the next start begins what this one does not. */
async function startLater(queryClient: QueryClient, goTo: (address: string) => void): Promise<void> {
  const later = await loadQuietly(() => import('#app/after-first-screen.ts')).catch(() => undefined);
  await later?.startLater(queryClient, goTo);
}

function signedIn(): Promise<void> {
  return new Promise((resolve) => {
    const stop = session.subscribe(() => {
      if (!session.getSession().isLoggedIn) return;
      stop();
      resolve();
    });
  });
}

watchFaults();
watchClock();
watchInstallPrompt();
session.onEnd(() => showAppBadge(0));
// After the task that evaluates all this, which is the longest of a start.
const started = nextTask()
  .then(() => start(element))
  .catch(reportError);

// The development server has no worker. On a slow network the whole app on its way into the cache would take the first
// screen's bandwidth. A start that fails must not keep a repaired version away.
if (import.meta.env.PROD) {
  window.addEventListener('load', () => {
    void Promise.race([started, wait(FIRST_SCREEN_MAX_MS)]).then(() =>
      registerServiceWorker(() => nextAddress()),
    );
  });
}
