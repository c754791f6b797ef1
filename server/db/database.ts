import { AsyncLocalStorage } from 'node:async_hooks';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { CompiledQuery, Kysely, PostgresDialect, type PostgresPoolClient, type Transaction } from 'kysely';
import { Pool, type PoolClient, type QueryResult } from 'pg';
import { StartError } from '#server/errors/start-error.ts';
import { columnTypes } from './column-types.ts';
import { damagedDatabase, isDamage } from './damaged-database.ts';
import { openEmbeddedDatabase } from './embedded-database.ts';
import { hearOverConnection, hearThroughPool, type Hear } from './hear.ts';
import { liveProcessAlone, liveProcessAmongOthers, type LiveProcess } from './live-process.ts';
import { migrate } from './migrate.ts';
import { preparedNameOf } from './prepared.ts';
import { createRequestsUnderWay, type RequestsUnderWay } from './requests-under-way.ts';
import type { Tables } from './schema.ts';

/** Reads and single writes: runs inside a transaction (a Trx is a Db) and outside of one. */
export type Db = Kysely<Tables>;
/** Work of several statements that holds together: a plain Db does not pass for it (server/db/trx.test.ts). */
export type Trx = Transaction<Tables>;

export interface Database {
  readonly db: Db;
  readonly kind: 'embedded' | 'postgres';
  /**
   * Runs work in one transaction; inside it only the given trx may be used: the embedded database has one connection,
   * so asking `db` for another, or for a transaction, would wait for ever (it throws instead). After a deadlock or a
   * serialization failure the work is run again, at most twice.
   */
  transaction<T>(work: (trx: Trx) => Promise<T>): Promise<T>;
  /** Plain SQL that follows the current transaction, for the job queue. */
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
  /** How often a connection was asked for since the start: tells long work that somebody else is at work too. */
  asked(): number;
  /** Whose answers long work does not come in between of. */
  readonly requests: RequestsUnderWay;
  /** What other processes' transactions say as well; whatever is heard, the rows are the truth. */
  hear: Hear;
  /** This process, as others on the database know it. */
  readonly process: LiveProcess;
  /** How many commits have written so far. Absent where others may write too, or nothing is written to a disk. */
  commitCount?: () => number;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** A PostgreSQL server; absent: the embedded database. */
  databaseUrl?: string | undefined;
  /** The embedded database's folder; absent: in memory. */
  dataDir?: string | undefined;
  poolSize?: number | undefined;
}

const DEFAULT_POOL_SIZE = 10;
/** A request that cannot get a connection should fail while somebody still waits for it. */
const CONNECTION_TIMEOUT_MS = 5000;
/** Whoever waits longer for another's row gives up, so that a chain of waiting never takes every connection. */
const LOCK_TIMEOUT_MS = 5000;
/** Longer than any honest statement; migrations go without. */
const STATEMENT_TIMEOUT_MS = 60_000;
/** Frees the rows of a transaction whose work hangs. */
const IDLE_IN_TRANSACTION_MS = 60_000;
/** Compiling takes longer than any query here: a look of 20 ms took 130. */
const NO_JIT = '-c jit=off';
/** One person's big question takes one core, not all of them from everybody else. */
const NO_PARALLEL = '-c max_parallel_workers_per_gather=0';
const MAX_ATTEMPTS = 3;
const RETRIED_CODES = new Set(['40001', '40P01']);

/** Opens and migrates the database. Throws {@link StartError} for what the person who starts it can put right. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.databaseUrl !== undefined) return openPostgres(options.databaseUrl, options.poolSize);
  const requests = createRequestsUnderWay();
  const embedded = await openEmbeddedDatabase({ dataDir: options.dataDir, requests });
  try {
    await migrate(embedded.pool);
  } catch (error) {
    await embedded.close();
    if (options.dataDir !== undefined && isDamage(error)) {
      throw damagedDatabase(join(options.dataDir, 'database'));
    }
    throw error;
  }
  const database = databaseOver(embedded.pool, 'embedded', () => embedded.close(), requests);
  return options.dataDir === undefined ? database : { ...database, commitCount: embedded.flushCount };
}

async function openPostgres(connectionString: string, max = DEFAULT_POOL_SIZE): Promise<Database> {
  const pool = createPostgresPool(connectionString, max);
  // An idle connection that the server closes is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined);
  // One that is at work, between two of its queries, has no other listener: its next query will say what happened.
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    await migrate(pool);
  } catch (error) {
    await pool.end();
    if (error instanceof StartError || !isConnectionError(error)) throw error;
    throw new StartError(
      `Нет связи с базой данных из DATABASE_URL (${(error as Error).message || error.code}). Проверьте адрес и пароль.`,
    );
  }
  return databaseOver(pool, 'postgres', () => pool.end());
}

export function createPostgresPool(connectionString: string, max: number): Pool {
  return new Pool({
    connectionString,
    max,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    options: `${NO_JIT} ${NO_PARALLEL}`,
    types: columnTypes,
  });
}

/**
 * The engine inside this process answers within one turn of the event loop: without a pause a job that makes a thousand
 * queries would be over before the next request is even read.
 */
