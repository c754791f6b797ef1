import { listCatalogueChangesEndpoint } from '#contract/catalogue-feed.ts';
import { SW_CACHE_HEADER } from '#contract/service-worker.ts';
import type { ApiClient } from '#api/client.ts';
import type { LockProvider } from '#api/session/refresh.ts';
import { catalogueDatabaseName } from '#offline/device/user-database.ts';
import type { Reachability } from '#offline/live/reachability.ts';
import { isSpentToken } from '#offline/live/spent-token.ts';
import { keepCurrent } from './keep-current.ts';
import type { ReplicaFacts } from './replica.ts';
import type { WaitingRow } from './waiting-rows.ts';
import { callWorker, type ReplicaWorker, type WorkerPort } from './worker-calls.ts';

const LOCK_NAME = 'prilavok-catalogue';
/** A portion is large, and a slow network is no reason to ask for it again and again. */
const PORTION_TIMEOUT_MS = 60_000;

export interface EngineDeps {
  userId: number;
  client: Pick<ApiClient, 'download'>;
  startWorker: () => WorkerPort;
  locks: LockProvider | undefined;
  reachability: Reachability;
  /** Before this nothing is asked of the server; what the device holds answers sooner. */
  whenFree: Promise<unknown>;
  outbox: {
    /** Of cards that the server knows. */
    waitingRows: () => readonly WaitingRow[];
    /** Tells of changes until `signal` ends it. */
    subscribe: (signal: AbortSignal, onChange: () => void) => void;
  };
  /** The device holds more than before: other tabs read it. */
  onTaken: () => void;
  /** Asked when somebody has deleted the database: whether the user is still the one signed in here. */
  mayReopen: () => boolean;
}

interface EngineEvents {
  /** What it knows now. */
  onFacts: (facts: ReplicaFacts) => void;
  /** A round of questions is over. */
  onRest: () => void;
  /** It has ended by itself, and another would fare no better. */
  onFailed: (error: unknown) => void;
}

export interface CatalogueEngine {
  /** Asks the worker when it has read what the device holds. Rejects when it ends before. */
  ask: ReplicaWorker['call'];
  /** Something has changed: the server is asked at once. */
  wake(): void;
  /** Another tab has taken something. */
  catchUp(): void;
  /** Nothing that it does would have to be done once more if it ended now, and no fill waits for it. */
  isAtRest(): boolean;
  /** Nothing is read or written from here on. Synchronous. */
  end(): void;
}

/**
 * The engine of one tab, from its start to its end: a worker that answers, told what waits on this device. Of the tabs of a browser
 * one asks the server (a Web Lock says which; without locks each, and the store lets only one of two equal steps through). Undefined
 * where there are no workers, or they are forbidden.
 */
export function startEngine(deps: EngineDeps, events: EngineEvents): CatalogueEngine | undefined {
  const { userId, client, locks, reachability } = deps;
  const worker = startQuietly(deps.startWorker);
  if (!worker) return undefined;
  const { call } = worker;
  const ending = new AbortController();
  const { signal } = ending;
  let waking = new AbortController();
  /** Told while nobody was listening: the next wait does not begin. */
  const wake = () => waking.abort();
  signal.addEventListener('abort', wake);
  // A fill that has nobody to ask does not keep the lead.
  signal.addEventListener('abort', reachability.subscribe(events.onRest));
  let isLeading = false;
  let isAsking = false;
  let isFilling = true;

  async function tell() {
    const facts = await call('facts', undefined);
    if (signal.aborted) return;
    isFilling = facts.current === null || facts.next !== null;
    events.onFacts(facts);
  }

  let laid = '[]';
  /** What waits on this device, as it is now; the same again is not told again. */
  async function layWaiting() {
    const rows = deps.outbox.waitingRows();
    const text = JSON.stringify(rows);
    if (text !== laid) {
      // Before it is known to be there: what has changed back meanwhile is told again.
      laid = text;
      await call('wait', rows);
    }
    await tell();
  }

  async function fetchPortion(since: string | null, ended: AbortSignal): Promise<ArrayBuffer> {
    return client.download(
      listCatalogueChangesEndpoint,
      (response) => {
        // An old answer would be taken for what is there now.
        if (response.headers.get(SW_CACHE_HEADER) === 'hit') throw new Error('Not from the server');
        return response.arrayBuffer();
      },
      {
        query: since === null ? {} : { since },
        signal: ended,
        timeoutMs: PORTION_TIMEOUT_MS,
        // Asked for by itself, after hours as well: nobody needs to refuse it first.
        isSpent: isSpentToken,
      },
    );
  }

  async function lead() {
    if (signal.aborted) return;
    isLeading = true;
    // Another tab may have led until now.
    await call('catchUp', undefined);
    await tell();
    await keepCurrent({
      worker: { call },
      fetchPortion,
      reachability,
      signal,
      nextWake() {
        isAsking = true;
        if (!signal.aborted) waking = new AbortController();
        return waking.signal;
      },
      onStep: tell,
      onTaken: deps.onTaken,
      onRest() {
        isAsking = false;
        events.onRest();
      },
    });
  }

  async function open() {
    await call('open', { databaseName: catalogueDatabaseName(userId) });
    // Before what waits is read: it may change while the worker is told of it.
    deps.outbox.subscribe(signal, () => void layWaiting().catch(fail));
    await layWaiting();
  }

  async function run() {
    await opened;
    await deps.whenFree;
    await (locks ? locks.request(`${LOCK_NAME}-${userId}`, { signal }, lead) : lead());
  }

  function end() {
    ending.abort();
    worker?.end();
  }

  function fail(error: unknown) {
    if (signal.aborted) return;
    end();
    events.onFailed(error);
  }

  const opened = open();
  run().catch(fail);
  return {
    async ask(name, asked) {
      await opened;
      return call(name, asked);
    },
    wake,
    catchUp: () => void call('catchUp', undefined).then(tell).catch(fail),
    isAtRest: () => !isAsking && !(isLeading && isFilling && reachability.isReachable()),
    end,
  };
}

function startQuietly(start: () => WorkerPort) {
  try {
    return callWorker(start());
  } catch {
    return undefined;
  }
}
