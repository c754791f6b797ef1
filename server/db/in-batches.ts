import { setTimeout as pause } from 'node:timers/promises';
import type { Database, Trx } from './database.ts';

/**
 * How long one transaction of a long work may take. The embedded database answers nobody else meanwhile; a server does, and
 * only who wants the same rows waits.
 */
const TURN_MS = { embedded: 25, postgres: 150 };
const FIRST_SIZE = { embedded: 20, postgres: 100 };
const LARGEST_SIZE = 1000;
/** One quick batch says little about the next. */
const MAX_GROWTH = 2;

/** Nobody has asked anything for so long: whoever waited for a batch has had all of his answers. */
const CALM_MS = 4;
/** The work goes on although somebody asks without end. */
const LONGEST_WAIT_MS = 100;

interface BatchOptions {
  /** Asked between two batches; «no» ends the work. */
  mayGoOn?: () => boolean;
}

/**
 * Works through items in transactions so short that nobody notices, whatever the machine: each batch is as large as the time
 * of the one before allows. Resolves with the number of items done, fewer than all only when `mayGoOn` said no. What a batch
 * throws ends the work; the batches before it stand.
 */
export async function inBatches<Item>(
  database: Database,
  items: readonly Item[],
  work: (trx: Trx, batch: readonly Item[]) => Promise<void>,
  { mayGoOn = () => true }: BatchOptions = {},
): Promise<number> {
  const { kind } = database;
  let size = FIRST_SIZE[kind];
  let done = 0;
  while (done < items.length) {
    if (done > 0 && !mayGoOn()) return done;
    if (done > 0) await letOthersGo(database);
    const batch = items.slice(done, done + size);
    const startedAt = performance.now();
    await database.transaction((trx) => work(trx, batch));
    const elapsedMs = performance.now() - startedAt;
    done += batch.length;
    size = nextSize(size, TURN_MS[kind] / Math.max(elapsedMs, 1));
  }
  return done;
}

/** `room`: how many times the last batch would have fitted into a turn. */
function nextSize(size: number, room: number): number {
  return Math.min(LARGEST_SIZE, Math.max(1, Math.floor(size * Math.min(room, MAX_GROWTH))));
}

/**
 * A person's request is several questions: whoever got his turn between two batches asks for the next thing in a moment, and is
 * not made to wait for another batch.
 */
async function letOthersGo({ kind, asked }: Database): Promise<void> {
  if (kind === 'postgres') return;
  const until = performance.now() + LONGEST_WAIT_MS;
  let before: number;
  do {
    before = asked();
    await pause(CALM_MS);
  } while (asked() !== before && performance.now() < until);
}