async function connectInTurn(pool: Pool): Promise<PoolClient> {
  await setImmediate();
  return await pool.connect();
}

/** A statement that is prepared goes by its name; the driver sends its text with the first of a connection. */
function withNames(client: PoolClient): PostgresPoolClient {
  const named = {
    query: (text: string, values: readonly unknown[]) => {
      const name = preparedNameOf(text);
      return client.query({ text, values: [...values], ...(name !== undefined && { name }) });
    },
    release: () => client.release(),
  };
  // The other way to ask that the type promises, by cursor, is used nowhere.
  return named as unknown as PostgresPoolClient;
}

/** The one access path over a pool, whatever is behind it. */
export function databaseOver(
  pool: Pool,
  kind: Database['kind'],
  closePool: () => Promise<void>,
  requests = createRequestsUnderWay(),
): Database {
  // Nobody joins a transaction by it: it sends the job queue's SQL, which comes without a trx, into the one that is open,
  // and refuses a second connection instead of waiting for it.
  const current = new AsyncLocalStorage<{ trx: Trx; isOpen: boolean }>();
  // Work that was started inside a transaction and outlives it must not use it.
  const openTransaction = () => {
    const store = current.getStore();
    return store?.isOpen ? store.trx : undefined;
  };
  let askedCount = 0;
  const connect = async () => {
    if (openTransaction()) {
      throw new Error('Inside a transaction use the trx it was given: database.db would wait for ever');
    }
    askedCount += 1;
    return withNames(await (kind === 'embedded' ? connectInTurn(pool) : pool.connect()));
  };
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: { connect, end: () => Promise.resolve() } }),
  });

  const runOnce = <T>(work: (trx: Trx) => Promise<T>) =>
    db.transaction().execute(async (trx) => {
      const store = { trx, isOpen: true };
      try {
        return await current.run(store, () => work(trx));
      } finally {
        store.isOpen = false;
      }
    });

  const liveProcess = kind === 'embedded' ? liveProcessAlone() : liveProcessAmongOthers(pool);
  return {
    db,
    kind,
    process: liveProcess,
    async transaction(work) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await runOnce(work);
        } catch (error) {
          if (attempt === MAX_ATTEMPTS || !RETRIED_CODES.has(errorCode(error) ?? '')) throw error;
        }
      }
    },
    async executeSql(text, values) {
      const trx = openTransaction();
      if (trx) return { rows: (await trx.executeQuery(CompiledQuery.raw(text, values))).rows };
      // Several statements in one text answer with a list of results.
      const results: QueryResult<object>[] = [await pool.query<object>(text, values)].flat();
      return { rows: results.flatMap((result) => result.rows) };
    },
    asked: () => askedCount,
    requests,
    hear: kind === 'embedded' ? hearThroughPool(pool) : hearOverConnection(pool.options),
    async close() {
      await db.destroy();
      await liveProcess.close();
      await closePool();
    },
  };
}

const UNREACHABLE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EPIPE',
]);
/**
 * 08 connection, 25P03 too long between two queries, 28 authorization, 3D no such database, 53 out of resources, 55P03 a
 * row is held by others, 57014 too long a query, 57P server shuts down; 40 in spite of the repetitions others were always
 * first.
 */
const UNREACHABLE_STATES = /^(08|25P03|28|3D|53|55P03|57014|57P|40001|40P01)/;
const UNREACHABLE_MESSAGE = /timeout exceeded when trying to connect|Connection terminated/;

/** True when the database could not be reached or had no room: the work itself was not wrong. */
export function isConnectionError(error: unknown): error is Error & { code?: string } {
  if (!(error instanceof Error)) return false;
  const code = errorCode(error) ?? '';
  return (
    UNREACHABLE_CODES.has(code) || UNREACHABLE_STATES.test(code) || UNREACHABLE_MESSAGE.test(error.message)
  );
}

function errorCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}
