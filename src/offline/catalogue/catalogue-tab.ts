import { listCatalogueChangesEndpoint } from '#contract/catalogue-feed.ts';
import { SW_CACHE_HEADER } from '#contract/service-worker.ts';
import type { ApiClient } from '#api/client.ts';
import type { LockProvider } from '#api/session/refresh.ts';
import { catalogueDatabaseName, deleteDatabase } from '#offline/device/user-database.ts';
import type { Reachability } from '#offline/live/lead.ts';
import { catalogueStatus, type CatalogueSource } from './catalogue-status.ts';
import { keepCurrent } from './keep-current.ts';
import { keepResponses } from './kept-responses.ts';
import { listQuestionOf } from './list-question.ts';
import type { WaitingRow } from './waiting-rows.ts';
import { callWorker, WorkerCallError, type WorkerPort } from './worker-calls.ts';

const LOCK_NAME = 'prilavok-catalogue';
/** A portion is large, and a slow network is no reason to ask for it again and again. */
const PORTION_TIMEOUT_MS = 60_000;

interface Deps {
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
}

export interface CatalogueTab {
  /** Something has changed: the server is asked at once. */
  wake(): void;
  /** Another tab has taken something. */
  catchUp(): void;
  /** Nothing is read or written from here on. Synchronous. */
  end(): void;
}

/**
 * One tab's part in the replica of one user. Each tab has a worker that answers; of the tabs of a browser one asks the server (a
 * Web Lock says which; without locks each, and the store lets only one of two equal steps through).
 */
export function createCatalogueTab(deps: Deps): CatalogueTab {
  const { userId, client, locks, reachability } = deps;
  const ending = new AbortController();
  const { signal } = ending;
  let waking = new AbortController();
  /** Told while nobody was listening: the next wait does not begin. */
  const wake = () => waking.abort();
  signal.addEventListener('abort', wake);

  const worker = startQuietly(deps.startWorker);
  if (!worker) {
    catalogueStatus.clear('impossible');
    return { wake, catchUp: () => undefined, end: () => ending.abort() };
  }
  const { call, end } = worker;

  const responses = keepResponses(async (query) => {
    const question = listQuestionOf(query);
    return question && (await call('query', question));
  });
  const source: CatalogueSource = {
    query: responses.query,
    answered: responses.answered,
    counters: () => call('counters', undefined),
    suggest: (search) => call('suggest', search),
    refresh: wake,
  };

  async function tell() {
    const facts = await call('facts', undefined);
    if (signal.aborted) return;
    const { current } = catalogueStatus.get();
    const isSame =
      current?.revision === facts.current?.revision && current?.currentAtMs === facts.current?.currentAtMs;
    if (!isSame) responses.forget();
    catalogueStatus.set(facts, source);
  }

  let laid = '[]';
  /** What waits on this device, as it is now; the same again is not told again. */
  async function layWaiting() {
    const rows = deps.outbox.waitingRows();
    const text = JSON.stringify(rows);
    if (text !== laid) await call('wait', rows);
    laid = text;
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
      { query: since === null ? {} : { since }, signal: ended, timeoutMs: PORTION_TIMEOUT_MS },
    );
  }

  async function lead() {
    if (signal.aborted) return;
    // Another tab may have led until now.
    await call('catchUp', undefined);
    await tell();
    await keepCurrent({
      worker: { call },
      fetchPortion,
      reachability,
      signal,
      nextWake() {
        if (!signal.aborted) waking = new AbortController();
        return waking.signal;
      },
      onStep: tell,
      onTaken: deps.onTaken,
    });
  }

  async function run() {
    await call('open', { databaseName: catalogueDatabaseName(userId) });
    await layWaiting();
    deps.outbox.subscribe(signal, () => void layWaiting().catch(give));
    await deps.whenFree;
    await (locks ? locks.request(`${LOCK_NAME}-${userId}`, { signal }, lead) : lead());
  }

  function give(up: unknown) {
    if (signal.aborted) return;
    ending.abort();
    end();
    const isFull = up instanceof WorkerCallError && up.thrownName === 'QuotaExceededError';
    catalogueStatus.clear(isFull ? 'full' : 'impossible');
    // Half of a list helps nobody, and somebody else needs the room.
    if (isFull) void deleteDatabase(catalogueDatabaseName(userId));
  }

  run().catch(give);
  return {
    wake,
    catchUp: () => void call('catchUp', undefined).then(tell).catch(give),
    end() {
      ending.abort();
      end();
    },
  };
}

/** Undefined where there are no workers, or they are forbidden. */
function startQuietly(start: () => WorkerPort) {
  try {
    return callWorker(start());
  } catch {
    return undefined;
  }
}
