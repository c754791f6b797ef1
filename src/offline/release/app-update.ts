import { useSyncExternalStore } from 'react';
import { createListeners } from '#lib/listeners.ts';
import { flushDirtySources, isAnythingDirty } from './dirty-sources.ts';
import { rememberPendingTakeOver } from './pending-take-over.ts';
import { reloadPage } from './reload-page.ts';

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
/**
 * A worker that does not take over in time must not keep the user from the new version: loading the page moves it. Chromium
 * forgets a take-over when a call reaches the old worker just as it stops, until that one has been idle for half a minute.
 */
const TAKE_OVER_WAIT_MS = 4_000;

export interface UpdateStore {
  getState: () => AppUpdate;
  subscribe: (listener: () => void) => () => void;
  /** The new version waits; `activate` makes it take over all tabs. */
  offer: (activate: () => void) => void;
  /** A new version has taken over. */
  tookOver: () => void;
  readyOffline: () => void;
  /**
   * The user wants it now: drafts are saved, then the page reloads. False when something on the screen cannot be kept:
   * then nothing happens, unless `isForced`.
   */
  apply: (options?: { isForced?: boolean }) => Promise<boolean>;
}

/** The state of updates in this tab. Only the user's wish, or a tab without unsaved work, makes it reload. */
export function createUpdateStore(reload: () => void): UpdateStore {
  let state: AppUpdate = { isUpdateReady: false, isReloadPending: false, isReadyOffline: false };
  let activate: (() => void) | undefined;
  let isReloading = false;
  let isWanted = false;
  const listeners = createListeners();

  function change(part: Partial<AppUpdate>) {
    state = { ...state, ...part };
    listeners.tell();
  }

  function reloadOnce() {
    if (isReloading) return;
    isReloading = true;
    reload();
  }

  function reloadWithoutTakeOver() {
    if (!isReloading) rememberPendingTakeOver();
    reloadOnce();
  }

  function reloadWhenClean() {
    if (isWanted || !isAnythingDirty()) reloadOnce();
    else setTimeout(reloadWhenClean, CLEAN_CHECK_MS);
  }

  return {
    getState: () => state,
    subscribe: listeners.subscribe,
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
    async apply({ isForced = false } = {}) {
      const isKept = await flushDirtySources();
      if (!isKept && !isForced) return false;
      isWanted = true;
      if (state.isReloadPending || !activate) {
        reloadOnce();
        return true;
      }
      activate();
      setTimeout(reloadWithoutTakeOver, TAKE_OVER_WAIT_MS);
      return true;
    },
  };
}

const store = createUpdateStore(() => reloadPage());
export const updateStore: UpdateStore = store;

/** State of the app's update, with `applyUpdate` for the toast's button. */
export function useAppUpdate(): AppUpdate & { applyUpdate: UpdateStore['apply'] } {
  const state = useSyncExternalStore(store.subscribe, store.getState);
  return { ...state, applyUpdate: store.apply };
}
