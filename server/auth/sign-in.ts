import { setTimeout as delay } from 'node:timers/promises';
import type { Credentials, SessionTokens } from '#contract/auth.ts';
import type { Database } from '#server/db/database.ts';
import type { AccessTokens } from './authentication.ts';
import { wideNetworkOf } from '#server/http/client-network.ts';
import { HttpError, tooManyRequests } from '#server/errors/http-error.ts';
import { writeAudit } from '#server/audit/audit.ts';
import { beginAttempt, clearAttempts } from './login-limiter.ts';
import { hashNetwork, networkHashOf } from '#server/audit/network-hash.ts';
import { isPasswordRight } from './passwords.ts';
import { findUserByLogin } from './repository.ts';
import { insertRefreshToken, insertSession, isKnownNetwork } from './sessions-repository.ts';

const USER_AGENT_LENGTH = 300;
/** Ids begin with 1. */
const NOBODY = 0;

export interface Device {
  userAgent: string;
  /** A keyed hash: networks are compared, never read. */
  network: string;
  wideNetwork: string | undefined;
}

export function deviceOf(
  request: { ip: string; headers: { 'user-agent'?: string | undefined } },
  secretKey: Buffer,
): Device {
  const wide = wideNetworkOf(request.ip);
  return {
    network: networkHashOf(request.ip, secretKey),
    wideNetwork: wide === undefined ? undefined : hashNetwork(wide, secretKey),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_LENGTH),
  };
}

/** The same words and the same time whether the login or the password is wrong. */
export async function signIn(
  database: Database,
  accessTokens: AccessTokens,
  credentials: Credentials,
  device: Device,
): Promise<SessionTokens> {
  const { db } = database;
  const login = credentials.login.trim();
  const user = await findUserByLogin(db, login);
  const attempt = await beginAttempt(db, {
    login: login.toLowerCase(),
    network: device.network,
    wideNetwork: device.wideNetwork,
    // Asked for nobody, too: the time must not tell whether there is such a user.
    isKnownNetwork: await isKnownNetwork(db, user?.id ?? NOBODY, device.network),
  });
  const owner = { accountId: user?.account_id, userId: user?.id };
  if (!attempt.isAllowed) {
    await writeAudit(db, {
      ...owner,
      action: 'login',
      result: 'refused',
      facts: { network: device.network },
    });
    throw tooManyRequests(attempt.retryAfterSeconds, waitSentence(attempt.retryAfterSeconds));
  }
  await delay(attempt.delayMs);
  const isRight = await isPasswordRight(credentials.password, user?.password_hash);
  if (!user || !isRight) {
    await writeAudit(db, { ...owner, action: 'login', result: 'failed', facts: { network: device.network } });
    throw new HttpError({ status: 401, code: 'wrong_credentials', detail: ['Неверный логин и/или пароль'] });
  }
  await clearAttempts(db, attempt);
  return database.transaction(async (trx) => {
    const sessionId = await insertSession(trx, {
      userId: user.id,
      accountId: user.account_id,
      isForeignDevice: credentials.isForeignDevice ?? false,
      ...device,
    });
    const refresh = await insertRefreshToken(trx, sessionId, null);
    await writeAudit(trx, {
      ...owner,
      sessionId,
      action: 'login',
      result: 'ok',
      facts: { network: device.network },
    });
    const profile = { id: user.id, login: user.login, name: user.name };
    return { access: accessTokens.issue(profile, sessionId), refresh, user: profile };
  });
}

export function waitSentence(seconds: number): string {
  const wait = seconds < 60 ? `${seconds} с` : `${Math.ceil(seconds / 60)} мин`;
  return `Слишком много попыток. Повторите через ${wait}`;
}
