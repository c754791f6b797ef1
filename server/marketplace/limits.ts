import { sql } from 'kysely';
import type { TokenType } from '#contract/shops.ts';
import type { Db } from '#server/db/database.ts';
import { bucketOf, clientErrorSurcharge, type LimitGroup } from './limit-rules.ts';

export interface LimitKey {
  /** The seller, not the shop: two shops on one seller account share their limits. */
  sid: string;
  group: LimitGroup;
  tokenType: TokenType;
}

export type Taken = { isTaken: true; left: number } | { isTaken: false; retryInMs: number };

/** Token buckets in the table rate_limits, shared by every process. Time is the database's. */
export interface Limiter {
  /** Takes one call from the bucket, or says how long to wait. One statement, correct with any number of takers. */
  take(db: Db, key: LimitKey): Promise<Taken>;
  /** The marketplace said 429: nobody calls before `seconds` have passed. */
  pause(db: Db, key: LimitKey, seconds: number): Promise<void>;
  /** The marketplace counts fewer calls left than we do: somebody else uses the account too. */
  lower(db: Db, key: LimitKey, remaining: number): Promise<void>;
  /** An answer 4XX that costs more than one call. */
  chargeClientError(db: Db, key: LimitKey): Promise<void>;
}

/**
 * The marketplace measures when a call arrives, we when it leaves: who waited waits this much longer. It costs no calls,
 * because the bucket fills meanwhile.
 */
const JITTER_MS = 100;

export function createLimiter(): Limiter {
  return {
    async take(db, key) {
      const { intervalMs, burst } = bucketOf(key.group, key.tokenType);
      const name = nameOf(key);
      const refilled = sql`least(${burst}::float8, r.tokens + greatest(0, extract(epoch from excluded.updated_at - r.updated_at)) * 1000 / ${intervalMs}::float8)`;
      const { rows } = await sql<{ is_taken: boolean; tokens: number; retry_in_ms: number }>`
        WITH moment AS (SELECT clock_timestamp() AS at),
        taken AS (
          INSERT INTO rate_limits AS r (key, tokens, updated_at)
          SELECT ${name}, ${burst - 1}::float8, at FROM moment
          ON CONFLICT (key) DO UPDATE
          SET tokens = ${refilled} - 1, updated_at = greatest(r.updated_at, excluded.updated_at)
          WHERE ${refilled} >= 1 AND (r.paused_until IS NULL OR r.paused_until <= excluded.updated_at)
          RETURNING r.tokens
        )
        SELECT true AS is_taken, tokens, 0::float8 AS retry_in_ms FROM taken
        UNION ALL
        SELECT false, r.tokens, greatest(
          extract(epoch from r.updated_at - at) * 1000 + (1 - r.tokens) * ${intervalMs}::float8,
          coalesce(extract(epoch from r.paused_until - at) * 1000, 0)
        )::float8
        FROM rate_limits r, moment WHERE r.key = ${name} AND NOT EXISTS (SELECT FROM taken)`.execute(db);
      const [row] = rows;
      if (row?.is_taken) return { isTaken: true, left: row.tokens };
      // No row: another taker made the bucket between our two looks.
      const retryInMs = row ? Math.max(row.retry_in_ms, 0) : intervalMs;
      return { isTaken: false, retryInMs: retryInMs + JITTER_MS };
    },

    async pause(db, key, seconds) {
      const until = sql<Date>`clock_timestamp() + make_interval(secs => ${seconds}::float8)`;
      await sql`
        INSERT INTO rate_limits AS r (key, tokens, updated_at, paused_until)
        VALUES (${nameOf(key)}, 1, ${until}, ${until})
        ON CONFLICT (key) DO UPDATE
        SET tokens = 1, updated_at = greatest(r.updated_at, excluded.updated_at),
            paused_until = greatest(r.paused_until, excluded.paused_until)`.execute(db);
    },

    async lower(db, key, remaining) {
      await db
        .updateTable('rate_limits')
        .set((eb) => ({ tokens: eb.fn<number>('least', ['tokens', eb.val(remaining)]) }))
        .where('key', '=', nameOf(key))
        .execute();
    },

    async chargeClientError(db, key) {
      const surcharge = clientErrorSurcharge(key.group);
      if (surcharge === 0) return;
      await db
        .updateTable('rate_limits')
        .set((eb) => ({ tokens: eb('tokens', '-', surcharge) }))
        .where('key', '=', nameOf(key))
        .execute();
    },
  };
}

/** No limits at all: for a stand-in that has none. */
export function createUnlimited(): Limiter {
  return {
    take: () => Promise.resolve({ isTaken: true, left: Number.POSITIVE_INFINITY }),
    pause: () => Promise.resolve(),
    lower: () => Promise.resolve(),
    chargeClientError: () => Promise.resolve(),
  };
}

function nameOf({ sid, group, tokenType }: LimitKey): string {
  // A basic token has numbers of its own, so its level means something else.
  return tokenType === 'BASIC' ? `${sid}:${group}:basic` : `${sid}:${group}`;
}
