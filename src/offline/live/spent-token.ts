import { z } from 'zod/mini';
import { decodeAccessToken } from '#api/session/access-token.ts';
import { getClockSkew } from '#offline/connection/clock-skew.ts';

const endingSchema = z.object({ exp: z.number() });

/** By the server's clock, as far as it is known. A token that does not say when it ends is tried. */
export function isSpentToken(token: string | null): boolean {
  const { data } = endingSchema.safeParse(decodeAccessToken(token));
  return data !== undefined && data.exp * 1000 <= Date.now() + (getClockSkew() ?? 0);
}
