import { liveUpdates, type LiveState } from '#api/live-updates.ts';
import { catalogueStatus, type CatalogueStatus } from '#offline/catalogue/catalogue-status.ts';
import { getClockSkew } from '#offline/connection/clock-skew.ts';
import { connectivity, type ConnectivityState } from '#offline/connection/connectivity.ts';
import { lastFaults, lastOutcomes, type Fault, type RememberedOutcome } from '#offline/device/fault-log.ts';
import { opensOffline } from '#offline/copies/offline-readiness.ts';
import type { OutboxFailure, OutboxRecord } from '#offline/outbox/outbox-record.ts';
import { outbox } from '#offline/outbox/user-outbox.ts';
import { buildName } from '#lib/build-name.ts';

/** What the app knows of itself on this device. Nothing that somebody typed is in it, so that it can be sent on. */
export interface Diagnostics {
  readAt: number;
  app: { version: string; build: string; mode: string; browser: string };
  connection: {
    state: ConnectivityState;
    browserSays: 'online' | 'offline';
    /** Whether changes made elsewhere are told at once, and to which tab. */
    liveUpdates: LiveState;
    /** The server's clock minus this device's; undefined until the server has answered. */
    clockSkewMs: number | undefined;
    outcomes: readonly RememberedOutcome[];
  };
  worker: WorkerFacts;
  /** The list kept on this device. */
  catalogue: CatalogueStatus;
  caches: CacheFacts[];
  databases: DatabaseFacts[];
  storage: { usedBytes: number | undefined; quotaBytes: number | undefined; isProtected: boolean };
  outbox: { records: RecordFacts[]; unreadable: number };
  faults: readonly Fault[];
}

export interface WorkerFacts {
  isSupported: boolean;
  isControlling: boolean;
  opensOffline: boolean;
  active: ServiceWorkerState | null;
  waiting: ServiceWorkerState | null;
  installing: ServiceWorkerState | null;
}

export interface CacheFacts {
  name: string;
  entries: number;
  bytes: number;
}

export interface DatabaseFacts {
  name: string;
  /** Undefined when it could not be opened in time. */
  records: number | undefined;
}

type RecordFacts = Pick<OutboxRecord, 'entity' | 'entityId' | 'kind' | 'state' | 'attempts' | 'createdAt'> & {
  fields: string[];
  failure: Pick<OutboxFailure, 'kind' | 'status' | 'code'> | null;
};

const DATABASE_WAIT_MS = 1_000;

/** Never throws: what cannot be read is shown as absent. */
export async function readDiagnostics(): Promise<Diagnostics> {
  const [worker, cacheFacts, databases, storage] = await Promise.all([
    readWorker(),
    readCaches().catch(() => []),
    readDatabases().catch(() => []),
    readStorage(),
  ]);
  const { records, unreadable } = outbox.getContent();
  return {
    readAt: Date.now(),
    app: {
      version: import.meta.env['VITE_APP_VERSION'] ?? 'для разработки',
      build: buildName() ?? 'неизвестна',
      mode: window.matchMedia('(display-mode: standalone)').matches ? 'установлено' : 'вкладка браузера',
      browser: navigator.userAgent,
    },
    connection: {
      state: connectivity.getState(),
      liveUpdates: liveUpdates.getState(),
      browserSays: navigator.onLine ? 'online' : 'offline',
      clockSkewMs: getClockSkew(),
      outcomes: lastOutcomes(),
    },
    worker,
    catalogue: catalogueStatus.get(),
    caches: cacheFacts,
    databases,
    storage,
    outbox: { records: records.map(recordFacts), unreadable: unreadable.length },
    faults: lastFaults(),
  };
}

async function readWorker(): Promise<WorkerFacts> {
  const container = (navigator as Partial<Navigator>).serviceWorker;
  const registration = await container?.getRegistration().catch(() => undefined);
  const stateOf = (worker: ServiceWorker | null | undefined) => worker?.state ?? null;
  return {
    isSupported: container !== undefined,
    isControlling: Boolean(container?.controller),
    opensOffline: await opensOffline(),
    active: stateOf(registration?.active),
    waiting: stateOf(registration?.waiting),
    installing: stateOf(registration?.installing),
  };
}

async function readCaches(): Promise<CacheFacts[]> {
  const names = await caches.keys();
  return Promise.all(
    names.map(async (name) => {
      const responses = await (await caches.open(name)).matchAll();
      const sizes = await Promise.all(responses.map(async (response) => (await response.blob()).size));
      return { name, entries: responses.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
    }),
  );
}

async function readDatabases(): Promise<DatabaseFacts[]> {
  const found = await indexedDB.databases();
  const names = found.flatMap(({ name }) => name ?? []);
  return Promise.all(names.map(async (name) => ({ name, records: await countRecords(name) })));
}

/** Opened beside the app's own connection, at whatever version it has, and closed at once. */
function countRecords(name: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(undefined), DATABASE_WAIT_MS);
    const opening = indexedDB.open(name);
    opening.addEventListener('error', () => resolve(undefined));
    opening.addEventListener('success', () => {
      const database = opening.result;
      const stores = [...database.objectStoreNames];
      if (stores.length === 0) {
        database.close();
        resolve(0);
        return;
      }
      const transaction = database.transaction(stores, 'readonly');
      const counts = stores.map((store) => transaction.objectStore(store).count());
      transaction.addEventListener('complete', () => {
        resolve(counts.reduce((sum, { result }) => sum + result, 0));
        database.close();
      });
      transaction.addEventListener('abort', () => {
        resolve(undefined);
        database.close();
      });
    });
  });
}

async function readStorage(): Promise<Diagnostics['storage']> {
  try {
    const [{ usage, quota }, isProtected] = await Promise.all([
      navigator.storage.estimate(),
      navigator.storage.persisted(),
    ]);
    return { usedBytes: usage, quotaBytes: quota, isProtected };
  } catch {
    return { usedBytes: undefined, quotaBytes: undefined, isProtected: false };
  }
}

function recordFacts(record: OutboxRecord): RecordFacts {
  const { entity, entityId, kind, state, attempts, createdAt, patch, failure } = record;
  const reason = failure && { kind: failure.kind, status: failure.status, code: failure.code };
  return { entity, entityId, kind, state, attempts, createdAt, fields: Object.keys(patch), failure: reason };
}
