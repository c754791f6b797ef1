import { userKey } from '#contract/service-worker.ts';
import type { UseStore } from 'idb-keyval';
import { errorName } from '#lib/error-name.ts';

/** Databases of query copies are `prilavok-cache-<user key>`. */
const CACHE_DATABASE_PREFIX = 'prilavok-cache-';
const OUTBOX_DATABASE_PREFIX = 'prilavok-outbox-';
const DRAFTS_DATABASE_PREFIX = 'prilavok-drafts-';
/** Counts of warehouses: unsent work, as drafts are. */
const COUNTS_DATABASE_PREFIX = 'prilavok-counts-';
/** The replica of the card list: what the server said, as copies are. */
const CATALOGUE_DATABASE_PREFIX = 'prilavok-catalogue-';
/** What was taken along: copies that are kept until they are let go. */
const TAKEN_DATABASE_PREFIX = 'prilavok-taken-';
/** What can be asked for again. */
const COPY_PREFIXES = [CACHE_DATABASE_PREFIX, CATALOGUE_DATABASE_PREFIX, TAKEN_DATABASE_PREFIX];
/** Every database of this app that belongs to a user. */
const USER_DATABASE_PREFIXES = [
  CACHE_DATABASE_PREFIX,
  OUTBOX_DATABASE_PREFIX,
  DRAFTS_DATABASE_PREFIX,
  COUNTS_DATABASE_PREFIX,
  CATALOGUE_DATABASE_PREFIX,
  TAKEN_DATABASE_PREFIX,
];
const STORE_NAME = 'entries';
const DELETE_WAIT_MS = 2_000;
/** Word of a logout in another tab comes sooner than this. */
const REOPEN_AFTER_MS = 1_000;

export function cacheDatabaseName(userId: number): string {
  return CACHE_DATABASE_PREFIX + userKey(userId);
}

export function catalogueDatabaseName(userId: number): string {
  return CATALOGUE_DATABASE_PREFIX + userKey(userId);
}

export function takenDatabaseName(userId: number): string {
  return TAKEN_DATABASE_PREFIX + userKey(userId);
}

/** Databases of one user that hold copies of what the server has; unsent work lives in others. */
export function copyDatabaseNames(userId: number): string[] {
  return COPY_PREFIXES.map((prefix) => prefix + userKey(userId));
}

export interface UserDatabase {
  /** For the functions of idb-keyval. Opens on first use, and again after the connection was lost. */
  store: UseStore;
  /** Closes for good: what comes later is refused. */
  close(): void;
}

interface UserDatabaseOptions {
  /** `strict` waits for the disk itself: for what must outlive a power cut. */
  durability?: IDBTransactionDurability;
  /** Asked before a database that was deleted is made anew: whether the user is still the one signed in here. */
  mayReopen?: () => boolean;
}

/**
 * A key-value database whose handle is never trusted to live. Browsers close connections of background tabs and keep
 * dead handles; an `open` may be blocked. When another tab upgrades the database (a newer build), this one lets go and
 * stays closed. When it is deleted, it may be a logout in another tab, of which this one has not heard yet: opening again
 * at once would bring back what was just wiped. So it waits, and asks whether the user is still here; then it was the
 * browser or somebody's tool that cleaned up, and work goes on in a new database.
 */
export function openUserDatabase(
  name: string,
  getIndexedDb: () => IDBFactory = () => indexedDB,
  { durability = 'default', mayReopen = () => false }: UserDatabaseOptions = {},
): UserDatabase {
  let connection: Promise<IDBDatabase> | undefined;
  let isClosed = false;
  let deletedAt: number | undefined;

  function connect(): Promise<IDBDatabase> {
    const letGo = () => {
      if (connection === opening) connection = undefined;
    };
    const opening = untilMayOpen().then(() => {
      if (isClosed) throw new Error('The database is closed');
      return open(name, getIndexedDb, {
        onLost: letGo,
        onDeleted() {
          deletedAt = Date.now();
          letGo();
        },
        onUpgraded: close,
      });
    });
    connection = opening;
    opening.then((database) => (isClosed ? database.close() : undefined), letGo);
    return opening;
  }

  async function untilMayOpen(): Promise<void> {
    if (deletedAt === undefined) return;
    await new Promise((resolve) => setTimeout(resolve, REOPEN_AFTER_MS));
    if (!mayReopen()) close();
    deletedAt = undefined;
  }

  function close() {
    isClosed = true;
    connection?.then(
      (database) => database.close(),
      () => undefined,
    );
    connection = undefined;
  }

  async function run<T>(
    mode: IDBTransactionMode,
    callback: (store: IDBObjectStore) => T | PromiseLike<T>,
  ): Promise<T> {
    const database = await (connection ?? connect());
    if (isClosed) throw new Error('The database is closed');
    return callback(database.transaction(STORE_NAME, mode, { durability }).objectStore(STORE_NAME));
  }

  return {
    async store(mode, callback) {
      try {
        return await run(mode, callback);
      } catch (error) {
        if (isClosed || !isLostConnection(error)) throw error;
        connection = undefined;
        return run(mode, callback);
      }
    },
    close,
  };
}

