import { ApiError } from '#api/http/api-error.ts';
import { pause } from '#lib/pause.ts';
import { untilReachable, whenDue, type Reachability } from './reachability.ts';
import type { StreamEnding } from './read-hints.ts';

/** A stream that lasted so long had nothing wrong with it. */
const PROVEN_MS = 10_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

interface Options {
  /** Opens one stream and resolves with its end. */
  listen: (signal: AbortSignal) => Promise<StreamEnding>;
  reachability: Reachability;
  signal: AbortSignal;
  random?: () => number;
}

/**
 * Keeps a stream open until `signal` ends it: comes back when the server says so, after a cut in ever longer pauses, not at all while
 * there is no connection, and at once when that is back.
 */
export async function keepListening({
  listen,
  reachability,
  signal,
  random = Math.random,
}: Options): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    await untilReachable(reachability, signal);
    if (signal.aborted) return;
    const startedAt = Date.now();
    const { comeBackMs } = await listenWhileReachable(listen, reachability, signal);
    if (signal.aborted) return;
    const leastMs = comeBackMs ?? 0;
    failures = Date.now() - startedAt >= PROVEN_MS ? 0 : failures + 1;
    const backOffMs = Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS) * (0.5 + random() / 2);
    const pauseMs = failures > 1 ? Math.max(leastMs, backOffMs) : (comeBackMs ?? backOffMs);
    const due = whenDue(reachability, signal);
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
): Promise<StreamEnding> {
  const abort = new AbortController();
  const stop = () => abort.abort();
  signal.addEventListener('abort', stop);
  const stopWatching = reachability.subscribe(() => {
    if (!reachability.isReachable()) stop();
  });
  try {
    return await listen(abort.signal);
  } catch (error) {
    return { comeBackMs: error instanceof ApiError ? error.retryAfterMs : undefined };
  } finally {
    signal.removeEventListener('abort', stop);
    stopWatching();
  }
}
