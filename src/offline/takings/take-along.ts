import type { ApiClient } from '#api/client.ts';
import { ApiError } from '#api/http/api-error.ts';
import { TAKEN_PER_PART } from '#contract/takings.ts';
import { pause } from '#lib/pause.ts';
import { isOutOfSpace } from '#offline/copies/query-storage.ts';
import { untilReachable, whenDue, type Reachability } from '#offline/live/reachability.ts';
import {
  bringCards,
  bringCardsBase,
  bringShipmentList,
  bringShipments,
  FromWorker,
  type BringOptions,
} from './bring.ts';
import { idsLeft, isAtWork, isBaseLeft, withoutGone, type Taking, type Units } from './taking.ts';
import { PhotoUnreachable, type TakenPhoto } from './taken-photos.ts';
import type { TakenStore } from './taken-store.ts';

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;
/** Other requests of this person go between. */
const REST_MS = 50;

export interface TakeAlongDeps {
  store: TakenStore;
  client: Pick<ApiClient, 'call' | 'callWithMeta'>;
  userKey: string;
  reachability: Reachability;
  /** Open while changes are told of: one that opens again is the first to know that the server answers. */
  hints: Reachability;
  signal: AbortSignal;
  takePhotos: (paths: readonly string[], signal: AbortSignal) => Promise<TakenPhoto[]>;
  /** Deletes pictures that nothing wants. */
  tidyPhotos: () => Promise<void>;
  /** Aborted when there may be something to do, or `signal` is. Asked for before each look. */
  nextWake: () => AbortSignal;
  /** Aborted when a taking was stopped or let go, or `signal` is: a part under way is given up. Asked for before each look. */
  nextStop: () => AbortSignal;
  /** After each step: the device holds something else. */
  onStep: () => void;
}

/**
 * Fetches what takings still want, part by part, until `signal` ends it: whatever was cut goes on with the part it stopped at.
 * Rejects when the device gives no storage; a full one stops the taking and says so.
 */
export async function takeAlong(deps: TakeAlongDeps): Promise<void> {
  const { store, signal, reachability, hints, nextWake, nextStop, onStep, tidyPhotos } = deps;
  const subjects = new Set<number>();
  let failures = 0;
  let stop = nextStop();
  while (!signal.aborted) {
    // Before the look: what is told while it lasts is looked at right after.
    const wake = nextWake();
    // What was let go meanwhile may have had pictures on their way.
    if (stop.aborted) await tidyPhotos();
    if (signal.aborted) return;
    stop = nextStop();
    const { takings, units, mark } = await store.read();
    const taking = takings.toReversed().find((one) => isAtWork(one, units));
    if (!taking) {
      await untilAborted(wake);
      continue;
    }
    await untilReachable(reachability, wake);
    if (signal.aborted) return;
    if (!reachability.isReachable()) continue;
    try {
      await takePart(deps, { taking, units, mark, subjects, signal: stop });
      failures = 0;
      onStep();
      await pause(REST_MS, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (stop.aborted) continue;
      if (isOutOfSpace(error)) {
        await store.change(taking.id, (one) => ({ ...one, isOutOfRoom: true }));
        onStep();
        continue;
      }
      if (!isOfNetwork(error)) throw error;
      failures += 1;
      await pauseAfter(error, failures, { ways: [reachability, hints], wake, signal });
    }
  }
}

interface Part {
  taking: Taking;
  units: Units;
  mark: number;
  subjects: Set<number>;
  signal: AbortSignal;
}

async function takePart(deps: TakeAlongDeps, { taking, units, mark, subjects, signal }: Part): Promise<void> {
  const { store, client, userKey, takePhotos } = deps;
  const options: BringOptions = { client, userKey, signal, askedAtMs: Date.now(), mark };
  const isOfShipments = taking.source.kind === 'shipments';
  if (isBaseLeft(taking, units)) {
    if (!isOfShipments) {
      await store.keep([await bringCardsBase(options)]);
      return;
    }
    const { brought, ids } = await bringShipmentList(options);
    await store.change(taking.id, (one) => ({ ...one, ids }));
    await store.keep([brought]);
    return;
  }
  const part = idsLeft(taking, units).slice(0, TAKEN_PER_PART);
  const { brought, goneIds } = isOfShipments
    ? await bringShipments(part, options)
    : await bringCards(part, {
        ...options,
        subjects,
        takePhotos: (paths) => takePhotos(paths, signal),
      });
  await store.keep(brought);
  if (goneIds.size > 0) await store.change(taking.id, (one) => withoutGone(one, goneIds));
}

function isOfNetwork(error: unknown): boolean {
  return error instanceof ApiError || error instanceof PhotoUnreachable || error instanceof FromWorker;
}

/** As long as the server asks; else ever longer, but not past the moment in which a way is open again. */
async function pauseAfter(
  error: unknown,
  failures: number,
  { ways, wake, signal }: { ways: readonly Reachability[]; wake: AbortSignal; signal: AbortSignal },
): Promise<void> {
  const askedMs = error instanceof ApiError ? error.retryAfterMs : undefined;
  // Whatever wakes meanwhile.
  if (askedMs !== undefined) return pause(askedMs, signal);
  const due = whenDue(ways, wake);
  await pause(FIRST_PAUSE_MS, wake);
  const longerMs = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS) - FIRST_PAUSE_MS;
  await pause(longerMs, due.signal);
  due.stopWatching();
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
