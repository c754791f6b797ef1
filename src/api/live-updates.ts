import { createListeners } from '#lib/listeners.ts';

/** Changes made elsewhere are told at once: to this tab, by another tab of this browser, or not at all. */
export type LiveState = 'own' | 'shared' | 'off';

const listeners = createListeners();
let state: LiveState = 'off';

/** Whether hints come (`src/offline/live` sets it). Where they do, polling may be slow. */
export const liveUpdates = {
  getState: (): LiveState => state,
  subscribe: listeners.subscribe,
  set(next: LiveState): void {
    if (next === state) return;
    state = next;
    listeners.tell();
  },
};
