import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';

/** Bits of the claim `s` (0 is the lowest). */
export const CATEGORY_BITS = {
  content: 1,
  analytics: 2,
  prices: 3,
  marketplace: 4,
  statistics: 5,
  promotion: 6,
  finance: 13,
} as const;

export type TokenCategory = keyof typeof CATEGORY_BITS;

const READ_ONLY_BIT = 30;

/** 1 base, 2 test, 3 personal, 4 service */
export type TokenAccess = 1 | 2 | 3 | 4;

export interface TokenClaims {
  id: string;
  sid: string;
  exp: number;
  s: number;
  acc: TokenAccess;
  t: boolean;
}

/** What earlier versions signed every token with: known to whoever reads the code, so nothing is opened by it. */
const PUBLISHED_KEY = 'simulator';

export function newSigningKey(): string {
  return randomBytes(32).toString('hex');
}

export function issueToken(claims: TokenClaims, signingKey: string): string {
  const signed = `${encode({ alg: 'HS256', kid: 'installation', typ: 'JWT' })}.${encode(claims)}`;
  return `${signed}.${signatureOf(signed, signingKey).toString('base64url')}`;
}

/** The same claims under this installation's key, or undefined when an earlier version did not issue the token. */
export function resignToken(token: string, signingKey: string): string | undefined {
  const read = readToken(token, PUBLISHED_KEY);
  return 'claims' in read ? issueToken(read.claims, signingKey) : undefined;
}

function signatureOf(signed: string, signingKey: string): Buffer {
  return createHmac('sha256', signingKey).update(signed).digest();
}

export function newTokenId(): string {
  return randomUUID();
}

export function categoryMask(categories: readonly TokenCategory[], isReadOnly: boolean): number {
  let mask = isReadOnly ? 2 ** READ_ONLY_BIT : 0;
  for (const category of new Set(categories)) mask += 2 ** CATEGORY_BITS[category];
  return mask;
}

export function hasCategory(claims: TokenClaims, category: TokenCategory): boolean {
  return hasBit(claims.s, CATEGORY_BITS[category]);
}

export function isReadOnly(claims: TokenClaims): boolean {
  return hasBit(claims.s, READ_ONLY_BIT);
}

function hasBit(mask: number, bit: number): boolean {
  return Math.floor(mask / 2 ** bit) % 2 === 1;
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** The claims, or the words with which the gateway refuses the header. */
export function readToken(
  header: string | undefined,
  signingKey: string,
): { claims: TokenClaims } | { problem: string } {
  if (header === undefined || header === '') return { problem: 'empty Authorization header' };
  const parts = header.split('.');
  if (parts.length !== 3) {
    return { problem: 'token problem; token is malformed: token contains an invalid number of segments' };
  }
  // Whatever algorithm the header names, this is the only one.
  const signature = Buffer.from(parts[2] ?? '', 'base64url');
  const expected = signatureOf(`${parts[0]}.${parts[1]}`, signingKey);
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) {
    return { problem: 'token problem; token signature is invalid: signature is invalid' };
  }
  let payload: unknown;
  try {
    payload = JSON.parse(Buffer.from(parts[1] ?? '', 'base64url').toString('utf8'));
  } catch {
    return { problem: 'token problem; token is malformed: could not JSON decode claim' };
  }
  if (!isClaims(payload)) return { problem: 'token problem; token has invalid claims' };
  return { claims: payload };
}

function isClaims(value: unknown): value is TokenClaims {
  if (typeof value !== 'object' || value === null) return false;
  const claims: Record<string, unknown> = { ...value };
  return (
    typeof claims['id'] === 'string' &&
    typeof claims['sid'] === 'string' &&
    typeof claims['exp'] === 'number' &&
    typeof claims['s'] === 'number' &&
    (claims['acc'] === 1 || claims['acc'] === 2 || claims['acc'] === 3 || claims['acc'] === 4) &&
    typeof claims['t'] === 'boolean'
  );
}
