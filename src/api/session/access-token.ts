import { sessionUserSchema, type SessionUser } from '#contract/auth.ts';
import { fromWire } from '#contract/wire.ts';

/** Longer than any token of ours: what is longer is not looked at. */
const MAX_TOKEN_LENGTH = 8192;
const JWT_SHAPE = /^[\w-]+\.([\w-]+)\.[\w-]*$/;

/**
 * The payload of a JWT as the server wrote it, or `undefined` when the text is not one. Nothing is verified: only the
 * server can do that, and it does so with every call. `atob` alone would garble every Cyrillic name, hence the decoder.
 */
function readTokenPayload(token: unknown): Record<string, unknown> | undefined {
  if (typeof token !== 'string' || token.length > MAX_TOKEN_LENGTH) return undefined;
  const payload = JWT_SHAPE.exec(token)?.[1];
  if (payload === undefined) return undefined;
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
      char.charCodeAt(0),
    );
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>) // an object of JSON has text keys
      : undefined;
  } catch {
    return undefined;
  }
}

/** The payload with camelCase keys, those in capitals unchanged; `undefined` for what is not a token of ours. */
export function decodeAccessToken(token: unknown): unknown {
  try {
    return fromWire(readTokenPayload(token));
  } catch {
    return undefined; // hostile keys
  }
}

/** The user that an access token carries; `null` when the token is not one of ours. Never throws. */
export function userOfAccessToken(token: unknown): SessionUser | null {
  const parsed = sessionUserSchema.safeParse(decodeAccessToken(token));
  return parsed.success ? parsed.data : null;
}
