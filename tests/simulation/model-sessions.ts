import { createHash } from 'node:crypto';
import type { SessionTokens, SessionUser } from '#contract/auth.ts';
import { makeAccessToken } from '#tests/fixtures/tokens.ts';

export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

const ACCESS_LIFE_MS = 45_000;
const GRACE_MS = 20_000;

interface Family {
  user: SessionUser;
  isEnded: boolean;
  /** The access token that was issued last, and until when it is honoured. */
  access: string;
  accessUntil: number;
  /** A pair that nobody has used may have been lost with the tab that asked for it. */
  isAccessUsed: boolean;
}

interface RefreshToken {
  family: Family;
  usedAt: number | null;
  /** The pair that it was changed for; null when that pair has been used itself. */
  successor: SessionTokens | null;
}

/** A refresh that the model granted, for the invariant «one per expiry». */
export interface Rotation {
  userId: number;
  at: number;
  /** The access token had ended, somebody had answered 401 for it, or it had never arrived. */
  wasNeeded: boolean;
  token: string;
}

/** Sessions as the contract promises them: short access tokens, rotation, 20 s of grace for a lost answer. */
export class ModelSessions {
  readonly rotations: Rotation[] = [];
  private readonly accessTokens = new Map<string, { family: Family; until: number }>();
  private readonly refreshTokens = new Map<string, RefreshToken>();
  private serial = 0;

  start(user: SessionUser, now: number): SessionTokens {
    const family: Family = { user, isEnded: false, access: '', accessUntil: 0, isAccessUsed: false };
    return this.issue(family, now);
  }

  /** The user whose token it is, while it is honoured. */
  userOf(access: string | undefined, now: number): SessionUser | undefined {
    const known = access === undefined ? undefined : this.accessTokens.get(access);
    if (!known || known.family.isEnded || now >= known.until) return undefined;
    if (known.family.access === access) known.family.isAccessUsed = true;
    return known.family.user;
  }

  /** How long it will still be honoured. */
  lastsMs(access: string, now: number): number {
    return Math.max(0, (this.accessTokens.get(access)?.until ?? 0) - now);
  }

  /** Ends an access token before its time: what a client must take for an expiry. */
  expire(access: string): void {
    const known = this.accessTokens.get(access);
    if (!known) return;
    known.until = 0;
    if (known.family.access === access) known.family.accessUntil = 0;
  }

  refresh(token: string, now: number): SessionTokens | undefined {
    const known = this.refreshTokens.get(token);
    if (!known || known.family.isEnded) return undefined;
    if (known.usedAt === null) {
      const wasNeeded = now >= known.family.accessUntil || !known.family.isAccessUsed;
      this.rotations.push({ userId: known.family.user.id, at: now, wasNeeded, token });
      for (const other of this.refreshTokens.values()) {
        if (other.family === known.family) other.successor = null;
      }
      known.usedAt = now;
      known.successor = this.issue(known.family, now);
      return known.successor;
    }
    if (known.successor && now - known.usedAt <= GRACE_MS) return known.successor;
    known.family.isEnded = true;
    return undefined;
  }

  /** The whole family of the token with this hash; an unknown one ends nothing. */
  end(tokenHash: string): void {
    for (const [token, { family }] of this.refreshTokens)
      if (hashOf(token) === tokenHash) family.isEnded = true;
  }

  hasEnded(token: string): boolean {
    return this.refreshTokens.get(token)?.family.isEnded ?? true;
  }

  endAllOf(userId: number): void {
    for (const { family } of this.refreshTokens.values())
      if (family.user.id === userId) family.isEnded = true;
  }

  private issue(family: Family, now: number): SessionTokens {
    this.serial += 1;
    const { user } = family;
    const access = makeAccessToken({ ...user, jti: this.serial });
    const refresh = `refresh-${user.id}-${this.serial}`;
    family.access = access;
    family.isAccessUsed = false;
    family.accessUntil = now + ACCESS_LIFE_MS;
    this.accessTokens.set(access, { family, until: family.accessUntil });
    this.refreshTokens.set(refresh, { family, usedAt: null, successor: null });
    return { access, refresh, user };
  }
}
