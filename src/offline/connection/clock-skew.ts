import { useSyncExternalStore } from 'react';
import { onCallOutcome } from '#api/api.ts';
import { formatDuration } from '#lib/dates.ts';
import { createListeners } from '#lib/listeners.ts';

/** Less is nobody's trouble: tokens and order go by the server's clock, only ages and times of day by the device's. */
const TOLD_FROM_MS = 5 * 60_000;
const STEP_MS = 60_000;

let skewMs: number | undefined;
const listeners = createListeners();

/** The server's clock minus this device's, to the minute; undefined until the server has answered. */
export function getClockSkew(): number | undefined {
  return skewMs;
}

/** Begins to compare the clocks by the answers of the server. Returns the way to stop. */
export function watchClock(): () => void {
  return onCallOutcome(({ clockSkewMs }) => {
    if (clockSkewMs === undefined) return;
    const next = Math.round(clockSkewMs / STEP_MS) * STEP_MS;
    if (next === skewMs) return;
    skewMs = next;
    listeners.tell();
  });
}

/** «Часы этого устройства отстают на 3 ч»; undefined while they are right, or nothing is known. */
export function clockNote(serverMinusDeviceMs: number | undefined): string | undefined {
  if (serverMinusDeviceMs === undefined || Math.abs(serverMinusDeviceMs) <= TOLD_FROM_MS) return undefined;
  const direction = serverMinusDeviceMs > 0 ? 'отстают' : 'спешат';
  return `Часы этого устройства ${direction} на ${formatDuration(Math.abs(serverMinusDeviceMs))}`;
}

export function useClockNote(): string | undefined {
  return useSyncExternalStore(listeners.subscribe, () => clockNote(skewMs));
}
