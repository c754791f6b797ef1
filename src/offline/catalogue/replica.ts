import type { CardCounters, CardRow } from '#contract/card-list.ts';
import { createCatalogue, type Catalogue } from '#contract/catalogue/catalogue.ts';
import { sizeOfFrozen } from '#contract/catalogue/frozen-catalogue.ts';
import { addChecksums, checksumOfRows } from '#contract/catalogue-checksum.ts';
import type { CataloguePortion } from '#contract/catalogue-feed.ts';
import type { ListQuestion } from './list-question.ts';
import { mergePortions, parsePortion, readStored, writePortion } from './portions.ts';
import { createWaitingRows, type WaitingRow } from './waiting-rows.ts';
import {
  EMPTY_HEAD,
  type Generation,
  type ReplicaHead,
  type ReplicaStore,
  type StepParts,
} from './replica-store.ts';

/** So many portions of changes are made one: each start reads them all. */
const MOST_CHANGES = 32;
/** When together they are more than this share of the base, a new base is made. */
const CHANGES_SHARE = 1 / 16;

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

interface Loaded {
  generation: number;
  engine: Catalogue;
  /** Which portions are in it, those that were made one too. */
  portions: Set<number>;
  checksum: number;
  /** Its base has all orders. */
  isOrdered: boolean;
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
  /** Puts what is whole in order for the next start, which reads few records then. It answers meanwhile. */
  gather(): Promise<void>;
  /** Reads what another tab has taken. */
  catchUp(): Promise<void>;
  /** Puts what has changed in its place in the orders, so that whoever asks does not wait for that. It answers meanwhile. */
  repairOrders(): Promise<void>;
  /** Unsent edits of this device, which take part in what is asked. */
  wait(rows: readonly WaitingRow[]): void;
  /** undefined: there is no whole replica to ask. */
  query(question: ListQuestion): FoundRows | undefined;
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

  /** The rows of a generation: those in memory, with what they lack. Undefined: some of it cannot be read. */
  async function load(generation: Generation, known: Loaded | undefined): Promise<Loaded | undefined> {
    const { number, base, portions, checksum } = generation;
    const isKnown = known?.generation === number && (base === null || known.portions.has(base));
    const loaded = isKnown ? known : await loadBase(number, base);
    if (!loaded) return undefined;
    const missing = portions.filter((one) => !loaded.portions.has(one));
    // One by one: all of them together are more than the rows they become.
    for (const one of missing) {
      const [bytes] = (await store.readPortions(number, [one])) ?? [];
      if (!bytes) return undefined;
      const portion = readStored(bytes);
      waiting.aside(loaded.engine, () => apply(loaded.engine, portion));
      loaded.portions.add(one);
    }
    loaded.checksum = checksum;
    return loaded;
  }

  async function loadBase(generation: number, base: number | null): Promise<Loaded | undefined> {
    const frozen = base === null ? undefined : await store.readBase(generation, base);
    if (base !== null && !frozen) return undefined;
    const engine = createCatalogue(frozen);
    const portions = new Set(base === null ? [] : [base]);
    return { generation, engine, portions, checksum: 0, isOrdered: engine.hasAllOrders };
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
    let found = await store.readHead();
    let whole: Loaded | undefined;
    while (found.current && !(whole = await load(found.current, current))) {
      // Another tab has gone on meanwhile, and its head says where; else what there is cannot be read by this build.
      await store.commit(found, EMPTY_HEAD, { remove: [...partsOf(found.current), ...partsOf(found.next)] });
      found = await store.readHead();
    }
    putInPlace(whole);
    next = undefined;
    head = found;
    revision += 1;
  }

  async function commit(after: ReplicaHead, parts: StepParts = {}): Promise<boolean> {
    if (await store.commit(head, after, parts)) {
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
      base: null,
      portions: [],
      rows: 0,
      checksum: 0,
      baseBytes: 0,
      bytes: 0,
      currentAtMs: null,
    };
    next = undefined;
    await commit({ ...head, next: begun }, { remove: dropped ? partsOf(dropped) : [] });
  }

  /** The last portion of changes, or of a new replica, which then takes the place of the one of before. */
  async function finish(
    target: Generation,
    loaded: Loaded,
    put: NonNullable<StepParts['put']>,
  ): Promise<boolean> {
    // Its age is another, whatever came.
    revision += 1;
    const isFill = target.number === head.next?.number;
    const isStored = isFill
      ? await commit({ ...head, current: target, next: null }, { put, remove: partsOf(head.current) })
      : await commit({ ...head, current: target }, { put });
    if (!isFill) return isStored;
    if (isStored) putInPlace(loaded);
    next = undefined;
    revision += 1;
    return isStored;
  }

