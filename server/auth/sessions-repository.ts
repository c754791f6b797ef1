import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Trx } from '#server/db/database.ts';

const REFRESH_TOKEN_BYTES = 32;

/** How long a session lives at most, and unused. Somebody else's computer gets a working day. */
const LIFETIME_HOURS = { own: 30 * 24, foreign: 12 };
const IDLE_HOURS = { own: 14 * 24, foreign: 2 };

export interface NewSession {
  userId: number;
  accountId: number;
  userAgent: string;
  network: string;
  isForeignDevice: boolean;
}

const hoursFromNow = (hours: number) => sql<Date>`now() + make_interval(hours => ${hours})`;

export async function insertSession(trx: Trx, session: NewSession): Promise<number> {
  const { id } = await trx
    .insertInto('sessions')
    .values({
      user_id: session.userId,
      account_id: session.accountId,
      user_agent: session.userAgent,
      network: session.network,
      is_foreign_device: session.isForeignDevice,
      expires_at: hoursFromNow(session.isForeignDevice ? LIFETIME_HOURS.foreign : LIFETIME_HOURS.own),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A new opaque refresh token of the session; only its hash is stored. */
export async function insertRefreshToken(
  trx: Trx,
  sessionId: number,
  predecessorId: number | null,
): Promise<string> {
  const token = randomBytes(REFRESH_TOKEN_BYTES).toString('base64url');
  await trx
    .insertInto('refresh_tokens')
    .columns(['session_id', 'token_hash', 'predecessor_id', 'expires_at'])
    .expression((eb) =>
      eb
        .selectFrom('sessions')
        .where('id', '=', sessionId)
        .select([
          'id',
          eb.val(hashOf(token)).as('token_hash'),
          sql<number | null>`${predecessorId}::bigint`.as('predecessor_id'),
          sql<Date>`least(expires_at, now() + make_interval(hours =>
            CASE WHEN is_foreign_device THEN ${IDLE_HOURS.foreign}::int ELSE ${IDLE_HOURS.own}::int END))`.as(
            'expires_at',
          ),
        ]),
    )
    .execute();
  return token;
}

export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Ends the sessions that are still going on, and says which they were. */
export async function endSessions(
  trx: Trx,
  which: { userId: number; sessionId?: number; exceptSessionId?: number },
  reason: 'logout' | 'ended' | 'password-change' | 'refresh-replay',
): Promise<number[]> {
  let query = trx
    .updateTable('sessions')
    .set({ ended_at: sql<Date>`now()`, ended_reason: reason })
    .where('user_id', '=', which.userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`);
  if (which.sessionId !== undefined) query = query.where('id', '=', which.sessionId);
  if (which.exceptSessionId !== undefined) query = query.where('id', '!=', which.exceptSessionId);
  const ended = await query.returning('id').execute();
  return ended.map((row) => row.id);
}

export async function isKnownNetwork(db: Db, userId: number, network: string): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('network', '=', network)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export interface LiveSessionRow {
  id: number;
  user_agent: string;
  created_at: Date;
  last_used_at: Date;
}

export function findLiveSessions(db: Db, userId: number): Promise<LiveSessionRow[]> {
  return db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Whose session the refresh token of a hash belongs to, used up or not: both may sign out. */
export async function findSessionOfToken(
  db: Db,
  tokenHash: Buffer,
): Promise<{ sessionId: number; userId: number; accountId: number } | undefined> {
  const row = await db
    .selectFrom('refresh_tokens as token')
    .innerJoin('sessions as session', 'session.id', 'token.session_id')
    .where('token.token_hash', '=', tokenHash)
    .select(['session.id', 'session.user_id', 'session.account_id'])
    .executeTakeFirst();
  return row && { sessionId: row.id, userId: row.user_id, accountId: row.account_id };
}
