import { createDeviceSwitch } from './device-switch.ts';

/** Shortcuts of one key. */
export const singleKeys = createDeviceSwitch('single-keys');

/** A key that types a character, pressed alone: somebody who dictates presses such keys with every word. */
function isSingleKey(event: KeyboardEvent): boolean {
  return event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
}

/** Whether the press is a shortcut of one key, and those are switched off on this device. */
export function isSwitchedOff(event: KeyboardEvent): boolean {
  return isSingleKey(event) && !singleKeys.isOn();
}
