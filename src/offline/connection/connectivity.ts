import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
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

export function useConnectivity(): ConnectivityState {
  return useSyncExternalStore(connectivity.subscribe, connectivity.getState);
}
