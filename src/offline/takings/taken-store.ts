import { get, set } from 'idb-keyval';
import { z } from 'zod/mini';
import { fetchedAtOf } from './copy-facts.ts';
import type { StoredCopy } from '#offline/copies/query-storage.ts';
import { openUserDatabase } from '#offline/device/user-database.ts';
import { ask, eachOf, startingWith, textOfKey, transact } from './transactions.ts';
import {
  KEEP_TAKEN_FOR_MS,
  takingSchema,
  unitKeys,
  unitOfCopy,
  unitSchema,
  type Taking,
  type Unit,
  type Units,
} from './taking.ts';

/** An answer that is on its way longer than this is not waited for. */
const DROPS_KEPT_MS = 10 * 60_000;

const copySchema = z.object({ savedAt: z.number(), text: z.string(), fetchedAt: z.number() });

/** What came of one card or shipment, to be kept at once. */
export interface Brought {
  unit: string;
  facts: Unit;
  copies: readonly { key: string; copy: StoredCopy }[];
}

export interface TakenContents {
  /** The newest first. */
  takings: Taking[];
  units: Units;
}

export interface TakenStore {
  /** Rejects where the device gives no database. */
  read(): Promise<TakenContents>;
  readCopy(key: string): Promise<(StoredCopy & { fetchedAt: number }) | undefined>;
  put(taking: Taking): Promise<void>;
  change(id: string, step: (taking: Taking) => Taking): Promise<void>;
  /**
   * Keeps what was asked for at `askedAtMs`, all of it or nothing: only what some taking still wants, and that nobody has
   * changed since it was asked for.
   */
  keep(brought: readonly Brought[], askedAtMs: number): Promise<void>;
  /** Puts a younger copy in place of one that is there. */
  refresh(key: string, copy: StoredCopy): Promise<void>;
  /** Deletes the copies whose keys begin so, with their units; what is on its way to them will not be kept. */
  drop(prefix: string): Promise<void>;
  /** Deletes a taking, and what no other wants. */
  letGo(id: string): Promise<void>;
  /** Deletes what no taking wants any more. */
  tidy(): Promise<void>;
  close(): void;
}

/** Takings, the units that are there, and their copies. Steps are transactions: a kill leaves the step before. */
export function openTakenStore(
  databaseName: string,
  { getIndexedDb, mayReopen }: { getIndexedDb?: () => IDBFactory; mayReopen?: () => boolean } = {},
): TakenStore {
  const database = openUserDatabase(databaseName, getIndexedDb, { ...(mayReopen && { mayReopen }) });

  const write = (step: (objects: IDBObjectStore) => void) =>
    database.store('readwrite', (objects) => transact(objects, step));

  return {
    async read() {
      let takings: unknown[] = [];
      const units = new Map<string, Unit>();
      await database.store('readonly', (objects) =>
        transact(objects, () => {
          ask<unknown[]>(objects.getAll(startingWith('taking/')), (found) => (takings = found));
          eachOf(objects, startingWith('unit/'), (key, value) => {
            const unit = unitSchema.safeParse(value);
            if (unit.success) units.set(key.slice('unit/'.length), unit.data);
          });
        }),
      );
      return { takings: takings.flatMap(takingOf).sort((a, b) => b.beganAtMs - a.beganAtMs), units };
    },
    async readCopy(key) {
      const copy = copySchema.safeParse(await get<unknown>(`copy/${key}`, database.store));
      return copy.success ? { ...copy.data, keepForMs: KEEP_TAKEN_FOR_MS } : undefined;
    },
    put: (taking) => set(`taking/${taking.id}`, taking, database.store),
    change: (id, step) =>
      write((objects) =>
        ask<unknown>(objects.get(`taking/${id}`), (found) => {
          const [taking] = takingOf(found);
          if (taking) objects.put(step(taking), `taking/${id}`);
        }),
      ),
    keep: (brought, askedAtMs) =>
      write((objects) =>
        ask<unknown[]>(objects.getAll(startingWith('taking/')), (takings) => {
          const wanted = new Set(takings.flatMap(takingOf).flatMap(unitKeys));
          const dropped: string[] = [];
          eachOf(
            objects,
            startingWith('dropped/'),
            (key, at) => {
              if (Number(at) >= askedAtMs) dropped.push(key.slice('dropped/'.length));
            },
            () => {
              for (const one of brought) {
                const isDropped = one.copies.some(({ key }) =>
                  dropped.some((prefix) => key.startsWith(prefix)),
                );
                if (wanted.has(one.unit) && !isDropped) putBrought(objects, one);
              }
            },
          );
        }),
      ),
    refresh: (key, copy) => write((objects) => putIfYounger(objects, key, copy, { isNew: false })),
    drop: (prefix) =>
      write((objects) => {
        const now = Date.now();
        eachOf(objects, startingWith('dropped/'), (key, at) => {
          if (now - Number(at) > DROPS_KEPT_MS) objects.delete(key);
        });
        objects.put(now, `dropped/${prefix}`);
        ask<IDBValidKey[]>(objects.getAllKeys(startingWith(`copy/${prefix}`)), (keys) => {
          for (const key of keys) objects.delete(key);
          for (const unit of new Set(keys.flatMap(unitOfKey))) objects.delete(`unit/${unit}`);
        });
      }),
    letGo: (id) =>
      write((objects) => {
        objects.delete(`taking/${id}`);
        removeUnwanted(objects);
      }),
    tidy: () => write(removeUnwanted),
    close: () => database.close(),
  };

  function putBrought(objects: IDBObjectStore, { unit, facts, copies }: Brought) {
    objects.put(facts, `unit/${unit}`);
    for (const { key, copy } of copies) putIfYounger(objects, key, copy, { isNew: true });
  }
}

/** Never the other way round: what is there and younger stays. */
function putIfYounger(
  objects: IDBObjectStore,
  key: string,
  { savedAt, text }: StoredCopy,
  { isNew }: { isNew: boolean },
): void {
  const fetchedAt = fetchedAtOf({ text });
  ask<unknown>(objects.get(`copy/${key}`), (found) => {
    const present = copySchema.safeParse(found);
    if (present.success ? present.data.fetchedAt <= fetchedAt : isNew) {
      objects.put({ savedAt, text, fetchedAt }, `copy/${key}`);
    }
  });
}

function removeUnwanted(objects: IDBObjectStore): void {
  ask<unknown[]>(objects.getAll(startingWith('taking/')), (takings) => {
    const wanted = new Set(takings.flatMap(takingOf).flatMap(unitKeys));
    ask<IDBValidKey[]>(objects.getAllKeys(startingWith('unit/')), (keys) => {
      for (const key of keys) if (!wanted.has(textOfKey(key).slice('unit/'.length))) objects.delete(key);
    });
    ask<IDBValidKey[]>(objects.getAllKeys(startingWith('copy/')), (keys) => {
      for (const key of keys) {
        const [unit] = unitOfKey(key);
        if (unit === undefined ? wanted.size === 0 : !wanted.has(unit)) objects.delete(key);
      }
    });
  });
}

/** `copy/prilavok-["Card",17,"groups"]` belongs to `card-17`. */
function unitOfKey(key: IDBValidKey): string[] {
  const text = textOfKey(key);
  try {
    const queryKey = z.array(z.unknown()).parse(JSON.parse(text.slice(text.indexOf('-') + 1)));
    return [unitOfCopy(queryKey) ?? []].flat();
  } catch {
    return [];
  }
}

function takingOf(stored: unknown): Taking[] {
  const taking = takingSchema.safeParse(stored);
  return taking.success ? [taking.data] : [];
}
