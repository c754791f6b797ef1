import type { FastifyInstance } from 'fastify';
import { loginEndpoint, logoutEndpoint, refreshTokensEndpoint } from '#contract/auth.ts';
import {
  changePasswordEndpoint,
  endSessionEndpoint,
  listSessionsEndpoint,
} from '#contract/device-sessions.ts';
import type { EndpointBody } from '#contract/endpoint.ts';
import type { Deps } from '#server/jobs/deps.ts';
import type { AccessTokens } from './authentication.ts';
import { HttpError, notFound, unauthenticated } from '#server/errors/http-error.ts';
import { serve } from '#server/http/serve.ts';
import { writeAudit } from '#server/audit/audit.ts';
import { refuseClosedDemo } from './closed-demo.ts';
import { deviceName } from './device-name.ts';
import type { LiveSessions } from './live-sessions.ts';
import { changePassword } from './password-change.ts';
import { refreshSession } from './refresh.ts';
import { endSessions, findLiveSessions, findSessionOfToken, hashOf } from './sessions-repository.ts';
import { deviceOf, signIn } from './sign-in.ts';

export function registerAuthRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'database' | 'env'>,
  accessTokens: AccessTokens,
  liveSessions: LiveSessions,
): void {
  const { database, env } = deps;

  serve(app, loginEndpoint, async ({ body, request }) => {
    await refuseClosedDemo(database.db, env.isDemo, body.login);
    return signIn(database, accessTokens, body, deviceOf(request, env.secretKey));
  });

  const refreshWith = (refresh: string, userAgent: string) =>
    database.transaction((trx) =>
      refreshSession(trx, refresh, { accessTokens, secretKey: env.secretKey, userAgent }),
    );
  serve(
    app,
    refreshTokensEndpoint,
    async ({ body, request }) => {
      const outcome = await refreshWith(body.refresh, deviceOf(request, env.secretKey).userAgent);
      if (outcome.kind === 'tokens') return outcome.tokens;
      if (outcome.kind === 'replay') liveSessions.forget(outcome.sessionId);
      throw unauthenticated();
    },
    // Whatever is wrong with the request, clients must understand it as «sign in again» and nothing else.
    { translateError: (error) => (isRefusal(error) ? unauthenticated() : error) },
  );

  serve(app, logoutEndpoint, async ({ body }) => {
    const session = await findSessionOfToken(database.db, hashToEnd(body));
    if (!session) return;
    const ended = await database.transaction(async (trx) => {
      const ids = await endSessions(trx, session, 'logout');
      if (ids.length > 0) await writeAudit(trx, { ...session, action: 'logout', result: 'ok' });
      return ids;
    });
    ended.forEach((id) => liveSessions.forget(id));
  });

  serve(app, changePasswordEndpoint, async ({ body, session }) => {
    const ended = await changePassword(database, session, body);
    ended.forEach((id) => liveSessions.forget(id));
    return { endedSessions: ended.length };
  });

  serve(app, listSessionsEndpoint, async ({ session, db }) => {
    const rows = await findLiveSessions(db, session.userId);
    return rows.map((row) => ({
      id: row.id,
      isCurrent: row.id === session.sessionId,
      device: deviceName(row.user_agent),
      createdAt: row.created_at.toISOString(),
      lastUsedAt: row.last_used_at.toISOString(),
    }));
  });

  serve(app, endSessionEndpoint, async ({ params, session }) => {
    const ended = await database.transaction(async (trx) => {
      const ids = await endSessions(trx, { userId: session.userId, sessionId: params.id }, 'ended');
      if (ids.length === 0) throw notFound('Сеанс не найден');
      await writeAudit(trx, {
        ...session,
        action: 'session-ended',
        result: 'ok',
        facts: { endedSessionId: params.id },
      });
      return ids;
    });
    ended.forEach((id) => liveSessions.forget(id));
  });
}

/** The contract sees to it that there is one of the two. */
function hashToEnd({ refresh, refreshHash }: EndpointBody<typeof logoutEndpoint>): Buffer {
  return refreshHash === undefined ? hashOf(refresh ?? '') : Buffer.from(refreshHash, 'base64url');
}

function isRefusal(error: unknown): boolean {
  if (error instanceof HttpError) return error.status < 500;
  return error instanceof Error && 'statusCode' in error && Number(error.statusCode) < 500;
}
