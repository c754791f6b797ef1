import { setImmediate as nextTurn } from 'node:timers/promises';

/** Nobody notices that others' requests wait so long. */
const TURN_MS = 12;

/** To be awaited between two pieces of a long work: others have their turn as soon as this one has had enough. */
export function takeTurns(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < TURN_MS) return;
    await nextTurn();
    since = performance.now();
  };
}
