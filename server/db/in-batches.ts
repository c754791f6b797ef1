import { setTimeout as pause } from 'node:timers/promises';
import type { Database, Trx } from './database.ts';

/**
 * How long one transaction of a long work may take. The embedded database answers nobody else meanwhile; a server does, and
 * only who wants the same rows waits.
 */
const TURN_MS = { embedded: 25, postgres: 150 };
/**
 * So long it may take by the clock. What is beyond the processor's time is the disk's and other programs', and no less for a
 * smaller batch: there are only more of them then. So for this a batch is made no smaller than the first.
 */
const LONGEST_TURN_MS = { embedded: 100, postgres: 150 };
/**
 * So much of a batch's time is not laid to its items. More of it would be taken for that wherever items become dearer as the work goes
 * on: turns were twice as long as they should be.
 */
const MOST_FIXED_MS = { embedded: TURN_MS.embedded / 2, postgres: TURN_MS.postgres };
const FIRST_SIZE = { embedded: 20, postgres: 100 };
const LARGEST_SIZE = 1000;
/** One quick batch says little about the next. */
const MAX_GROWTH = 2;
/** Nobody has asked anything for so long: whoever waited for a batch has had all of his answers. */
const CALM_MS = 2;
/** The work goes on although somebody asks without end. */
const LONGEST_WAIT_MS = 50;

interface BatchOptions {
  /** Asked between two batches; «no» ends the work. */
  mayGoOn?: () => boolean;
  /** One for all parts of a work whose items are read part by part: the next begins as the one before has ended. */
  pace?: Pace;
}

/** Begins empty. */
export interface Pace {
  /** Of the next batch. */
  size?: number;
  /** The least that an item has taken so far. */
  leastMsPerItem?: number;
}

/**
 * Works through items in transactions so short that nobody notices, whatever the machine: each batch is as large as the time
 * of the one before allows. Resolves with the number of items done, fewer than all only when `mayGoOn` said no. What a batch
 * throws ends the work; the batches before it stand. `work` resolves with how many were left to be done, where somebody else may have
 * done some.
 */
export async function inBatches<Item>(
  database: Database,
  items: readonly Item[],
  work: (trx: Trx, batch: readonly Item[]) => Promise<number | void>,
  { mayGoOn = () => true, pace = {} }: BatchOptions = {},
): Promise<number> {
  const { kind } = database;
  let done = 0;
  while (done < items.length) {
    if (done > 0 && !mayGoOn()) return done;
    if (pace.size !== undefined) await letOthersGo(database);
    const size = pace.size ?? FIRST_SIZE[kind];
    const batch = items.slice(done, done + size);
    // From its own turn on: what it waits for is the batch of another long work, and would make this one smaller and smaller.
    const { measured, worked } = await database.transaction(async (trx) => {
      const ofTurn = stopwatch(kind);
      return { worked: (await work(trx, batch)) ?? batch.length, measured: ofTurn };
    });
    done += batch.length;
    const turn = measured();
    pace.size = size;
    if (worked === 0) continue;
    pace.leastMsPerItem = Math.min(pace.leastMsPerItem ?? Infinity, turn.workedMs / worked);
    // The last of a part, and one that somebody else has done a part of, is quick because it is small, and says nothing.
    if (worked < size) continue;
    pace.size = nextSize(size, fittingSize(kind, size, turn, pace.leastMsPerItem));
  }
  return done;
}

interface Turn {
  elapsedMs: number;
  /** Of it, what the batch itself has taken: the embedded database works in this process, a server elsewhere. */
  workedMs: number;
}

function stopwatch(kind: Database['kind']): () => Turn {
  const startedAt = performance.now();
  const startedWith = process.cpuUsage();
  return () => {
    const elapsedMs = performance.now() - startedAt;
    if (kind === 'postgres') return { elapsedMs, workedMs: elapsedMs };
    const { user, system } = process.cpuUsage(startedWith);
    return { elapsedMs, workedMs: (user + system) / 1000 };
  };
}

/**
 * What a transaction takes however few its items are (its plans, its triggers) no smaller batch saves: some of it is left out
 * of account. Otherwise batches of one item would take all the time for that alone.
 */
function fittingSize(
  kind: Database['kind'],
  size: number,
  { elapsedMs, workedMs }: Turn,
  leastMsPerItem: number,
): number {
  const fixedMs = Math.max(0, Math.min(workedMs - size * leastMsPerItem, MOST_FIXED_MS[kind]));
  const byWork = TURN_MS[kind] / Math.max(workedMs - fixedMs, 1);
  const byClock = LONGEST_TURN_MS[kind] / Math.max(elapsedMs, 1);
  return Math.min(size * byWork, Math.max(size * byClock, FIRST_SIZE[kind]));
}

function nextSize(size: number, fitting: number): number {
  const grown = Math.min(size * MAX_GROWTH, fitting);
  // Else a batch of one that may be half as large again would stay one for ever.
  const whole = grown > size ? Math.ceil(grown) : Math.floor(grown);
  return Math.min(LARGEST_SIZE, Math.max(1, whole));
}

/**
 * A person's request is several questions, and files and sessions besides: whoever got his turn between two batches asks for the next
 * thing in a moment, and is not made to wait for another batch at each of them.
 */
export async function letOthersGo({ kind, asked, requests }: Database): Promise<void> {
  if (kind === 'postgres') return;
  const until = performance.now() + LONGEST_WAIT_MS;
  let before: number;
  do {
    before = asked();
    await pause(CALM_MS);
  } while ((asked() !== before || requests.isAnyLight()) && performance.now() < until);
}
