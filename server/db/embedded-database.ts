import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { pg_buffercache } from '@electric-sql/pglite/contrib/pg_buffercache';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Pool } from 'pg';
import { StartError } from '#server/errors/start-error.ts';
import { columnTypes } from './column-types.ts';
import { damagedDatabase, notADatabase } from './damaged-database.ts';
import { DurableFiles } from './durable-files.ts';
import { startUpkeep } from './embedded-upkeep.ts';
import { lockFolder } from './folder-lock.ts';
import { serveRequestsFirst } from './requests-first.ts';
import type { RequestsUnderWay } from './requests-under-way.ts';
import { sendInWholeExchanges } from './whole-exchanges.ts';

const SERVER_SETTINGS = [
  // Emscripten's fdatasync does nothing, so the default method would never reach the disk.
  'wal_sync_method=fsync',
  // As much is kept on the disk. Beyond half of it the engine makes a checkpoint in the middle of a transaction; ours come before.
  'max_wal_size=96MB',
  // Files of the log are kept to be used again: each that is made anew is filled with 16 MB of zeros, 60 ms in the middle of somebody's commit.
  // The zeros stay (wal_init_zero): they hold its place on the disk. Without them the engine ends at the first commit on a full one.
  'min_wal_size=64MB',
  // The default of 128 MB is memory that this process never gives back; the system keeps the files at hand as well.
  'shared_buffers=32MB',
  // A tenth of the default's rows are read for statistics: nine tenths of everybody's second and a half at 40 000 cards.
  'default_statistics_target=10',
];

export interface EmbeddedDatabase {
  pool: Pool;
  /** How many times data was forced to the disk; 0 for a database in memory. */
  flushCount(): number;
  dump(): Promise<Blob>;
  close(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Where the data lives; absent: in memory. */
  dataDir?: string | undefined;
  /** A dump of another database to begin with; only in memory. */
  template?: Blob;
  checkpointIntervalMs?: number;
  /** They are served before anything else, and what takes seconds is left for when there are none. Absent: nobody ever asks. */
  requests?: RequestsUnderWay;
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
    const alone = options.requests && serveRequestsFirst(pool, options.requests);
    const stopUpkeep =
      folder === undefined
        ? () => undefined
        : startUpkeep({
            pool,
            alone,
            commitCount: () => files?.flushCount ?? 0,
            flushAhead: async () => await files?.flushAhead(),
            quietMs: options.requests?.quietMs ?? (() => Infinity),
            intervalMs: options.checkpointIntervalMs,
          });
    return {
      pool,
      flushCount: () => files?.flushCount ?? 0,
      dump: () => engine.dumpDataDir('none'),
      close: async () => {
        await stopUpkeep();
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

async function startEngine(files: DurableFiles | undefined, template?: Blob): Promise<PGlite> {
  return PGlite.create({
    ...(files ? { fs: files } : {}),
    ...(template ? { loadDataDir: template } : {}),
    extensions: { pg_trgm, pg_buffercache },
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
