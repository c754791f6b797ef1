import { setTimeout as pause } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';

export interface KeptConnection {
  /** What each connection begins with. */
  prepare(client: Client): Promise<void>;
  /** It was away for a while, and is there again. */
  onGap(): void;
  /** Between two tries to be there again. */
  longestPauseMs: number;
}

const QUERY_TIMEOUT_MS = 5_000;
/** A connection that a router forgot looks alive until something is sent over it. */
const CHECK_INTERVAL_MS = 20_000;
const FIRST_PAUSE_MS = 250;
/** To say goodbye to a server that may be gone. */
const CLOSE_PATIENCE_MS = 1_000;

/** A connection of its own, because those of a pool come and go; one that is lost is made again. Returns the way to end it. */
export async function keepConnection(
  config: ClientConfig,
  kept: KeptConnection,
): Promise<() => Promise<void>> {
  const stopping = new AbortController();
  const first = await openConnection(config, kept);
  const running = keepOpen(first, config, kept, stopping.signal);
  return async () => {
    stopping.abort();
    await running;
  };
}

interface OpenConnection {
  /** Resolves when the connection is lost. */
  lost: Promise<void>;
  close(): Promise<void>;
}

async function openConnection(
  config: ClientConfig,
  { prepare }: Pick<KeptConnection, 'prepare'>,
): Promise<OpenConnection> {
  const client = new Client({ ...config, keepAlive: true, query_timeout: QUERY_TIMEOUT_MS });
  const lost = new Promise<void>((resolve) => {
    client.on('error', () => resolve());
    client.on('end', () => resolve());
  });
  const end = () =>
    Promise.race([client.end().catch(() => undefined), pause(CLOSE_PATIENCE_MS, undefined, { ref: false })]);
  try {
    await client.connect();
    await prepare(client);
  } catch (error) {
    void end();
    throw error;
  }
  // What fails here ends the connection, and so `lost` resolves.
  const checks = setInterval(() => void client.query('SELECT 1').catch(() => end()), CHECK_INTERVAL_MS);
  void lost.then(() => clearInterval(checks));
  return { lost, close: end };
}

async function keepOpen(
  first: OpenConnection,
  config: ClientConfig,
  kept: KeptConnection,
  signal: AbortSignal,
): Promise<void> {
  const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  let open: OpenConnection | undefined = first;
  let pauseMs = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    if (open) {
      await Promise.race([open.lost, stopped]);
      await open.close();
      pauseMs = FIRST_PAUSE_MS;
    }
    await pause(signal.aborted ? 0 : pauseMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    open = await openConnection(config, kept).catch(() => undefined);
    if (open) kept.onGap();
    pauseMs = Math.min(pauseMs * 2, kept.longestPauseMs);
  }
  await open?.close();
}