function open(
  name: string,
  getIndexedDb: () => IDBFactory,
  { onLost, onDeleted, onUpgraded }: Record<'onLost' | 'onDeleted' | 'onUpgraded', () => void>,
): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    // Without a number: after a return to an older build the database may be of a newer version, and is opened all the same.
    const request = getIndexedDb().open(name);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE_NAME));
    // A blocked open is a failure now; should it succeed after all, its late connection is closed.
    let isGivenUp = false;
    request.addEventListener('blocked', () => {
      isGivenUp = true;
      reject(new Error('The database is blocked by another tab'));
    });
    request.addEventListener('error', () =>
      reject(request.error ?? new Error('The database cannot be opened')),
    );
    request.addEventListener('success', () => {
      const database = request.result;
      if (isGivenUp) {
        database.close();
        return;
      }
      database.addEventListener('versionchange', ({ newVersion }) => {
        database.close();
        if (newVersion === null) onDeleted();
        else onUpgraded();
      });
      database.addEventListener('close', onLost);
      resolve(database);
    });
  });
}

/** A handle that died, as the engines say it; worth one more try with a new one. */
function isLostConnection(error: unknown): boolean {
  return /^(?:InvalidStateError|AbortError|UnknownError)$/.test(errorName(error));
}

/** Deletes a database; true when it is gone. Waits for other tabs to let go, not for ever. Never throws. */
export function deleteDatabase(
  name: string,
  getIndexedDb: () => IDBFactory = () => indexedDB,
): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), DELETE_WAIT_MS);
    const finish = (isDeleted: boolean) => {
      clearTimeout(timer);
      resolve(isDeleted);
    };
    try {
      const request = getIndexedDb().deleteDatabase(name);
      request.addEventListener('success', () => finish(true));
      request.addEventListener('error', () => finish(false));
    } catch {
      finish(true); // without IndexedDB there is nothing to delete
    }
  });
}

/** Names of the databases that hold copies, of every user; empty where the browser cannot tell. */
export async function listCopyDatabases(getIndexedDb: () => IDBFactory = () => indexedDB): Promise<string[]> {
  return (await listNames(getIndexedDb)).filter((name) =>
    COPY_PREFIXES.some((prefix) => name.startsWith(prefix)),
  );
}

export function outboxDatabaseName(userId: number): string {
  return OUTBOX_DATABASE_PREFIX + userKey(userId);
}

export function draftsDatabaseName(userId: number): string {
  return DRAFTS_DATABASE_PREFIX + userKey(userId);
}

export function countsDatabaseName(userId: number): string {
  return COUNTS_DATABASE_PREFIX + userKey(userId);
}

/** Names of all databases of one user: copies, the replica, what was taken, outbox, drafts, counts. */
export function userDatabaseNames(userId: number): string[] {
  return USER_DATABASE_PREFIXES.map((prefix) => prefix + userKey(userId));
}

/** False also where the browser cannot tell. */
export async function databaseExists(
  name: string,
  getIndexedDb: () => IDBFactory = () => indexedDB,
): Promise<boolean> {
  return (await listNames(getIndexedDb)).includes(name);
}

async function listNames(getIndexedDb: () => IDBFactory): Promise<string[]> {
  try {
    const databases = await getIndexedDb().databases();
    return databases.flatMap(({ name }) => name ?? []);
  } catch {
    return [];
  }
}
