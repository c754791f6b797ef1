import { get } from 'idb-keyval';
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

/** Of what was changed since, as many marks are remembered: no answer is on its way for so long. */
const DROPS_KEPT = 1_000;
const MARK = 'mark';
const DROPPED = 'dropped/';
const toMark = (stored: unknown): number => z.int().safeParse(stored).data ?? 0;

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
  /** What is asked for from now on bears it. */
  mark: number;
}

export interface TakenStore {
  /** Rejects where the device gives no database. */
  read(): Promise<TakenContents>;
  /** Called back while nobody, in no tab, can write: what is begun meanwhile is written after it. */
  tellWhetherAny(take: (isAny: boolean) => void): Promise<void>;
  readCopy(key: string): Promise<(StoredCopy & { fetchedAt: number }) | undefined>;
  begin(taking: Omit<Taking, 'mark'>): Promise<void>;
  /** Changed so, and everything of it is to be fetched again. */
  renew(id: string, step: (taking: Taking) => Taking): Promise<void>;
  change(id: string, step: (taking: Taking) => Taking): Promise<void>;
  /**
   * Keeps what was asked for, all of it or nothing: only what some taking still wants, and that nobody has changed since the mark
   * that it was asked for at.
   */
  keep(brought: readonly Brought[]): Promise<void>;
  /** Puts a younger copy in place of one that is there. */
  refresh(key: string, copy: StoredCopy): Promise<void>;
  /** Deletes the copies whose keys begin so, with their units; what is on its way to them will not be kept. */
  drop(prefix: string): Promise<void>;
  /** Deletes a taking, and what no other wants; the pictures of that are for the caller to delete. */
  letGo(id: string): Promise<string[]>;
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
      let mark = 0;
      await database.store('readonly', (objects) =>
        transact(objects, () => {
          ask<unknown>(objects.get(MARK), (found) => (mark = toMark(found)));
          ask<unknown[]>(objects.getAll(startingWith('taking/')), (found) => (takings = found));
          eachOf(objects, startingWith('unit/'), (key, value) => {
            const unit = unitSchema.safeParse(value);
            if (unit.success) units.set(key.slice('unit/'.length), unit.data);
          });
        }),
      );
      return { takings: takings.flatMap(takingOf).sort((a, b) => b.mark - a.mark), units, mark };
    },
    tellWhetherAny: (take) =>
      write((objects) =>
        ask<unknown[]>(objects.getAll(startingWith('taking/')), (takings) => take(takings.length > 0)),
      ),
    async readCopy(key) {
      const copy = copySchema.safeParse(await get<unknown>(`copy/${key}`, database.store));
      return copy.success ? { ...copy.data, keepForMs: KEEP_TAKEN_FOR_MS } : undefined;
    },
    begin: (taking) =>
      write((objects) =>
        nextMark(objects, (mark) => objects.put({ ...taking, mark }, `taking/${taking.id}`)),
      ),
    renew: (id, step) =>
      write((objects) =>
        nextMark(objects, (mark) => changeTaking(objects, id, (taking) => ({ ...step(taking), mark }))),
      ),
    change: (id, step) => write((objects) => changeTaking(objects, id, step)),
    keep: (brought) =>
      write((objects) =>
        ask<unknown[]>(objects.getAll(startingWith('taking/')), (takings) => {
          const wanted = new Set(takings.flatMap(takingOf).flatMap(unitKeys));
          const dropped: { prefix: string; mark: number }[] = [];
          eachOf(
            objects,
            startingWith(DROPPED),
            (key, mark) => dropped.push({ prefix: key.slice(DROPPED.length), mark: toMark(mark) }),
            () => {
              for (const one of brought) {
                const isDropped = dropped.some(
                  ({ prefix, mark }) =>
                    mark > one.facts.mark && one.copies.some(({ key }) => key.startsWith(prefix)),
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
        nextMark(objects, (mark) => {
          objects.put(mark, DROPPED + prefix);
          eachOf(objects, startingWith(DROPPED), (key, known) => {
            if (toMark(known) <= mark - DROPS_KEPT) objects.delete(key);
          });
        });
        ask<IDBValidKey[]>(objects.getAllKeys(startingWith(`copy/${prefix}`)), (keys) => {
          for (const key of keys) objects.delete(key);
          for (const unit of new Set(keys.flatMap(unitOfKey))) objects.delete(`unit/${unit}`);
        });
      }),
    async letGo(id) {
      const photos: string[] = [];
      await write((objects) => {
        objects.delete(`taking/${id}`);
        removeUnwanted(objects, (unwanted) => photos.push(...unwanted));
      });
      return photos;
    },
    tidy: () => write((objects) => removeUnwanted(objects)),
    close: () => database.close(),
  };

  function putBrought(objects: IDBObjectStore, { unit, facts, copies }: Brought) {
    objects.put(facts, `unit/${unit}`);
    for (const { key, copy } of copies) putIfYounger(objects, key, copy, { isNew: true });
  }
}

/** Marks are given out in order, to whatever order matters of. */
function nextMark(objects: IDBObjectStore, take: (mark: number) => void): void {
  ask<unknown>(objects.get(MARK), (found) => {
    const mark = toMark(found) + 1;
    objects.put(mark, MARK);
    take(mark);
  });
}

function changeTaking(objects: IDBObjectStore, id: string, step: (taking: Taking) => Taking): void {
  ask<unknown>(objects.get(`taking/${id}`), (found) => {
    const [taking] = takingOf(found);
    if (taking) objects.put(step(taking), `taking/${id}`);
  });
}

/** Never the other way round: what is there and younger stays, unless it is of a time that the clock has gone back from. */
function putIfYounger(
  objects: IDBObjectStore,
  key: string,
  { savedAt, text }: StoredCopy,
  { isNew }: { isNew: boolean },
): void {
  const fetchedAt = fetchedAtOf({ text });
  ask<unknown>(objects.get(`copy/${key}`), (found) => {
    const present = copySchema.safeParse(found);
    const { fetchedAt: presentAt } = present.success ? present.data : { fetchedAt: undefined };
    if (presentAt === undefined ? isNew : presentAt <= fetchedAt || presentAt > Date.now()) {
      objects.put({ savedAt, text, fetchedAt }, `copy/${key}`);
    }
  });
}

function removeUnwanted(
  objects: IDBObjectStore,
  noteUnwantedPhotos: (paths: Iterable<string>) => void = () => undefined,
): void {
  ask<unknown[]>(objects.getAll(startingWith('taking/')), (takings) => {
    const wanted = new Set(takings.flatMap(takingOf).flatMap(unitKeys));
    const [left, unwanted] = [new Set<string>(), new Set<string>()];
    eachOf(
      objects,
      startingWith('unit/'),
      (key, value) => {
        const isWanted = wanted.has(key.slice('unit/'.length));
        const unit = unitSchema.safeParse(value);
        for (const path of unit.data?.photos ?? []) (isWanted ? left : unwanted).add(path);
        if (!isWanted) objects.delete(key);
      },
      () => noteUnwantedPhotos([...unwanted].filter((path) => !left.has(path))),
    );
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
