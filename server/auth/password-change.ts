import type { EndpointBody } from '#contract/endpoint.ts';
import type { changePasswordEndpoint } from '#contract/device-sessions.ts';
import type { Database } from '#server/db/database.ts';
import type { Session } from '#server/http/session.ts';
import { badRequest, tooManyRequests, unauthenticated } from '#server/errors/http-error.ts';
import { writeAudit } from '#server/audit/audit.ts';
import { beginAttempt, clearAttempts } from './login-limiter.ts';
import { hashPassword, isPasswordRight, weaknessOf } from './passwords.ts';
import { findUserForPassword, setPasswordHash } from './repository.ts';
import { endSessions } from './sessions-repository.ts';
import { waitSentence } from './sign-in.ts';

/** Sets a new password and ends every other session of the user; answers which. */
export async function changePassword(
  database: Database,
  session: Session,
  { currentPassword, newPassword }: EndpointBody<typeof changePasswordEndpoint>,
): Promise<number[]> {
  const { accountId, userId, sessionId } = session;
  const user = await findUserForPassword(database.db, accountId, userId);
  if (!user) throw unauthenticated();
  const attempt = await beginAttempt(database.db, {
    login: `change ${userId}`,
    network: 'signed-in',
    isKnownNetwork: true,
  });
  if (!attempt.isAllowed) {
    throw tooManyRequests(attempt.retryAfterSeconds, waitSentence(attempt.retryAfterSeconds));
  }
  if (!(await isPasswordRight(currentPassword, user.password_hash))) {
    await writeAudit(database.db, { ...session, action: 'password-change', result: 'failed' });
    throw fieldRefusal('currentPassword', 'Текущий пароль указан неверно');
  }
  await clearAttempts(database.db, attempt);
  if (newPassword === currentPassword) {
    throw fieldRefusal('newPassword', 'Новый пароль совпадает с текущим');
  }
  const weakness = await weaknessOf(newPassword, user.login);
  if (weakness) throw fieldRefusal('newPassword', weakness);
  const passwordHash = await hashPassword(newPassword);
  return database.transaction(async (trx) => {
    await setPasswordHash(trx, accountId, userId, passwordHash);
    const ended = await endSessions(trx, { userId, exceptSessionId: sessionId }, 'password-change');
    await writeAudit(trx, {
      ...session,
      action: 'password-change',
      result: 'ok',
      facts: { endedSessions: ended.length },
    });
    return ended;
  });
}

function fieldRefusal(field: string, detail: string) {
  return badRequest(detail, [{ field, detail }]);
}
