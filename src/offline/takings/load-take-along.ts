import { pause } from '#lib/pause.ts';
import { whenDue, type Reachability } from '#offline/live/reachability.ts';
import { loadQuietly } from '#lib/load-quietly.ts';
import type { takeAlong } from './take-along.ts';

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;

/** Why a wait ends: somebody has asked on this page. */
export const BY_PRESS = 'press';

interface LoadTakeAlongDeps {
  /** One that opens again is looked through at once. */
  ways: readonly Reachability[];
  signal: AbortSignal;
  /** Aborted when there may be something to do (`BY_PRESS`: somebody has pressed here), or `signal` is. Asked for before each look. */
  nextWake: () => AbortSignal;
  /** Of nothing while the page is being loaded anew for it. */
  load?: () => Promise<{ takeAlong: typeof takeAlong } | undefined>;
}

/**
 * What fetches is loaded for whoever has taken something alone. One that does not come is asked for again, ever later, at once when
 * somebody presses or the server is back. Undefined when `signal` ends the wait.
 *
 * A part that this build's server no longer has never comes: for whoever presses after it was missed the page is loaded anew.
 */
export async function loadTakeAlong({
  ways,
  signal,
  nextWake,
  load = () => import('./take-along.ts'),
}: LoadTakeAlongDeps): Promise<typeof takeAlong | undefined> {
  let isPressed = false;
  for (let failures = 0; !signal.aborted; failures += 1) {
    const wake = nextWake();
    const part = await (isPressed ? load() : loadQuietly(load)).catch(() => undefined);
    if (part) return part.takeAlong;
    const due = whenDue(ways, wake);
    await pause(Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS), due.signal);
    due.stopWatching();
    isPressed = wake.reason === BY_PRESS;
  }
  return undefined;
}
