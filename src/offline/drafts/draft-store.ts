import { setAwakeTimer } from '#lib/awake-timer.ts';
import { del, entries, get, set } from 'idb-keyval';
import { z } from 'zod/mini';
import { openUserDatabase } from '#offline/device/user-database.ts';

const KEEP_FOR_MS = 30 * 24 * 3600 * 1000;
const TIMEOUT_MS = 2_000;

const draftSchema = z.object({ savedAt: z.number(), text: z.string() });

/** Something typed that was not saved, and when it was last kept. */
export interface Draft<T> {
  value: T;
  savedAt: number;
}

export interface DraftStore {
  /**
   * The draft when there is one, not too old and of the shape that is asked for. Never throws, and takes as long as the device takes: what a
   * busy one has not said yet would not be offered, as if nothing had been typed.
   */
  read<T>(key: string, schema: z.ZodMiniType<T>): Promise<Draft<T> | undefined>;
  /** Keeps a value as its JSON. Rejects when the device did not keep it: that must be said. */
  write(key: string, text: string): Promise<void>;
  remove(key: string): Promise<void>;
  /** Deletes what nobody came back for. */
  collect(): Promise<void>;
  close(): void;
}

/** Drafts of forms, one record for each form, in a database that clearing the caches does not touch. */
export function openDraftStore(
  databaseName: string,
  {
    getIndexedDb,
    mayReopen = () => false,
    now = Date.now,
  }: { getIndexedDb?: () => IDBFactory; mayReopen?: () => boolean; now?: () => number } = {},
): DraftStore {
  const database = openUserDatabase(databaseName, getIndexedDb, { mayReopen });

  function usable(stored: unknown): { savedAt: number; text: string } | undefined {
    const parsed = draftSchema.safeParse(stored);
    return parsed.success && now() - parsed.data.savedAt <= KEEP_FOR_MS ? parsed.data : undefined;
  }

  return {
    async read(key, schema) {
      const stored = await get<unknown>(key, database.store).catch(() => undefined);
      const draft = usable(stored);
      const value = draft && schema.safeParse(parseJson(draft.text));
      return draft && value?.success ? { value: value.data, savedAt: draft.savedAt } : undefined;
    },
    write: (key, text) => withTimeout(set(key, { text, savedAt: now() }, database.store)),
    async remove(key) {
      await withTimeout(del(key, database.store)).catch(() => undefined);
    },
    async collect() {
      const all = await entries<string, unknown>(database.store).catch(() => []);
      const old = all.filter(([, stored]) => !usable(stored));
      await Promise.all(old.map(([key]) => del(key, database.store))).catch(() => undefined);
    },
    close: () => database.close(),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Rejects when the device has not done it after two seconds. */
export function withTimeout<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = setAwakeTimer(() => reject(new Error('The device does not answer')), TIMEOUT_MS);
    work.then(resolve, reject).finally(stop);
  });
}
