import { createApiClient, type ApiClient, type CallOutcome, type ReadWatcher } from './client.ts';
import { session } from './session/session.ts';

const outcomeListeners = new Set<(outcome: CallOutcome) => void>();

/** `listener` hears how every call went. Returns the way to stop. */
export function onCallOutcome(listener: (outcome: CallOutcome) => void): () => void {
  outcomeListeners.add(listener);
  return () => outcomeListeners.delete(listener);
}

let readWatcher: ReadWatcher | undefined;

/** `watcher` is asked with every read of the user; there is one. */
export function watchReads(watcher: ReadWatcher): void {
  readWatcher = watcher;
}

/** The app's client. */
export const api: ApiClient = createApiClient({
  session,
  // Missing in old browsers and on plain http.
  locks: (navigator as Partial<Navigator>).locks,
  onOutcome(outcome) {
    for (const listener of outcomeListeners) listener(outcome);
  },
  onRead: (path) => readWatcher?.(path),
});
