import { readdirSync, readFileSync } from 'node:fs';
import type { Pool, PoolClient } from 'pg';
import { StartError } from '#server/errors/start-error.ts';
import { ADVISORY_LOCKS } from './advisory-locks.ts';

const FILE_NAME = /^(\d{3})-[a-z0-9-]+\.sql$/;

export interface Migration {
  version: number;
  name: string;
  sql: string;
}

/** The numbered SQL files beside this one (the build puts them beside the bundle). */
export function readMigrations(folder = new URL('./migrations/', import.meta.url)): Migration[] {
  return readdirSync(folder)
    .filter((name) => FILE_NAME.test(name))
    .sort()
    .map((name) => ({
      version: Number(name.slice(0, 3)),
      name,
      sql: readFileSync(new URL(name, folder), 'utf8'),
    }));
}

/**
 * Brings the database to the newest migration, each in a transaction of its own: one that fails leaves nothing behind.
 * Throws {@link StartError} when the database is newer than the program.
 */
export async function migrate(
  pool: Pool,
  migrations: readonly Migration[] = readMigrations(),
): Promise<void> {
  await inLockedTransaction(pool, (client) =>
    client.query(
      `CREATE TABLE IF NOT EXISTS schema_migrations (
         version integer PRIMARY KEY, name text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`,
    ),
  );
  await refuseNewerDatabase(pool, migrations);
  for (const migration of migrations) {
    await inLockedTransaction(pool, async (client) => {
      const applied = await client.query('SELECT 1 FROM schema_migrations WHERE version = $1', [
        migration.version,
      ]);
      if (applied.rowCount) return;
      await client.query(migration.sql);
      await client.query('INSERT INTO schema_migrations (version, name) VALUES ($1, $2)', [
        migration.version,
        migration.name,
      ]);
    });
  }
}

async function refuseNewerDatabase(pool: Pool, migrations: readonly Migration[]): Promise<void> {
  const { rows } = await pool.query<{ newest: number | null }>(
    'SELECT max(version) AS newest FROM schema_migrations',
  );
  const inDatabase = rows[0]?.newest ?? 0;
  const known = migrations.at(-1)?.version ?? 0;
  if (inDatabase <= known) return;
  throw new StartError(
    `База данных новее программы: в ней схема ${inDatabase}, программа знает ${known}. ` +
      'Обновите программу или задайте другую папку в DATA_DIR.',
  );
}

async function inLockedTransaction(
  pool: Pool,
  work: (client: PoolClient) => Promise<unknown>,
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    // Two processes that start at once take turns. Another may migrate for minutes, and so may this one.
    await client.query('SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0');
    await client.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.migration]);
    await work(client);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}
