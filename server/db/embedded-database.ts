import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { existsSync, fdatasyncSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Pool } from 'pg';
import { StartError } from '#server/errors/start-error.ts';
import { columnTypes } from './column-types.ts';
import { damagedDatabase, notADatabase } from './damaged-database.ts';
import { lockFolder } from './folder-lock.ts';
import { sendInWholeExchanges } from './whole-exchanges.ts';

const CHECKPOINT_INTERVAL_MS = 2 * 60_000;
/** Every fifth round also cleans tables. */
const ROUNDS_PER_VACUUM = 5;
const DEAD_ROWS_WORTH_VACUUM = 1000;
/** Of a table's rows: cleaning reads all of its indexes, and everybody waits for it. */
const DEAD_SHARE_WORTH_VACUUM = 0.1;

const LOG_LOOK_INTERVAL_MS = 1_000;
/** Brought to the tables in about 50 ms. Left to itself the engine lets four times as much gather, and everybody waits for that. */
const LOG_BYTES_WORTH_CHECKPOINT = 16 * 1024 ** 2;

const SERVER_SETTINGS = [
  // Emscripten's fdatasync does nothing, so the default method would never reach the disk.
  'wal_sync_method=fsync',
  'max_wal_size=64MB',
  'min_wal_size=32MB',
  // The default of 128 MB is memory that this process never gives back; the system keeps the files at hand as well.
  'shared_buffers=32MB',
  // A third of the default's rows are read for statistics: a second of everybody's time at 100 000 cards.
  'default_statistics_target=30',
];

export interface EmbeddedDatabase {
  pool: Pool;
  /** How many times data was forced to the disk; 0 for a database in memory. */
  flushCount(): number;
  /** CHECKPOINT, and with `vacuum` also VACUUM ANALYZE of the tables that need it; runs on a timer by itself. */
  maintain(options: { vacuum: boolean }): Promise<void>;
  dump(): Promise<Blob>;
  close(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Where the data lives; absent: in memory. */
  dataDir?: string | undefined;
  /** A dump of another database to begin with; only in memory. */
  template?: Blob;
  checkpointIntervalMs?: number;
}

/**
 * PostgreSQL inside this process. It lacks four things a server has, all added here: a real flush per commit, a lock on
 * its folder, checkpoints and vacuum. There is one connection, and the pool is the only way to it: queries that bypass
 * the pool would land inside another request's transaction.
 */
export async function openEmbeddedDatabase(options: EmbeddedOptions = {}): Promise<EmbeddedDatabase> {
  const folder = options.dataDir;
  if (folder !== undefined) makeWritable(folder);
  const lock = folder === undefined ? undefined : await lockFolder(folder);
  try {
    const files = folder === undefined ? undefined : await openFiles(folder);
    const engine = await startEngine(files, options.template).catch((error: unknown) => {
      throw folder === undefined ? error : damagedDatabase(databaseFolder(folder));
    });
    sendInWholeExchanges(engine);
    const pool = new Pool(
      Object.assign(createPgConfig(engine), { max: 1, idleTimeoutMillis: 0, types: columnTypes }),
    );
    const maintain = maintenanceOf(pool);
    const stopTimers =
      folder === undefined
        ? () => undefined
        : startTimers(
            {
              maintain,
              keepLogShort: () => keepLogShort(pool),
              commitCount: () => files?.flushCount ?? 0,
            },
            options.checkpointIntervalMs ?? CHECKPOINT_INTERVAL_MS,
          );
    return {
      pool,
      flushCount: () => files?.flushCount ?? 0,
      maintain,
      dump: () => engine.dumpDataDir('none'),
      close: async () => {
        await stopTimers();
        await pool.end();
        await engine.close();
        await lock?.release();
      },
    };
  } catch (error) {
    await lock?.release();
    throw error;
  }
}

/** The package's file system, with the flush that it leaves out: without it a power cut loses acknowledged writes. */
class DurableFiles extends NodeFS {
  flushCount = 0;

