import type { CardCounters, CardRow } from '#contract/card-list.ts';
import { isServerOrdering, listCardsEndpoint } from '#contract/card-list.ts';
import { createCatalogue, type Catalogue } from '#contract/catalogue/catalogue.ts';
import { addChecksums, checksumOfRows } from '#contract/catalogue-checksum.ts';
import type { CataloguePortion } from '#contract/catalogue-feed.ts';
import { mergePortions, parsePortion, readStored, writePortion } from './portions.ts';
import { createWaitingRows, type WaitingRow } from './waiting-rows.ts';
import { EMPTY_HEAD, type Generation, type ReplicaHead, type ReplicaStore } from './replica-store.ts';

/** So many portions of changes are made one: each start reads them all. */
const MOST_CHANGES = 32;

export interface ReplicaFacts {
  /** What answers; null until there is a whole replica. */
  current: { count: number; bytes: number; currentAtMs: number; revision: number } | null;
  /** How many rows of a new one have come. */
  next: { rows: number } | null;
}

/** As a page of the server, with the time when what it says was asked for. */
export interface FoundRows {
  count: number;
  results: CardRow[];
  currentAtMs: number;
}

/** `again`: ask with the next cursor; `whole`: it is what the server has; `mismatch`: it is not, and is to be made anew. */
export type TakeOutcome = 'again' | 'whole' | 'mismatch';

type Portions = Parameters<ReplicaStore['commit']>[2];

interface Loaded {
  generation: number;
  engine: Catalogue;
  /** Which portions are in it. */
  portions: Set<number>;
  checksum: number;
}

export interface Replica {
  /** Reads what the device holds. */
  open(): Promise<void>;
  /** What the next portion is to be asked for with; null: from the beginning. */
  cursor(): string | null;
  /**
   * Takes the answer to `since`. A portion that does not fit its schema throws, and changes nothing; one that another tab has taken
   * already is passed over.
   */
  take(since: string | null, bytes: Uint8Array, askedAtMs: number): Promise<TakeOutcome>;
  /** Reads what another tab has taken. */
  catchUp(): Promise<void>;
  /** Unsent edits of this device, which take part in what is asked. */
  wait(rows: readonly WaitingRow[]): void;
  /** undefined: there is no whole replica to ask. */
  query(query: unknown): FoundRows | undefined;
  counters(): CardCounters | undefined;
  /** As {@link Catalogue.suggest}. */
  suggest(search: string): string | undefined;
  facts(): ReplicaFacts;
}

