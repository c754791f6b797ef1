import { useSyncExternalStore } from 'react';
import { flushDirtySources, isAnythingDirty } from './dirty-sources.ts';

export interface AppUpdate {
  /** A new version waits: «Доступна новая версия». */
  isUpdateReady: boolean;
  /** Another tab took the new version; this one reloads as soon as nothing unsaved is on the screen. */
  isReloadPending: boolean;
  /** The app has been stored and starts without a connection from now on. */
  isReadyOffline: boolean;
}

/** How often a tab with unsaved work looks whether it may reload. */
const CLEAN_CHECK_MS = 2_000;
/** A worker that does not take over in time must not keep the user from the new version. */
const TAKE_OVER_WAIT_MS = 4_000;

export interface UpdateStore {
  getState: () => AppUpdate;
  subscribe: (listener: () => void) => () => void;
  /** The new version waits; `activate` makes it take over all tabs. */
  offer: (activate: () => void) => void;
  /** A new version has taken over. */
  tookOver: () => void;
  readyOffline: () => void;
  /** The user wants it now: drafts are saved, then the page reloads. */
  apply: () => Promise<void>;
}

/** The state of updates in this tab. Only the user's wish, or a tab without unsaved work, makes it reload. */
export function createUpdateStore(reload: () => void): UpdateStore {
  let state: AppUpdate = { isUpdateReady: false, isReloadPending: false, isReadyOffline: false };
  let activate: (() => void) | undefined;
  let isReloading = false;
  let isWanted = false;
  const listeners = new Set<() => void>();

  function change(part: Partial<AppUpdate>) {
    state = { ...state, ...part };
    for (const listener of listeners) listener();
  }

  function reloadOnce() {
    if (isReloading) return;
    isReloading = true;
    reload();
  }

  function reloadWhenClean() {
    if (isWanted || !isAnythingDirty()) reloadOnce();
    else setTimeout(reloadWhenClean, CLEAN_CHECK_MS);
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    offer(activateNew) {
      activate = activateNew;
      change({ isUpdateReady: true });
    },
    tookOver() {
      if (isReloading) return;
      change({ isReloadPending: true, isUpdateReady: false });
      reloadWhenClean();
    },
    readyOffline: () => change({ isReadyOffline: true }),
    async apply() {
      await flushDirtySources();
      isWanted = true;
      if (state.isReloadPending || !activate) {
        reloadOnce();
        return;
      }
      activate();
      setTimeout(reloadOnce, TAKE_OVER_WAIT_MS);
    },
  };
}

const store = createUpdateStore(() => window.location.reload());
export const updateStore: UpdateStore = store;

/** State of the app's update, with `applyUpdate` for the toast's button. */
export function useAppUpdate(): AppUpdate & { applyUpdate: () => Promise<void> } {
  const state = useSyncExternalStore(store.subscribe, store.getState);
  return { ...state, applyUpdate: store.apply };
}
