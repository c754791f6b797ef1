import { openUserDatabase } from '#offline/device/user-database.ts';
import { setAwakeTimer } from '#lib/awake-timer.ts';
import { z } from 'zod/mini';
import {
  applyChange,
  parseRecord,
  type OutboxChange,
  type OutboxContent,
  type OutboxRecord,
} from './outbox-record.ts';

/** A save that the device does not confirm in this time counts as failed. */
const CHANGE_TIMEOUT_MS = 4_000;
const RECORD_PREFIX = 'record:';
const ALIAS_PREFIX = 'alias:';
const SENT_PREFIX = 'sent:';

const aliasSchema = z.object({ real: z.int() });
const sentSchema = z.object({ at: z.number() });

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

export const EMPTY_CONTENT: OutboxContent = {
  records: [],
  aliases: new Map(),
  unreadable: [],
  sent: new Map(),
};

/** The outbox in a database of its own, apart from the caches: wiping those does not touch it. */
export function openOutboxStore(
  databaseName: string,
  getIndexedDb?: () => IDBFactory,
  mayReopen: () => boolean = () => false,
): OutboxStore {
  const database = openUserDatabase(databaseName, getIndexedDb, { durability: 'strict', mayReopen });

  async function run<Result>(
    mode: IDBTransactionMode,
    decide: (content: OutboxContent) => { change: OutboxChange; result: Result },
  ): Promise<{ content: OutboxContent; result: Result }> {
    const limit = createTimeLimit();
    const work = database.store(
      mode,
      (store) =>
        new Promise<{ content: OutboxContent; result: Result }>((resolve, reject) => {
          const { transaction } = store;
          limit.watch(transaction);
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
    );
    return limit.race(work);
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
    const sent = new Map<string, number>();
    for (const [index, key] of keys.result.entries()) {
      const name = typeof key === 'string' ? key : '';
      const value: unknown = values.result[index];
      if (name.startsWith(ALIAS_PREFIX)) {
        const alias = aliasSchema.safeParse(value);
        if (alias.success) aliases.set(Number(name.slice(ALIAS_PREFIX.length)), alias.data.real);
        continue;
      }
      if (name.startsWith(SENT_PREFIX)) {
        const mark = sentSchema.safeParse(value);
        if (mark.success) sent.set(name.slice(SENT_PREFIX.length), mark.data.at);
        continue;
      }
      const record = parseRecord(value);
      if (record) records.push(record);
      else unreadable.push(name.slice(RECORD_PREFIX.length));
    }
    done({ records, aliases, unreadable, sent });
  });
}

function writeChange(store: IDBObjectStore, change: OutboxChange): void {
  const { remove = [], put = [], aliases = [], sent = [], forget = [] } = change;
  for (const id of remove) store.delete(RECORD_PREFIX + id);
  for (const record of put) store.put(record, RECORD_PREFIX + record.id);
  for (const [temporary, real] of aliases) store.put({ real }, ALIAS_PREFIX + String(temporary));
  for (const [id, at] of sent) store.put({ at }, SENT_PREFIX + id);
  for (const id of forget) store.delete(SENT_PREFIX + id);
}

interface TimeLimit {
  watch: (transaction: IDBTransaction) => void;
  race: <T>(work: Promise<T>) => Promise<T>;
}

/**
 * What the device did not confirm in time counts as not saved, so it must not be written later either: somebody may have
 * saved the same edit in another way by then. A commit that came first wins; its word is waited for.
 */
function createTimeLimit(): TimeLimit {
  let isOver = false;
  let running: IDBTransaction | undefined;

  function abort(transaction: IDBTransaction): boolean {
    try {
      transaction.abort();
      return true;
    } catch {
      return false;
    }
  }

  return {
    watch(transaction) {
      running = transaction;
      if (isOver) abort(transaction);
    },
    race: (work) =>
      new Promise((resolve, reject) => {
        const giveUp = () => {
          isOver = true;
          const isStopped = running === undefined || abort(running);
          if (isStopped) reject(new Error('The device does not answer'));
        };
        const stop = setAwakeTimer(giveUp, CHANGE_TIMEOUT_MS);
        work.then(resolve, reject).finally(stop);
      }),
  };
}
