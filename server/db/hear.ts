import type { ClientConfig, Notification, Pool, PoolClient } from 'pg';
import { keepConnection } from './kept-connection.ts';

export interface Hearing {
  onWord(word: string): void;
  /** The connection was away for a while: what was said meanwhile is not known. */
  onGap(): void;
}

/** Hears what committed transactions said with `pg_notify(channel, …)` from now on. Returns the way to stop. */
export type Hear = (channel: string, hearing: Hearing) => Promise<() => Promise<void>>;

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

export function hearOverConnection(config: ClientConfig): Hear {
  return (channel, { onWord, onGap }) =>
    keepConnection(config, {
      prepare: async (client) => {
        client.on('notification', ({ payload }) => onWord(payload ?? ''));
        await client.query(`LISTEN ${channel}`);
      },
      onGap,
      longestPauseMs: LONGEST_PAUSE_MS,
    });
}
