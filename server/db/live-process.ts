import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { ADVISORY_LOCKS } from './advisory-locks.ts';
import { keepConnection } from './kept-connection.ts';

/** One process of the server, as long as it lives: what it has begun and not ended is free when it is gone. */
export interface LiveProcess {
  /** Written beside what it has begun. */
  readonly number: number;
  /** What is under way in it, by name. */
  readonly underWay: Set<string>;
  /** The others can see that it lives: to be waited for before its number is written anywhere. */
  show(): Promise<void>;
  /** Whether another one is dead. Nothing is said of a live one, however busy, also where it has lost its connection for a moment. */
  isGone(number: number): Promise<boolean>;
  close(): Promise<void>;
}

const LARGEST_NUMBER = 2 ** 31 - 1;

/** Lost without a death, the lock is back by then: seconds for the pause between two tries, and for a busy machine. */
const BACK_WITHIN_MS = 3_000;
const LONGEST_PAUSE_MS = 500;

/** A computer that loses its power says goodbye to nobody: the server asks whether the connection is still there. */
const NOTICE_SILENCE =
  'SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3';

/** The embedded database has one process, which holds its folder: whoever had another number is dead. */
export function liveProcessAlone(): LiveProcess {
  return {
    number: randomInt(1, LARGEST_NUMBER),
    underWay: new Set(),
    show: () => Promise.resolve(),
    isGone: () => Promise.resolve(true),
    close: () => Promise.resolve(),
  };
}

/** On PostgreSQL a process holds a lock over a connection of its own, made when it is first asked for: both go with it. */
export function liveProcessAmongOthers(pool: Pool): LiveProcess {
  const number = randomInt(1, LARGEST_NUMBER);
  let shown: Promise<() => Promise<void>> | undefined;
  const isSeen = async (other: number) => {
    const { rowCount } = await pool.query(
      `SELECT FROM pg_locks
       WHERE locktype = 'advisory' AND granted AND objsubid = 2 AND classid = $1::oid AND objid = $2::oid
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      [ADVISORY_LOCKS.process, other],
    );
    return rowCount !== 0;
  };
  return {
    number,
    underWay: new Set(),
    async show() {
      shown ??= keepConnection(pool.options, {
        prepare: async (client) => {
          await client.query(NOTICE_SILENCE);
          // Shared, because the connection before it may not be seen to be lost yet.
          await client.query('SELECT pg_advisory_lock_shared($1, $2)', [ADVISORY_LOCKS.process, number]);
        },
        onGap: () => undefined,
        longestPauseMs: LONGEST_PAUSE_MS,
      });
      try {
        await shown;
      } catch (error) {
        shown = undefined;
        throw error;
      }
    },
    async isGone(other) {
      if (await isSeen(other)) return false;
      await pause(BACK_WITHIN_MS);
      return !(await isSeen(other));
    },
    async close() {
      const end = await shown?.catch(() => undefined);
      await end?.();
    },
  };
}
