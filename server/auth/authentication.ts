import jwt from '@fastify/jwt';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod/mini';
import { sessionUserSchema, type SessionUser } from '#contract/auth.ts';
import { idSchema } from '#contract/fields.ts';
import { deriveKey } from '#server/secrets/secret-box.ts';
import type { Session } from '#server/http/session.ts';
import type { LiveSessions } from './live-sessions.ts';
import { rememberVerified, type Verified } from './verified-tokens.ts';
import { unauthenticated } from '#server/errors/http-error.ts';

const ACCESS_TOKEN_LIFETIME = '10m';
/** The server's and the database's clocks may differ by this much. */
const CLOCK_TOLERANCE_MS = 60_000;
const ISSUER = 'prilavok';
const AUDIENCE = 'prilavok-api';
/** Tells an access token from any other token that might once be signed with the same key. */
const TOKEN_TYPE = 'at+jwt';

/** The user's fields, so that the page knows its user before the first call, and the session. */
const accessPayloadSchema = z.extend(sessionUserSchema, { sid: idSchema });
type AccessPayload = z.infer<typeof accessPayloadSchema>;

declare module '@fastify/jwt' {
  interface FastifyJWT {
    payload: AccessPayload;
  }
}

export interface AccessTokens {
  issue(user: SessionUser, sessionId: number): string;
  /** What a token says that this server has signed and that has not expired; undefined for any other. */
  read(token: string): AccessPayload | undefined;
}

export async function registerAccessTokens(app: FastifyInstance, secretKey: Buffer): Promise<AccessTokens> {
  await app.register(jwt, {
    secret: deriveKey(secretKey, 'access-tokens'),
    sign: {
      algorithm: 'HS256',
      iss: ISSUER,
      aud: AUDIENCE,
      // With its unit: the plugin counts a bare number in seconds, the library below it in milliseconds.
      expiresIn: ACCESS_TOKEN_LIFETIME,
      header: { alg: 'HS256', typ: TOKEN_TYPE },
    },
    verify: {
      algorithms: ['HS256'],
      allowedIss: ISSUER,
      allowedAud: AUDIENCE,
      checkTyp: TOKEN_TYPE,
      requiredClaims: ['exp', 'iss', 'aud', 'sid', 'id'],
      clockTolerance: CLOCK_TOLERANCE_MS,
    },
  });
  return {
    issue: ({ id, login, name }, sid) => app.jwt.sign({ id, login, name, sid }),
    read: rememberVerified((token) => verifyToken(app, token)),
  };
}

/** Checks `Authorization: Bearer …`: the token's signature and that its session was not ended. Throws 401. */
export async function authenticate(
  request: FastifyRequest,
  tokens: AccessTokens,
  sessions: LiveSessions,
): Promise<Session> {
  const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined) throw unauthenticated();
  const payload = tokens.read(token);
  const session = payload && (await sessions.find(payload.sid));
  if (!session || session.userId !== payload?.id) throw unauthenticated();
  return session;
}

/** Why a token is bad is of no use to honest clients: they refresh. */
function verifyToken(app: FastifyInstance, token: string): Verified<AccessPayload> | undefined {
  try {
    const claims = app.jwt.verify<{ exp: number }>(token);
    return {
      payload: accessPayloadSchema.parse(claims),
      untilMs: claims.exp * 1000 + CLOCK_TOLERANCE_MS,
    };
  } catch {
    return undefined;
  }
}

/** For how long the token of an authenticated request will be taken. */
export function tokenLastsMs(request: FastifyRequest): number {
  const payload = request.server.jwt.decode<{ exp?: number }>(
    request.headers.authorization?.slice('Bearer '.length) ?? '',
  );
  return Math.max(0, (payload?.exp ?? 0) * 1000 + CLOCK_TOLERANCE_MS - Date.now());
}
