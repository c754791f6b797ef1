import type { Pool } from 'pg';
import { analyzeGrownTables, maintainTables } from './maintain-tables.ts';
import type { Alone } from './requests-first.ts';
import { writeOutPages, type Ask } from './write-out-pages.ts';

const CHECKPOINT_INTERVAL_MS = 2 * 60_000;
/** Every fifth round also maintains the tables. */
const ROUNDS_PER_CLEANING = 5;

/** Nobody has asked anything for so long: whoever was at work has left it for a while. */
const QUIET_MS = 60_000;
/** Where somebody asks day and night, large tables are maintained all the same: six hours. */
const ROUNDS_WITHOUT_QUIET = 180;

const LOG_LOOK_INTERVAL_MS = 1_000;
/**
 * Before a checkpoint whatever is no request waits for some 100 ms, however much has gathered: most of it is the flush of some sixty files. While a
 * long work goes on it is made rarely then, and the pages that are changed again and again go to the log once instead of each second. As
 * much is read again after a power cut.
 */
const BUSY_LOG_BYTES = 40 * 1024 ** 2;
/** Nobody waits for it then. */
const CALM_LOG_BYTES = 4 * 1024 ** 2;
const CALM_MS = 2_000;

export interface UpkeepOptions {
  pool: Pool;
  /** Absent: there are no requests to serve first. */
  alone?: Alone | undefined;
  /** Unchanged: nothing was written, and there is nothing to look at. */
  commitCount: () => number;
  /** Brings what was written to the disk, while others are served. */
  flushAhead: () => Promise<unknown>;
  /** How long ago somebody asked something. */
  quietMs: () => number;
  intervalMs?: number | undefined;
}

/** The engine runs without background processes: nothing else would bound the log or remove dead rows. Returns what ends it. */
export function startUpkeep(options: UpkeepOptions): () => Promise<void> {
  const { pool, commitCount, quietMs, flushAhead } = options;
  const askPool: Ask = (text, values) => pool.query(text, values);
  const alone: Alone = options.alone ?? ((work) => work(askPool));
  let round = 0;
  let roundsWithoutQuiet = 0;
  let seenCommits = commitCount();
  let isBusy = false;
  let running = Promise.resolve();
  /** A failed round is repeated by the next one; what made it fail shows itself to the requests. */
  const run = (work: () => Promise<void>) => {
    isBusy = true;
    running = running
      .then(work)
      .catch(() => undefined)
      .finally(() => (isBusy = false));
  };
  /** Without it the checkpoint takes longer, no more. */
  const bringToDisk = async (ask: Ask) => {
    await writeOutPages(ask).catch(() => undefined);
    await flushAhead();
  };
  /**
   * It writes and flushes all that has gathered in one go, 80–170 ms: so that is done before, and for what was changed meanwhile once more,
   * while nobody but requests may change anything.
   */
  const checkpoint = async () => {
    await bringToDisk(askPool);
    await alone(async (ask) => {
      await bringToDisk(ask);
      await ask('CHECKPOINT');
    });
  };
  const isLargeTablesTurn = () => quietMs() >= QUIET_MS || roundsWithoutQuiet >= ROUNDS_WITHOUT_QUIET;
  const rounds = setInterval(() => {
    round += 1;
    roundsWithoutQuiet += 1;
    run(async () => {
      await analyzeGrownTables(pool);
      if (round % ROUNDS_PER_CLEANING === 0) await maintainTables(pool, 'small');
      if (isLargeTablesTurn()) {
        await maintainTables(pool, 'large', isLargeTablesTurn);
        roundsWithoutQuiet = 0;
      }
      await checkpoint();
    });
  }, options.intervalMs ?? CHECKPOINT_INTERVAL_MS);
  const looks = setInterval(() => {
    const commits = commitCount();
    if (isBusy || commits === seenCommits) return;
    run(async () => {
      const bytes = await logBytes(pool);
      const isWorthIt = bytes > (quietMs() >= CALM_MS ? CALM_LOG_BYTES : BUSY_LOG_BYTES);
      if (isWorthIt) await checkpoint();
      if (isWorthIt || bytes <= CALM_LOG_BYTES) seenCommits = commits;
    });
  }, LOG_LOOK_INTERVAL_MS);
  rounds.unref();
  looks.unref();
  return async () => {
    clearInterval(rounds);
    clearInterval(looks);
    await running;
  };
}

/** Written since the last checkpoint. */
async function logBytes(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ bytes: number }>(
    'SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::float AS bytes FROM pg_control_checkpoint()',
  );
  return rows[0]?.bytes ?? 0;
}
