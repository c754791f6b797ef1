import { sessionUserSchema, type SessionUser } from '#contract/auth.ts';
import { readTokenPayload } from '#contract/token-payload.ts';
import { fromWire } from '#contract/wire.ts';

/** The user that an access token carries, keys camelCase; `null` when the token is not one of ours. Never throws. */
export function userOfAccessToken(token: unknown): SessionUser | null {
  try {
    const parsed = sessionUserSchema.safeParse(fromWire(readTokenPayload(token)));
    return parsed.success ? parsed.data : null;
  } catch {
    return null; // hostile keys
  }
}
