import type { QueryStorage, StoredCopy } from './query-storage.ts';

type Kept = ReturnType<QueryStorage['getItem']>;

/** Copies that were taken along (`offline/takings`), as the storage of copies asks for them. Nothing here rejects or hangs. */
export interface TakenCopies {
  /** What was taken, unless `kept` is younger. */
  younger(key: string, kept: Kept): Promise<StoredCopy | undefined>;
  /** A younger copy came from the server: the taken one becomes it. */
  refresh(key: string, copy: StoredCopy): Promise<void>;
  /** No copy whose key begins so is true any more. */
  drop(prefix: string): Promise<void>;
}

/** Undefined while nothing is taken. Never rejects. */
export type OpenTaken = () => Promise<TakenCopies | undefined>;

/** A copy has two homes; a query gets the younger, and what is dropped is dropped in both. */
export function withTaken(storage: QueryStorage, openTaken: OpenTaken): QueryStorage {
  return {
    ...storage,
    async getItem(key) {
      const kept = storage.getItem(key);
      return (await openTaken())?.younger(key, kept) ?? kept;
    },
    async setItem(key, copy) {
      await storage.setItem(key, copy);
      await (await openTaken())?.refresh(key, copy);
    },
    async removeByPrefix(prefix) {
      await storage.removeByPrefix(prefix);
      await (await openTaken())?.drop(prefix);
    },
  };
}
