import { ApiError, isAway } from '#api/http/api-error.ts';
import { pause } from '#lib/pause.ts';
import { untilReachable, whenDue, type Reachability } from './reachability.ts';
import type { StreamEnding } from './read-hints.ts';

/** A stream that lasted so long had nothing wrong with it. */
const PROVEN_MS = 10_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/**
 * Where nobody was there to answer: asked for again soon, a fiftieth of that time later at most. An open stream is what everybody else
 * who has failed waits for, and one that could not be opened costs next to nothing.
 */
const LOST_PAUSE_MS = 2_000;
const LOST_GROWTH = 1.02;

interface Options {
  /** Opens one stream and resolves with its end. */
  listen: (signal: AbortSignal) => Promise<StreamEnding>;
  reachability: Reachability;
  signal: AbortSignal;
  random?: () => number;
}

/** `isLost`: nobody was there to answer. */
type Outcome = StreamEnding & { isLost: boolean };

/**
 * Keeps a stream open until `signal` ends it: comes back when the server says so, after a cut or a refusal in ever longer pauses, not at
 * all while there is no connection, and at once when that is back.
 */
export async function keepListening({
  listen,
  reachability,
  signal,
  random = Math.random,
}: Options): Promise<void> {
  let failures = 0;
  let losses = 0;
  while (!signal.aborted) {
    await untilReachable(reachability, signal);
    if (signal.aborted) return;
    const startedAt = Date.now();
    const { comeBackMs, isLost } = await listenWhileReachable(listen, reachability, signal);
    if (signal.aborted) return;
    const leastMs = comeBackMs ?? 0;
    losses = isLost ? losses + 1 : 0;
    if (!isLost) failures = Date.now() - startedAt >= PROVEN_MS ? 0 : failures + 1;
    const grownMs = isLost ? LOST_PAUSE_MS * LOST_GROWTH ** losses : FIRST_PAUSE_MS * 2 ** failures;
    const backOffMs = Math.min(grownMs, LONGEST_PAUSE_MS) * (0.5 + random() / 2);
    const pauseMs = failures > 1 || isLost ? Math.max(leastMs, backOffMs) : (comeBackMs ?? backOffMs);
    const due = whenDue([reachability], signal);
    await pause(leastMs, signal);
    if (pauseMs > leastMs) await pause(pauseMs - leastMs, due.signal);
    due.stopWatching();
  }
}

/** A network that went away takes the stream with it, sooner than its silence would tell. */
async function listenWhileReachable(
  listen: Options['listen'],
  reachability: Reachability,
  signal: AbortSignal,
): Promise<Outcome> {
  const abort = new AbortController();
  const stop = () => abort.abort();
  signal.addEventListener('abort', stop);
  const stopWatching = reachability.subscribe(() => {
    if (!reachability.isReachable()) stop();
  });
  try {
    return { ...(await listen(abort.signal)), isLost: false };
  } catch (error) {
    if (!(error instanceof ApiError)) return { comeBackMs: undefined, isLost: false };
    return { comeBackMs: error.retryAfterMs, isLost: isLoss(error) };
  } finally {
    signal.removeEventListener('abort', stop);
    stopWatching();
  }
}

/** Not an answer that did not come in time: a server that cannot keep up says no more than that. */
function isLoss(error: ApiError): boolean {
  return (error.isNetworkError && error.code !== 'timeout') || isAway(error);
}
