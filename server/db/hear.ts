import { setTimeout as pause } from 'node:timers/promises';
import { Client, type ClientConfig, type Notification, type Pool, type PoolClient } from 'pg';

export interface Hearing {
  onWord(word: string): void;
  /** The connection was away for a while: what was said meanwhile is not known. */
  onGap(): void;
}

/** Hears what committed transactions said with `pg_notify(channel, …)` from now on. Returns the way to stop. */
export type Hear = (channel: string, hearing: Hearing) => Promise<() => Promise<void>>;

const QUERY_TIMEOUT_MS = 5_000;
/** A connection that a router forgot looks alive until something is sent over it. */
const CHECK_INTERVAL_MS = 20_000;
const FIRST_PAUSE_MS = 250;
/** To say goodbye to a server that may be gone. */
const CLOSE_PATIENCE_MS = 1_000;
const LONGEST_PAUSE_MS = 5_000;

/** The embedded database has one connection and one process: it hears itself, and there are no gaps. */
export function hearThroughPool(pool: Pool): Hear {
  return async (channel, { onWord }) => {
    const listener = (said: Notification) => {
      if (said.channel === channel) onWord(said.payload ?? '');
    };
    // The driver may make its connection anew; the engine behind it stays the same and remembers that it listens.
    const attach = (client: PoolClient) => void client.on('notification', listener);
    const client = await pool.connect();
    try {
      attach(client);
      pool.on('connect', attach);
      await client.query(`LISTEN ${channel}`);
    } finally {
      client.release();
    }
    return async () => {
      pool.off('connect', attach);
      client.off('notification', listener);
    };
  };
}

/** A connection of its own, because those of a pool come and go; one that is lost is made again. */
export function hearOverConnection(config: ClientConfig): Hear {
  return async (channel, hearing) => {
    const stopping = new AbortController();
    const connect = () => openHearing(config, channel, hearing);
    const first = await connect();
    const running = keepHearing(first, connect, hearing, stopping.signal);
    return async () => {
      stopping.abort();
      await running;
    };
  };
}

interface OpenHearing {
  /** Resolves when the connection is lost. */
  lost: Promise<void>;
  close(): Promise<void>;
}

async function openHearing(config: ClientConfig, channel: string, hearing: Hearing): Promise<OpenHearing> {
  const client = new Client({ ...config, keepAlive: true, query_timeout: QUERY_TIMEOUT_MS });
  client.on('notification', ({ payload }) => hearing.onWord(payload ?? ''));
  const lost = new Promise<void>((resolve) => {
    client.on('error', () => resolve());
    client.on('end', () => resolve());
  });
  const end = () =>
    Promise.race([client.end().catch(() => undefined), pause(CLOSE_PATIENCE_MS, undefined, { ref: false })]);
  try {
    await client.connect();
    await client.query(`LISTEN ${channel}`);
  } catch (error) {
    void end();
    throw error;
  }
  // What fails here ends the connection, and so `lost` resolves.
  const checks = setInterval(() => void client.query('SELECT 1').catch(() => end()), CHECK_INTERVAL_MS);
  void lost.then(() => clearInterval(checks));
  return { lost, close: end };
}

async function keepHearing(
  first: OpenHearing,
  connect: () => Promise<OpenHearing>,
  hearing: Hearing,
  signal: AbortSignal,
): Promise<void> {
  const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  let open: OpenHearing | undefined = first;
  let pauseMs = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    if (open) {
      await Promise.race([open.lost, stopped]);
      await open.close();
      pauseMs = FIRST_PAUSE_MS;
    }
    await pause(signal.aborted ? 0 : pauseMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    open = await connect().catch(() => undefined);
    if (open) hearing.onGap();
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
  }
  await open?.close();
}
