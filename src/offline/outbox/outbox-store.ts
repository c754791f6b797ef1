import { openUserDatabase } from '#offline/user-database.ts';
import { z } from 'zod/mini';
import { parseRecord, type OutboxChange, type OutboxContent, type OutboxRecord } from './outbox-record.ts';
import { applyChange } from './outbox-rules.ts';

/** A save that the device does not confirm in this time counts as failed. */
const CHANGE_TIMEOUT_MS = 4_000;
const RECORD_PREFIX = 'record:';
const ALIAS_PREFIX = 'alias:';

const aliasSchema = z.object({ real: z.int() });

export interface OutboxStore {
  read(): Promise<OutboxContent>;
  /**
   * One transaction: `decide` sees the content as it is and says what changes. Resolves with the new content once it is
   * on the device; rejects when it is not, and then nothing may be called saved.
   */
  change<Result>(
    decide: (content: OutboxContent) => { change: OutboxChange; result: Result },
  ): Promise<{ content: OutboxContent; result: Result }>;
  /** From here on nothing is read or written. */
  close(): void;
}

export const EMPTY_CONTENT: OutboxContent = { records: [], aliases: new Map(), unreadable: [] };

/** The outbox in a database of its own, apart from the caches: wiping those does not touch it. */
export function openOutboxStore(databaseName: string, getIndexedDb?: () => IDBFactory): OutboxStore {
  const database = openUserDatabase(databaseName, getIndexedDb, { durability: 'strict' });

  async function run<Result>(
    mode: IDBTransactionMode,
    decide: (content: OutboxContent) => { change: OutboxChange; result: Result },
  ): Promise<{ content: OutboxContent; result: Result }> {
    return withTimeout(
      database.store(
        mode,
        (store) =>
          new Promise((resolve, reject) => {
            const { transaction } = store;
            let outcome: { content: OutboxContent; result: Result } | undefined;
            const fail = () => reject(transaction.error ?? new Error('The outbox could not be written'));
            transaction.addEventListener('abort', fail);
            transaction.addEventListener('error', fail);
            transaction.addEventListener('complete', () => (outcome ? resolve(outcome) : fail()));
            readAll(store, (content) => {
              try {
                const { change, result } = decide(content);
                writeChange(store, change);
                outcome = { content: applyChange(content, change), result };
              } catch (error) {
                reject(error instanceof Error ? error : new Error(String(error)));
                transaction.abort();
              }
            });
          }),
      ),
    );
  }

  return {
    read: async () => (await run('readonly', () => ({ change: {}, result: undefined }))).content,
    change: (decide) => run('readwrite', decide),
    close: () => database.close(),
  };
}

/** For a foreign device, or one that cannot store: lives as long as the tab. */
export function createMemoryOutboxStore(): OutboxStore {
  let content = EMPTY_CONTENT;
  return {
    read: async () => content,
    async change(decide) {
      const { change, result } = decide(content);
      content = applyChange(content, change);
      return { content, result };
    },
    close: () => undefined,
  };
}

function readAll(store: IDBObjectStore, done: (content: OutboxContent) => void): void {
  const keys = store.getAllKeys();
  const values = store.getAll();
  // Requests of one transaction succeed in order: the keys are there by now.
  values.addEventListener('success', () => {
    const records: OutboxRecord[] = [];
    const aliases = new Map<number, number>();
    const unreadable: string[] = [];
    for (const [index, key] of keys.result.entries()) {
      const name = typeof key === 'string' ? key : '';
      const value: unknown = values.result[index];
      if (name.startsWith(ALIAS_PREFIX)) {
        const alias = aliasSchema.safeParse(value);
        if (alias.success) aliases.set(Number(name.slice(ALIAS_PREFIX.length)), alias.data.real);
        continue;
      }
      const record = parseRecord(value);
      if (record) records.push(record);
      else unreadable.push(name.slice(RECORD_PREFIX.length));
    }
    done({ records, aliases, unreadable });
  });
}

function writeChange(store: IDBObjectStore, { remove = [], put = [], aliases = [] }: OutboxChange): void {
  for (const id of remove) store.delete(RECORD_PREFIX + id);
  for (const record of put) store.put(record, RECORD_PREFIX + record.id);
  for (const [temporary, real] of aliases) store.put({ real }, ALIAS_PREFIX + String(temporary));
}

function withTimeout<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The device does not answer')), CHANGE_TIMEOUT_MS);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
