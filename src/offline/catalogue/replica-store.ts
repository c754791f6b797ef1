import { promisifyRequest } from 'idb-keyval';
import type { FrozenCatalogue } from '#contract/catalogue/catalogue.ts';
import { isFrozenCatalogue } from '#contract/catalogue/frozen-catalogue.ts';
import { isText, isWhole, listOf, objectOf, oneOf, orNull } from '#contract/plain-checks.ts';
import { openUserDatabase } from '#offline/device/user-database.ts';

/** Raise it when what is stored changes: a replica of another format is made anew. */
const FORMAT = 3;
const HEAD_KEY = 'head';

/** One making of the replica, from its first portion on. */
export interface Generation {
  number: number;
  /** What the next portion is asked for with; null: nothing has been taken yet. */
  cursor: string | null;
  /** Number of the portions that were made one base, ready to answer; null until that is done. The rest applies to it. */
  base: number | null;
  /** Numbers of its portions, in the order in which they apply. */
  portions: number[];
  rows: number;
  /** Sum of `catalogueChecksum` over its rows, modulo `CHECKSUM_MODULUS`. */
  checksum: number;
  baseBytes: number;
  /** Of its portions. */
  bytes: number;
  /** When what it says was asked for, to the end; null: it never was. */
  currentAtMs: number | null;
}

export interface ReplicaHead {
  format: typeof FORMAT;
  /** What answers. */
  current: Generation | null;
  /** What is being made, to take its place. */
  next: Generation | null;
}

const isGeneration = objectOf<Generation>({
  number: isWhole,
  cursor: orNull(isText),
  base: orNull(isWhole),
  portions: listOf(isWhole),
  rows: isWhole,
  checksum: isWhole,
  baseBytes: isWhole,
  bytes: isWhole,
  currentAtMs: orNull(isWhole),
});

const isReplicaHead = objectOf<ReplicaHead>({
  format: oneOf([FORMAT]),
  current: orNull(isGeneration),
  next: orNull(isGeneration),
});

export const EMPTY_HEAD: ReplicaHead = { format: FORMAT, current: null, next: null };

interface Place {
  generation: number;
  number: number;
}

type Portion = Place & { bytes: Uint8Array };
type Base = Place & { frozen: FrozenCatalogue };

/** What a step writes and removes beside the head. */
export interface StepParts {
  put?: readonly (Portion | Base)[];
  remove?: readonly Place[];
}

export interface ReplicaStore {
  /** What there is; a head that cannot be read is none, and everything under it is removed. */
  readHead(): Promise<ReplicaHead>;
  /** Portions as the server sent them. Undefined: not all are there any more, another tab has gone on. */
  readPortions(generation: number, numbers: readonly number[]): Promise<Uint8Array[] | undefined>;
  /** Undefined: there is none that this build can read. */
  readBase(generation: number, number: number): Promise<FrozenCatalogue | undefined>;
  /**
   * All of a step or nothing of it, in one transaction. False, and nothing is done, when the head is not `before` any more: another
   * tab has gone on meanwhile.
   */
  commit(before: ReplicaHead, after: ReplicaHead, parts: StepParts): Promise<boolean>;
  close(): void;
}

/** The database of one user's replica. */
export function openReplicaStore(
  name: string,
  {
    getIndexedDb,
    mayReopen,
  }: { getIndexedDb?: (() => IDBFactory) | undefined; mayReopen?: () => boolean } = {},
): ReplicaStore {
  const database = openUserDatabase(name, getIndexedDb, { ...(mayReopen && { mayReopen }) });

  async function readHead(): Promise<ReplicaHead> {
    const found = await database.store('readonly', (store) => promisifyRequest<unknown>(store.get(HEAD_KEY)));
    if (found === undefined) return EMPTY_HEAD;
    if (isReplicaHead(found)) return found;
    await database.store('readwrite', (store) => promisifyRequest(store.clear()));
    return EMPTY_HEAD;
  }

  return {
    readHead,
    async readBase(generation, number) {
      const found = await database.store('readonly', (store) =>
        promisifyRequest<unknown>(store.get(keyOf({ generation, number }))),
      );
      return isFrozenCatalogue(found) ? found : undefined;
    },
    async readPortions(generation, numbers) {
      const found = await database.store('readonly', (store) =>
        Promise.all(
          numbers.map((number) => promisifyRequest<unknown>(store.get(keyOf({ generation, number })))),
        ),
      );
      return found.every(isBytes) ? found : undefined;
    },
    commit: (before, after, { put = [], remove = [] }) =>
      database.store('readwrite', (store) => {
        const { transaction } = store;
        let isDone = false;
        let refusal: unknown;
        const asked = store.get(HEAD_KEY);
        // In the request's own event: after an await an old browser has closed the transaction.
        asked.addEventListener('success', () => {
          if (!isSameHead(asked.result ?? EMPTY_HEAD, before)) return;
          try {
            for (const portion of remove) store.delete(keyOf(portion));
            for (const part of put) store.put('bytes' in part ? part.bytes : part.frozen, keyOf(part));
            store.put(after, HEAD_KEY);
            isDone = true;
          } catch (error) {
            refusal = error;
            transaction.abort();
          }
        });
        return new Promise<boolean>((resolve, reject) => {
          transaction.addEventListener('complete', () => resolve(isDone));
          transaction.addEventListener('abort', () =>
            reject(refusal ?? transaction.error ?? new Error('The transaction was aborted')),
          );
        });
      }),
    close: database.close,
  };
}

function keyOf({ generation, number }: Place): string {
  return `portion-${generation}-${number}`;
}

/** By its name: bytes that come out of a database may be of another realm. */
function isBytes(value: unknown): value is Uint8Array {
  return Object.prototype.toString.call(value) === '[object Uint8Array]';
}

function isSameHead(one: unknown, other: ReplicaHead): boolean {
  return isReplicaHead(one) && JSON.stringify(one) === JSON.stringify(other);
}