/** The rows of the card list on this device: what is stored, and what answers from it. Its functions are called one at a time. */
export function createReplica(store: ReplicaStore): Replica {
  let head: ReplicaHead = EMPTY_HEAD;
  let current: Loaded | undefined;
  let next: Loaded | undefined;
  let revision = 0;
  const waiting = createWaitingRows();

  function putInPlace(loaded: Loaded | undefined): void {
    waiting.moveTo(loaded?.engine);
    current = loaded;
  }

  /** The rows of a generation: those in memory, with what they lack. */
  async function load(generation: Generation, known: Loaded | undefined): Promise<Loaded> {
    const loaded =
      known?.generation === generation.number
        ? known
        : {
            generation: generation.number,
            engine: createCatalogue(),
            portions: new Set<number>(),
            checksum: 0,
          };
    const missing = generation.portions.filter((number) => !loaded.portions.has(number));
    // One by one: all of them together are more than the rows they become.
    for (const number of missing) {
      const [bytes] = await store.readPortions(generation.number, [number]);
      if (bytes) {
        const portion = readStored(bytes);
        waiting.aside(loaded.engine, () => apply(loaded.engine, portion));
      }
      loaded.portions.add(number);
    }
    loaded.checksum = generation.checksum;
    return loaded;
  }

  function apply(engine: Catalogue, { columns, removedIds }: CataloguePortion): void {
    engine.remove(removedIds);
    engine.put(columns);
    revision += 1;
  }

  function applyNew(loaded: Loaded, portion: CataloguePortion): void {
    const { engine } = loaded;
    const changedIds = [...portion.removedIds, ...portion.columns.id];
    waiting.aside(engine, () => {
      const before = checksumOfRows(engine.rows(changedIds));
      apply(engine, portion);
      loaded.checksum = addChecksums(
        loaded.checksum,
        checksumOfRows(engine.rows(portion.columns.id)) - before,
      );
    });
  }

  async function readAll(): Promise<void> {
    const found = await store.readHead();
    const whole = found.current && (await load(found.current, current));
    putInPlace(whole ?? undefined);
    next = undefined;
    head = found;
    revision += 1;
  }

  async function commit(after: ReplicaHead, portions: Portions = {}): Promise<boolean> {
    if (await store.commit(head, after, portions)) {
      head = after;
      return true;
    }
    // What is in memory has what was not stored.
    putInPlace(undefined);
    await readAll();
    return false;
  }

  function newest(): number {
    return Math.max(head.current?.number ?? 0, head.next?.number ?? 0);
  }

  /** What had been made of a new one is dropped, and its making begins again. */
  async function beginAnew(): Promise<void> {
    const dropped = head.next;
    const begun: Generation = {
      number: newest() + 1,
      cursor: null,
      portions: [],
      fillPortions: 0,
      rows: 0,
      checksum: 0,
      bytes: 0,
      currentAtMs: null,
    };
    next = undefined;
    await commit({ ...head, next: begun }, { remove: dropped ? portionsOf(dropped) : [] });
  }

  /** The last portion of changes, or of a new replica, which then takes the place of the one of before. */
  async function finish(target: Generation, put: Portions['put'] = []): Promise<boolean> {
    // Its age is another, whatever came.
    revision += 1;
    if (target.number === head.current?.number) {
      const isStored = await commit({ ...head, current: target }, { put });
      if (isStored && target.portions.length - target.fillPortions > MOST_CHANGES) await mergeChanges(target);
      return isStored;
    }
    const made = next;
    const replaced = head.current;
    const isStored = await commit(
      { ...head, current: { ...target, fillPortions: target.portions.length }, next: null },
      { put, remove: replaced ? portionsOf(replaced) : [] },
    );
    if (isStored) putInPlace(made);
    next = undefined;
    revision += 1;
    return isStored;
  }

  async function mergeChanges(generation: Generation): Promise<void> {
    const numbers = generation.portions.slice(generation.fillPortions);
    const changes = await store.readPortions(generation.number, numbers);
    const merged = mergePortions(changes.map(readStored));
    const bytes = writePortion(merged);
    const number = Math.max(...numbers) + 1;
    const after: Generation = {
      ...generation,
      portions: [...generation.portions.slice(0, generation.fillPortions), number],
      bytes: generation.bytes + bytes.length - changes.reduce((sum, one) => sum + one.length, 0),
    };
    const isDone = await commit(
      { ...head, current: after },
      {
        put: [{ generation: generation.number, number, bytes }],
        remove: numbers.map((one) => ({ generation: generation.number, number: one })),
      },
    );
    // All of it is in the rows already.
    if (isDone) current?.portions.add(number);
  }

  return {
    open: readAll,
    catchUp: readAll,
    cursor: () => (head.next ?? head.current)?.cursor ?? null,
    async take(since, bytes, askedAtMs) {
      const portion = parsePortion(bytes);
      if (!head.current && !head.next) await beginAnew();
      const target = head.next ?? head.current;
      if (!target || target.cursor !== since) return 'again';
      if (portion.isReset && since !== null) {
        await beginAnew();
        return 'again';
      }
      const isFill = target.number === head.next?.number;
      const loaded = await load(target, isFill ? next : current);
      if (isFill) next = loaded;
      const isEmpty = portion.columns.id.length + portion.removedIds.length === 0;
      const number = Math.max(0, ...target.portions) + 1;
      // Before it is stored: what is stored is known to be right.
      if (!isEmpty) applyNew(loaded, portion);
      if (!portion.hasMore && !isRight(loaded, portion)) {
        await beginAnew();
        return 'mismatch';
      }
      const after: Generation = {
        ...target,
        cursor: portion.cursor,
        portions: isEmpty ? target.portions : [...target.portions, number],
        rows: loaded.engine.size,
        checksum: loaded.checksum,
        bytes: target.bytes + (isEmpty ? 0 : bytes.length),
      };
      const put = isEmpty ? [] : [{ generation: target.number, number, bytes }];
      if (portion.hasMore) {
        const isStored = await commit(isFill ? { ...head, next: after } : { ...head, current: after }, {
          put,
        });
        if (isStored && !isEmpty) loaded.portions.add(number);
        return 'again';
      }
      const isStored = await finish({ ...after, currentAtMs: askedAtMs }, put);
      if (isStored && !isEmpty) loaded.portions.add(number);
      return isStored ? 'whole' : 'again';
    },
    wait(rows) {
      waiting.set(rows);
      revision += 1;
    },
    query(asked) {
      const currentAtMs = head.current?.currentAtMs;
      if (!current || currentAtMs === null || currentAtMs === undefined) return undefined;
      const { ordering, ...query } = listCardsEndpoint.query.parse(asked);
      // The server alone knows it.
      if (isServerOrdering(ordering)) return undefined;
      const { offset, limit } = query;
      const { count, rows: results } = current.engine.query({ ...query, ordering }, { offset, limit });
      return { count, results, currentAtMs };
    },
    counters: () => current?.engine.counters(),
    suggest: (search) => current?.engine.suggest(search),
    facts: () => ({
      current:
        current && head.current?.currentAtMs
          ? {
              count: current.engine.size,
              bytes: head.current.bytes,
              currentAtMs: head.current.currentAtMs,
              revision,
            }
          : null,
      next: head.next ? { rows: head.next.rows } : null,
    }),
  };
}

function isRight(loaded: Loaded, { count, checksum }: CataloguePortion): boolean {
  return loaded.engine.size === count && loaded.checksum === checksum;
}

function portionsOf({ number: generation, portions }: Generation) {
  return portions.map((number) => ({ generation, number }));
}
