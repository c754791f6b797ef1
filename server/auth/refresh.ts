import { sql } from 'kysely';
import type { SessionTokens, SessionUser } from '#contract/auth.ts';
import type { Trx } from '#server/db/database.ts';
import type { AccessTokens } from './authentication.ts';
import { writeAudit } from '#server/audit/audit.ts';
import { openSecret, sealSecret } from '#server/secrets/secret-box.ts';
import { endSessions, hashOf, insertRefreshToken } from './sessions-repository.ts';

/** An answer may be lost on a bad line: for this long the same token gets the same pair again. */
const GRACE_SECONDS = 20;

export type RefreshOutcome =
  | { kind: 'tokens'; tokens: SessionTokens }
  | { kind: 'refused' }
  /** Somebody used a token that was used up before: the whole family ended. */
  | { kind: 'replay'; sessionId: number };

interface RefreshContext {
  accessTokens: AccessTokens;
  secretKey: Buffer;
  userAgent: string;
}

/**
 * Changes a refresh token for a new pair. Each token works once; its immediate predecessor is honoured for 20 s, from
 * the same browser, with the same pair. Anything older ends the session. Wants a transaction and never throws a refusal,
 * because what a replay ends must be committed.
 */
export async function refreshSession(
  trx: Trx,
  refreshToken: string,
  context: RefreshContext,
): Promise<RefreshOutcome> {
  const token = await lockToken(trx, refreshToken);
  if (!token?.is_alive) return { kind: 'refused' };
  const user = { id: token.user_id, login: token.login, name: token.name };
  if (!token.is_used) {
    return { kind: 'tokens', tokens: await rotate(trx, token.id, token.session_id, user, context) };
  }
  const successor = token.successor;
  const isLostResponse = token.is_in_grace && token.user_agent === context.userAgent;
  if (isLostResponse && successor !== null) {
    const pair = openSecret(context.secretKey, successor, successorData(token.id));
    const [access = '', refresh = ''] = pair.split(' ');
    return { kind: 'tokens', tokens: { access, refresh, user } };
  }
  await endSessions(trx, { userId: token.user_id, sessionId: token.session_id }, 'refresh-replay');
  await writeAudit(trx, {
    action: 'refresh-replay',
    result: 'refused',
    accountId: token.account_id,
    userId: token.user_id,
    sessionId: token.session_id,
    facts: { inGrace: token.is_in_grace, sameBrowser: token.user_agent === context.userAgent },
  });
  return { kind: 'replay', sessionId: token.session_id };
}

/** Parallel refreshes with one token take turns here: the later ones see it used. */
function lockToken(trx: Trx, refreshToken: string) {
  return trx
    .selectFrom('refresh_tokens as token')
    .innerJoin('sessions as session', 'session.id', 'token.session_id')
    .innerJoin('users', 'users.id', 'session.user_id')
    .where('token.token_hash', '=', hashOf(refreshToken))
    .select([
      'token.id',
      'token.session_id',
      'token.successor',
      'session.user_id',
      'session.account_id',
      'session.user_agent',
      'users.login',
      'users.name',
      sql<boolean>`token.used_at IS NOT NULL`.as('is_used'),
      sql<boolean>`coalesce(token.used_at > now() - make_interval(secs => ${GRACE_SECONDS}), false)`.as(
        'is_in_grace',
      ),
      sql<boolean>`session.ended_at IS NULL AND session.expires_at > now() AND token.expires_at > now()`.as(
        'is_alive',
      ),
    ])
    .forNoKeyUpdate(['token', 'session'])
    .executeTakeFirst();
}

async function rotate(
  trx: Trx,
  tokenId: number,
  sessionId: number,
  user: SessionUser,
  context: RefreshContext,
): Promise<SessionTokens> {
  const access = context.accessTokens.issue(user, sessionId);
  const refresh = await insertRefreshToken(trx, sessionId, tokenId);
  const sealed = sealSecret(context.secretKey, `${access} ${refresh}`, successorData(tokenId));
  await trx
    .updateTable('refresh_tokens')
    .set({ used_at: sql<Date>`now()`, successor: sealed })
    .where('id', '=', tokenId)
    .execute();
  // This token has arrived, so nobody waits for the answer that brought it: its predecessor is now too old to be honoured.
  await trx
    .updateTable('refresh_tokens')
    .set({ successor: null })
    .where('session_id', '=', sessionId)
    .where('id', '!=', tokenId)
    .where('successor', 'is not', null)
    .execute();
  await trx
    .updateTable('sessions')
    .set({ last_used_at: sql<Date>`now()` })
    .where('id', '=', sessionId)
    .execute();
  return { access, refresh, user };
}

const successorData = (tokenId: number) => `successor of ${tokenId}`;
