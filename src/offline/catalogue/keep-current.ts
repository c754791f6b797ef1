import { nextCursorIn } from '#contract/catalogue-feed.ts';
import { ApiError } from '#api/http/api-error.ts';
import { untilReachable, whenDue, type Reachability } from '#offline/live/reachability.ts';
import { pause } from '#lib/pause.ts';
import { WorkerCallError, type ReplicaWorker } from './worker-calls.ts';

/** What hints do not tell is found so. */
const LOOK_EVERY_MS = 60_000;
/** One save tells of itself several times. */
const GATHER_MS = 100;
const FIRST_PAUSE_MS = 2_000;
/** A server in trouble is asked no more often than one that is well. */
const LONGEST_PAUSE_MS = LOOK_EVERY_MS;
/** A server whose own answers do not add up is not asked for everything again and again. */
const MISMATCH_PAUSE_MS = 10 * 60_000;

interface Options {
  worker: Pick<ReplicaWorker, 'call'>;
  /** One portion, as bytes; null: from the beginning. */
  fetchPortion: (since: string | null, signal: AbortSignal) => Promise<ArrayBuffer>;
  reachability: Reachability;
  signal: AbortSignal;
  /** Aborted when something has changed, or `signal` is: nobody waits any longer. Asked for before each round of questions. */
  nextWake: () => AbortSignal;
  /** After each portion: it answers. */
  onStep: () => Promise<void>;
  /** After each portion, and once the last one is as it is kept: other tabs may read it. */
  onTaken: () => void;
  /** After each round of questions, whatever came of it: nothing is half done. */
  onRest: () => void;
  random?: () => number;
}

/**
 * Fills the replica and keeps it current until `signal` ends it: whatever was cut, goes on where it stopped. Throws when the
 * worker or its storage refuses; the network may fail as long as it likes.
 */
export async function keepCurrent(options: Options): Promise<void> {
  const { reachability, signal, nextWake, onRest, random = Math.random } = options;
  let failures = 0;
  while (!signal.aborted) {
    await untilReachable(reachability, signal);
    if (signal.aborted) return;
    await pause(GATHER_MS, signal);
    // Before the questions: what changes while they are answered is asked for right after.
    const wake = nextWake();
    const outcome = await ask(options);
    onRest();
    if (typeof outcome === 'object') {
      failures += 1;
      const due = whenDue([reachability], wake);
      await pause(outcome.comeBackMs, signal);
      const backOffMs = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS);
      const pauseMs = backOffMs * (0.5 + random() / 2);
      // Whoever has a reason to ask waits as after a first failure, however many there were.
      await pause(Math.min(pauseMs, FIRST_PAUSE_MS), signal);
      await pause(Math.max(pauseMs - FIRST_PAUSE_MS, 0), due.signal);
      due.stopWatching();
    } else {
      failures = 0;
      await (outcome === 'mismatch' ? pause(MISMATCH_PAUSE_MS, signal) : pause(LOOK_EVERY_MS, wake));
    }
  }
}

/** Not before so long, says a server that cannot keep up. */
interface Failure {
  comeBackMs: number;
}

/** A portion that was asked for. It never rejects: nobody may be waiting for it any more. */
interface Asked {
  since: string | null;
  askedAtMs: number;
  coming: Promise<{ bytes: ArrayBuffer } | Failure>;
}

async function ask(options: Options): Promise<'whole' | 'mismatch' | Failure> {
  const { worker, signal, onStep, onTaken } = options;
  let mismatches = 0;
  let ahead: Asked | undefined;
  while (!signal.aborted) {
    const since = await worker.call('cursor', undefined);
    const { askedAtMs, coming } = ahead?.since === since ? ahead : askFor(since, options);
    const come = await coming;
    if (signal.aborted) break;
    if (!('bytes' in come)) return come;
    const { bytes } = come;
    const next = nextCursorIn(bytes);
    // While this one is taken the server makes the next one.
    ahead = next === undefined ? undefined : askFor(next, options);
    const outcome = await worker.call('take', { since, bytes, askedAtMs }, [bytes]).catch(failUnlessStorage);
    await onStep();
    // What answers already is put in order for the next start while nobody waits for it.
    if (outcome === 'whole') await worker.call('gather', undefined);
    onTaken();
    if (outcome === 'mismatch') mismatches += 1;
    if (mismatches === 2) return 'mismatch';
    if (outcome === 'failed') return { comeBackMs: 0 };
    if (outcome === 'whole') return outcome;
  }
  return { comeBackMs: 0 };
}

function askFor(since: string | null, { fetchPortion, signal }: Options): Asked {
  const askedAtMs = Date.now();
  const coming = fetchPortion(since, signal).then(
    (bytes) => ({ bytes }),
    (error: unknown) => ({ comeBackMs: (error instanceof ApiError && error.retryAfterMs) || 0 }),
  );
  return { since, askedAtMs, coming };
}

/** A portion that cannot be read may be another the next time; a storage that refuses will refuse again. */
function failUnlessStorage(error: unknown): 'failed' {
  if (error instanceof WorkerCallError && /^(?:SyntaxError|WireError)$/.test(error.thrownName))
    return 'failed';
  throw error;
}
