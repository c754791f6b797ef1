import { useSyncExternalStore } from 'react';
import { createListeners } from '#lib/listeners.ts';
import { DEVICE_KEY_PREFIX } from './wipe.ts';

const OFF_KEY = `${DEVICE_KEY_PREFIX}single-keys-off`;
const listeners = createListeners();
/** Where the storage is blocked the choice lives as long as the tab. */
let isOffInThisTab = false;

function isOff(): boolean {
  try {
    return localStorage.getItem(OFF_KEY) !== null || isOffInThisTab;
  } catch {
    return isOffInThisTab;
  }
}

/** A key that types a character, pressed alone: somebody who dictates presses such keys with every word. */
function isSingleKey(event: KeyboardEvent): boolean {
  return event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
}

/** Whether the press is a shortcut of one key, and those are switched off on this device. */
export function isSwitchedOff(event: KeyboardEvent): boolean {
  return isSingleKey(event) && isOff();
}

export function switchSingleKeys(isOn: boolean): void {
  isOffInThisTab = !isOn;
  try {
    if (isOn) localStorage.removeItem(OFF_KEY);
    else localStorage.setItem(OFF_KEY, '1');
  } catch {
    // Blocked or full.
  }
  listeners.tell();
}

export function useSingleKeys(): boolean {
  return !useSyncExternalStore(listeners.subscribe, isOff);
}
