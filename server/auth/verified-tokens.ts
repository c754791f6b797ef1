import { hash } from 'node:crypto';

const MAX_REMEMBERED = 10_000;

/** What a good token says, and until when it is good. */
export interface Verified<Payload> {
  payload: Payload;
  untilMs: number;
}

/**
 * Tokens whose signature was checked: each comes with hundreds of requests. Kept by a hash, so that what is remembered opens
 * nothing. Only what the token itself says is remembered, never that its session goes on.
 */
export function rememberVerified<Payload>(
  verify: (token: string) => Verified<Payload> | undefined,
  now: () => number = Date.now,
): (token: string) => Payload | undefined {
  const remembered = new Map<string, Verified<Payload>>();
  return (token) => {
    const key = hash('sha256', token, 'base64url');
    const known = remembered.get(key);
    if (known && now() < known.untilMs) return known.payload;
    remembered.delete(key);
    const verified = verify(token);
    if (!verified) return undefined;
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    remembered.set(key, verified);
    return verified.payload;
  };
}