  /** A fill becomes a base, then one with all orders; changes become one portion, or are part of a new base. */
  async function gather(): Promise<void> {
    // Whoever stays for a moment only has a base too: orders take far longer, and each is made when it is asked for.
    if (head.current?.base === null) await storeBase({ isOrdered: false });
    if (!current || !head.current) return;
    const { portions, bytes, baseBytes } = head.current;
    const areMany = portions.length > MOST_CHANGES;
    if (!current.isOrdered || (areMany && bytes > baseBytes * CHANGES_SHARE)) {
      // One at a time: questions are answered in between.
      while (current.engine.makeOrder()) await pauseForQuestions();
      await storeBase({ isOrdered: true });
    } else if (areMany) {
      await mergeChanges(head.current);
    }
  }

  async function repairOrders(): Promise<void> {
    while (current?.engine.repairOrder()) await pauseForQuestions();
  }

  /** All rows, in the place of what they were read from. */
  async function storeBase({ isOrdered }: { isOrdered: boolean }): Promise<void> {
    const generation = head.current;
    const loaded = current;
    // Rows of one generation are never the base of another.
    if (!generation || loaded?.generation !== generation.number) return;
    const frozen = waiting.aside(loaded.engine, () => {
      // Unsent edits that are set aside have moved cards.
      if (isOrdered) while (loaded.engine.makeOrder());
      return loaded.engine.frozen();
    });
    const number = newestPortion(generation) + 1;
    const after = { ...generation, base: number, portions: [], baseBytes: sizeOfFrozen(frozen), bytes: 0 };
    const put = [{ generation: generation.number, number, frozen }];
    if (!(await commit({ ...head, current: after }, { put, remove: partsOf(generation) }))) return;
    // All of it is in the rows already.
    loaded.portions.add(number);
    loaded.isOrdered = isOrdered;
  }

  async function mergeChanges(generation: Generation): Promise<void> {
    const changes = await store.readPortions(generation.number, generation.portions);
    if (!changes) return;
    const loaded = current;
    const bytes = writePortion(mergePortions(changes.map(readStored)));
    const number = newestPortion(generation) + 1;
    const after = { ...generation, portions: [number], bytes: bytes.length };
    const put = [{ generation: generation.number, number, bytes }];
    const remove = partsOf({ ...generation, base: null });
    if (await commit({ ...head, current: after }, { put, remove })) loaded?.portions.add(number);
  }

  return {
    open: readAll,
    catchUp: readAll,
    gather,
    repairOrders,
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
      if (!loaded) {
        await readAll();
        return 'again';
      }
      if (isFill) next = loaded;
      const isEmpty = portion.columns.id.length + portion.removedIds.length === 0;
      const number = newestPortion(target) + 1;
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
      if (!isEmpty) loaded.portions.add(number);
      const isStored = await finish({ ...after, currentAtMs: askedAtMs }, loaded, put);
      return isStored ? 'whole' : 'again';
    },
    wait(rows) {
      waiting.set(rows);
      revision += 1;
    },
    query(question) {
      const currentAtMs = head.current?.currentAtMs;
      if (!current || currentAtMs === null || currentAtMs === undefined) return undefined;
      const { count, rows: results } = current.engine.query(question, question);
      return { count, results, currentAtMs };
    },
    counters: () => current?.engine.counters(),
    suggest: (search) => current?.engine.suggest(search),
    facts: () => ({
      current:
        current && head.current?.currentAtMs
          ? {
              count: current.engine.size,
              bytes: head.current.baseBytes + head.current.bytes,
              currentAtMs: head.current.currentAtMs,
              revision,
            }
          : null,
      next: head.next ? { rows: head.next.rows } : null,
    }),
  };
}

/** Messages that have come are heard before this goes on. */
function pauseForQuestions(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

function isRight(loaded: Loaded, { count, fullChecksum }: CataloguePortion): boolean {
  return loaded.engine.size === count && loaded.checksum === fullChecksum;
}

function newestPortion({ base, portions }: Generation): number {
  return Math.max(base ?? 0, ...portions);
}

/** What is stored of a generation beside the head. */
function partsOf(generation: Generation | null): NonNullable<StepParts['remove']> {
  if (!generation) return [];
  const { number: of, base, portions } = generation;
  return [...(base === null ? [] : [base]), ...portions].map((number) => ({ generation: of, number }));
}
