import type { QueryClient } from '@tanstack/react-query';
import { api } from '#api/api.ts';
import { signOutSettled } from '#api/auth.ts';
import { liveUpdates } from '#api/live-updates.ts';
import { session } from '#api/session/session.ts';
import { listen } from '#lib/listen.ts';
import { connectivity } from '#offline/connection/connectivity.ts';
import { serverReachability } from './server-reachability.ts';
import { createLiveTab, type LiveTab } from './live-tab.ts';

/** A tab that is glanced away from keeps its stream; one that is left alone gives it up. */
const HIDDEN_PATIENCE_MS = 60_000;

/**
 * Changes made elsewhere come to the screen at once, while somebody looks at it. Not part of the first screen's code. Returns the
 * way to stop.
 */
export function startLiveUpdates(queryClient: QueryClient): () => void {
  const isVisible = () => document.visibilityState === 'visible';
  let tab: LiveTab | undefined;
  let userId: number | undefined;
  let patience: ReturnType<typeof setTimeout> | undefined;
  let hasLeft = false;

  function followSession() {
    const user = session.getSession().user?.id;
    if (user === userId) return;
    tab?.stop();
    tab = undefined;
    userId = user;
    if (user === undefined) return;
    tab = createLiveTab({
      queryClient,
      client: api,
      userId: user,
      locks: (navigator as Partial<Navigator>).locks,
      reachability: serverReachability,
      signOutSettled,
      isVisible,
      onState: liveUpdates.set,
      onServedElsewhere,
    });
    if (isVisible()) tab.join();
  }

  function leave() {
    clearTimeout(patience);
    hasLeft = true;
    tab?.leave();
  }

  function followVisibility() {
    clearTimeout(patience);
    if (!isVisible()) {
      const isUseless = isSparing() || !serverReachability.isReachable();
      patience = setTimeout(leave, isUseless ? 0 : HIDDEN_PATIENCE_MS);
      return;
    }
    tab?.join();
    // The tab may have slept through what others were told.
    if (hasLeft) tab?.doubt();
    hasLeft = false;
    tab?.look();
  }

  /** Behind one's back nobody asks whether the server is there: it would keep the others from asking. */
  function followConnection() {
    if (!isVisible() && !serverReachability.isReachable()) leave();
  }

  followSession();
  const stops = [
    session.subscribe(followSession),
    serverReachability.subscribe(followConnection),
    listen(document, 'visibilitychange', followVisibility),
    // A page with an open stream would not be kept for «back».
    listen(window, 'pagehide', leave),
    listen(window, 'pageshow', followVisibility),
  ];
  return () => {
    for (const stop of stops) stop();
    clearTimeout(patience);
    tab?.stop();
  };
}

/** A metered connection, as far as the browser says so. */
function isSparing(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

/** A tab that believes itself cut off, unseen or not, knows better by that. */
function onServedElsewhere() {
  if (!serverReachability.isReachable())
    connectivity.report({ kind: 'answered', method: 'GET', latencyMs: 0 });
}
