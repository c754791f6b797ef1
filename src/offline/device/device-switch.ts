import { useSyncExternalStore } from 'react';
import { createListeners } from '#lib/listeners.ts';
import { listen } from '#lib/listen.ts';
import { DEVICE_KEY_PREFIX } from './wipe.ts';

export interface DeviceSwitch {
  isOn(): boolean;
  turn(isOn: boolean): void;
  /** Tells of the choice, made here or in another tab. Returns the way to stop. */
  watch(onChange: () => void): () => void;
  /** {@link isOn}, for rendering. */
  useIsOn(): boolean;
}

/** Something that a person may switch off on this device; on unless that was done. Stays when the user signs out. */
export function createDeviceSwitch(name: string): DeviceSwitch {
  const key = `${DEVICE_KEY_PREFIX}${name}-off`;
  const listeners = createListeners();
  /** Where the storage is blocked or full the choice lives as long as the tab. */
  let isOffInThisTab = false;

  function isOn(): boolean {
    try {
      return localStorage.getItem(key) === null && !isOffInThisTab;
    } catch {
      return !isOffInThisTab;
    }
  }

  function watch(onChange: () => void): () => void {
    // Of any key: whoever hears of it looks.
    const stops = [listeners.subscribe(onChange), listen(window, 'storage', onChange)];
    return () => {
      for (const stop of stops) stop();
    };
  }

  return {
    isOn,
    turn(toOn) {
      isOffInThisTab = !toOn;
      try {
        if (toOn) localStorage.removeItem(key);
        else localStorage.setItem(key, '1');
      } catch {
        // As above.
      }
      listeners.tell();
    },
    watch,
    useIsOn: () => useSyncExternalStore(watch, isOn),
  };
}
