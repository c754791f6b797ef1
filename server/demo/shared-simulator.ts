import type { FastifyBaseLogger } from 'fastify';
import { Client } from 'pg';
import { ADVISORY_LOCKS } from '#server/db/advisory-locks.ts';
import type { Database } from '#server/db/database.ts';
import { beginSimulatorTerm, findSimulatorAddress, publishSimulatorAddress } from './simulator-terms.ts';

/** How often a process that does not serve asks who does, and whether it is its turn. */
const LOOK_EVERY_MS = 1000;
const LOOK_AFTER_FAILURE_MS = 5000;

export interface ServedSimulator {
  url: string;
  close(): Promise<void>;
}

export interface SharedSimulator {
  /** Undefined while another process takes it over. */
  url(): string | undefined;
  isOwn(): boolean;
  /** Looks whose turn it is, without waiting for the next time that it does so by itself. */
  look(): Promise<void>;
  close(): Promise<void>;
}

/**
 * One simulator for all processes of a database: the one that gets the lock serves it, the others find its address in
 * the database. The lock ends with the process that holds it; another then goes on with what the simulator remembers.
 */
export function shareSimulator(
  databaseUrl: string,
  database: Database,
  log: FastifyBaseLogger,
  serve: (term: number) => Promise<ServedSimulator>,
): SharedSimulator {
  let connection: Client | undefined;
  let own: ServedSimulator | undefined;
  let address: string | undefined;
  let looking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosing = false;

  /** Without its connection this process has lost the lock: another may be serving already. */
  const drop = async (lost: Client) => {
    if (connection !== lost) return;
    connection = undefined;
    const served = own;
    [own, address] = [undefined, undefined];
    await served?.close().catch((error: unknown) => log.warn({ err: error }, 'simulator state not saved'));
  };

  const connect = async () => {
    const client = new Client({ connectionString: databaseUrl, keepAlive: true });
    client.on('error', () => void drop(client));
    client.on('end', () => void drop(client));
    await client.connect();
    connection = client;
    return client;
  };

  const lookOnce = async () => {
    const client = connection ?? (await connect());
    if (own) return;
    const { rows } = await client.query<{ is_ours: boolean }>('SELECT pg_try_advisory_lock($1) AS is_ours', [
      ADVISORY_LOCKS.simulator,
    ]);
    if (rows[0]?.is_ours !== true) {
      address = await findSimulatorAddress(database.db);
      return;
    }
    const term = await beginSimulatorTerm(database.db);
    const served = await serve(term);
    if (connection !== client) {
      await served.close();
      return;
    }
    own = served;
    address = served.url;
    await publishSimulatorAddress(database.db, term, served.url);
  };

  const look = () =>
    (looking ??= lookOnce().finally(() => {
      looking = undefined;
    }));
  const keepLooking = async () => {
    let pauseMs = LOOK_EVERY_MS;
    try {
      await look();
    } catch (error) {
      log.warn({ err: error }, 'simulator not found');
      pauseMs = LOOK_AFTER_FAILURE_MS;
      await connection?.end();
    }
    if (!isClosing) timer = setTimeout(() => void keepLooking(), pauseMs);
  };
  timer = setTimeout(() => void keepLooking(), LOOK_EVERY_MS);

  return {
    url: () => address,
    isOwn: () => own !== undefined,
    look,
    async close() {
      isClosing = true;
      clearTimeout(timer);
      await looking?.catch(() => undefined);
      const served = own;
      own = undefined;
      // Saved before the lock is given up.
      await served?.close();
      await connection?.end();
    },
  };
}