  override async init(...[engine, options]: Parameters<NodeFS['init']>) {
    const result = await super.init(engine, options);
    const flush = (stream: { nfd: number }) => {
      fdatasyncSync(stream.nfd);
      this.flushCount += 1;
      return 0;
    };
    result.emscriptenOpts.preRun ??= [];
    result.emscriptenOpts.preRun.push((module: unknown) => {
      // The package does not type its Emscripten internals; a test counts flushes, so a renamed internal is noticed.
      const { NODEFS } = module as { NODEFS: { stream_ops: Record<string, unknown> } };
      NODEFS.stream_ops.fsync = flush;
    });
    return result;
  }
}

async function startEngine(files: DurableFiles | undefined, template?: Blob): Promise<PGlite> {
  return PGlite.create({
    ...(files ? { fs: files } : {}),
    ...(template ? { loadDataDir: template } : {}),
    extensions: { pg_trgm },
    // -F switches flushing off.
    startParams: files
      ? PGlite.defaultStartParams.filter((param) => param !== '-F')
      : PGlite.defaultStartParams,
    postgresqlconf: SERVER_SETTINGS,
  });
}

function databaseFolder(folder: string): string {
  return join(folder, 'database');
}

/**
 * A first start that is killed half-way must not leave half a database: it is made aside and renamed. What is no database
 * is left alone: it may be half of somebody's backup, and a new database over it would hide that.
 */
async function openFiles(folder: string): Promise<DurableFiles> {
  const path = databaseFolder(folder);
  const found = existsSync(path) ? readdirSync(path) : [];
  if (found.length > 0 && !found.includes('PG_VERSION')) throw notADatabase(path);
  if (found.length === 0) {
    const unfinished = join(folder, 'database.unfinished');
    rmSync(unfinished, { recursive: true, force: true });
    const engine = await startEngine(new DurableFiles(unfinished));
    await engine.close();
    rmSync(path, { recursive: true, force: true });
    renameSync(unfinished, path);
  }
  return new DurableFiles(path);
}

function makeWritable(folder: string): void {
  const probe = join(folder, `.write-check-${process.pid}`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    mkdirSync(probe);
    rmSync(probe, { recursive: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(
      `В папку данных ${folder} нельзя писать (${code}). Дайте права на неё или задайте другую в DATA_DIR.`,
    );
  }
}

/** The engine runs without background processes: nothing else would bound the log or remove dead rows. */
function maintenanceOf(pool: Pool): EmbeddedDatabase['maintain'] {
  return async ({ vacuum }) => {
    if (vacuum) {
      // Two statements: whoever waits has his turn between them.
      for (const name of await findTables(pool, 'n_dead_tup')) await pool.query(`VACUUM ${name}`);
      for (const name of await findTables(pool, 'n_mod_since_analyze')) await pool.query(`ANALYZE ${name}`);
    }
    await pool.query('CHECKPOINT');
  };
}

/** Tables of whose rows so many are dead, or changed, that it is worth the time. */
async function findTables(pool: Pool, count: 'n_dead_tup' | 'n_mod_since_analyze'): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    // The queue's tables go first: they turn over fastest.
    `SELECT format('%I.%I', schemaname, relname) AS name FROM pg_stat_user_tables
     WHERE ${count} > $1 + $2::float * n_live_tup
     ORDER BY schemaname <> 'public' DESC, ${count} DESC`,
    [DEAD_ROWS_WORTH_VACUUM, DEAD_SHARE_WORTH_VACUUM],
  );
  return rows.map(({ name }) => name);
}

async function keepLogShort(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ bytes: number }>(
    'SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::float AS bytes FROM pg_control_checkpoint()',
  );
  if ((rows[0]?.bytes ?? 0) > LOG_BYTES_WORTH_CHECKPOINT) await pool.query('CHECKPOINT');
}

interface Upkeep {
  maintain: EmbeddedDatabase['maintain'];
  keepLogShort: () => Promise<void>;
  /** Unchanged: nothing was written, and there is nothing to look at. */
  commitCount: () => number;
}

function startTimers({ maintain, keepLogShort: shorten, commitCount }: Upkeep, intervalMs: number) {
  let round = 0;
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
  const rounds = setInterval(() => {
    round += 1;
    run(() => maintain({ vacuum: round % ROUNDS_PER_VACUUM === 0 }));
  }, intervalMs);
  const looks = setInterval(() => {
    if (isBusy || commitCount() === seenCommits) return;
    seenCommits = commitCount();
    run(shorten);
  }, LOG_LOOK_INTERVAL_MS);
  rounds.unref();
  looks.unref();
  return async () => {
    clearInterval(rounds);
    clearInterval(looks);
    await running;
  };
}
