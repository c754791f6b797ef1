import { useSyncExternalStore } from 'react';
import { createListeners } from '#lib/listeners.ts';
import { listen } from '#lib/listen.ts';
import { DEVICE_KEY_PREFIX } from '#offline/device/wipe.ts';

const OFF_KEY = `${DEVICE_KEY_PREFIX}catalogue-off`;
const listeners = createListeners();
/** Where storage is blocked or full the choice lasts as long as the tab. */
let isOffInThisTab = false;

/** Whether this device may keep the list; on unless somebody has switched it off. */
export function isCatalogueOn(): boolean {
  try {
    return localStorage.getItem(OFF_KEY) === null && !isOffInThisTab;
  } catch {
    return !isOffInThisTab;
  }
}

export function switchCatalogue(isOn: boolean): void {
  isOffInThisTab = !isOn;
  try {
    if (isOn) localStorage.removeItem(OFF_KEY);
    else localStorage.setItem(OFF_KEY, '1');
  } catch {
    // As above.
  }
  listeners.tell();
}

/** Tells of the choice, made here or in another tab. Returns the way to stop. */
export function watchCatalogueChoice(onChange: () => void): () => void {
  const stops = [
    listeners.subscribe(onChange),
    // Of any key: whoever hears of it looks.
    listen(window, 'storage', onChange),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

export function useCatalogueChoice(): boolean {
  return useSyncExternalStore(watchCatalogueChoice, isCatalogueOn);
}
