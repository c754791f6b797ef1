import { Client } from 'pg';
import { ADVISORY_LOCKS } from './advisory-locks.ts';

/**
 * Runs what a starting process does to a database once: of several that start at the same time on one PostgreSQL each
 * waits for the one before it and finds its work done. A process that dies gives its turn back with its connection. The
 * embedded database has one process, which holds its folder.
 */
export async function takeStartTurn<T>(databaseUrl: string | undefined, work: () => Promise<T>): Promise<T> {
  if (databaseUrl === undefined) return work();
  // Beside the pool, whose size may be one.
  const client = new Client({ connectionString: databaseUrl });
  // Without a listener a connection that is lost would end the process; what is lost is the turn alone.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCKS.start]);
    return await work();
  } finally {
    await client.end();
  }
}
