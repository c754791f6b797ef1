import { createListeners } from '#lib/listeners.ts';
import { createApiClient, type ApiClient, type CallOutcome, type ReadWatcher } from './client.ts';
import { session } from './session/session.ts';

const outcomes = createListeners<[CallOutcome]>();

/** `listener` hears how every call went. Returns the way to stop. */
export const onCallOutcome = outcomes.subscribe;

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
  onOutcome: outcomes.tell,
  onRead: (path) => readWatcher?.(path),
});
