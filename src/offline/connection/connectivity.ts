import { onlineManager } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { onCallOutcome } from '#api/api.ts';
import { listen } from '#lib/listen.ts';
import { canReachServer, createConnectivityModel, type ConnectivityState } from './connectivity-model.ts';
import { probeServer } from './probe.ts';

export { canReachServer, type ConnectivityState };

/** The app's one opinion about the connection. */
export const connectivity = createConnectivityModel({
  probe: () => probeServer(),
  isVisible: () => document.visibilityState === 'visible',
  isOnlineAtStart: navigator.onLine,
});

/**
 * Feeds the model and lets it alone drive react-query. To be called before the first query: react-query believes
 * itself online at start, whatever the browser says. Returns the way to stop.
 */
export function startConnectivity(): () => void {
  const stops = [
    onCallOutcome((outcome) => connectivity.report(outcome)),
    listen(window, 'offline', () => connectivity.hint('offline')),
    listen(window, 'online', () => connectivity.hint('online')),
    listen(document, 'visibilitychange', () => connectivity.hint('visibility')),
  ];
  onlineManager.setEventListener((setOnline) => {
    const tell = () => setOnline(canReachServer(connectivity.getState()));
    tell();
    return connectivity.subscribe(tell);
  });
  connectivity.start();
  return () => {
    for (const stop of stops) stop();
    connectivity.stop();
  };
}

/**
 * The state as of the last effect, and not of this moment: it is proved while the first screen is drawn in slices, and a store that
 * changes meanwhile has React begin the whole drawing anew, in one go.
 */
export function useConnectivity(): ConnectivityState {
  const [state, setState] = useState(connectivity.getState);
  useEffect(() => {
    const look = () => setState(connectivity.getState());
    look();
    return connectivity.subscribe(look);
  }, []);
  return state;
}

/** True when calls have a chance. */
export function useIsReachable(): boolean {
  return useSyncExternalStore(connectivity.subscribe, () => canReachServer(connectivity.getState()));
}
