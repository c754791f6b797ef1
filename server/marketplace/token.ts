import { z } from 'zod/mini';
import type { TokenType } from '#contract/shops.ts';
import type { TokenCategory } from '#contract/users.ts';

/** What a Wildberries token says of itself. The signature is the marketplace's business: we can not check it. */
export interface TokenFacts {
  /** The token's own number. */
  id: string;
  /** The seller (кабинет) it belongs to. */
  sid: string;
  type: TokenType;
  categories: TokenCategory[];
  isReadOnly: boolean;
  /** Works in the marketplace's sandbox only. */
  isSandbox: boolean;
  expiresAt: Date;
}

const CATEGORY_BITS: Record<TokenCategory, number> = {
  CONTENT: 1,
  ANALYTICS: 2,
  PRICE_AND_DISCOUNT: 3,
  MARKETPLACE: 4,
  STATISTICS: 5,
  FINANCE: 13,
};
const READ_ONLY_BIT = 30;
const TYPES: Record<number, TokenType> = { 1: 'BASIC', 2: 'TEST', 3: 'PERSONAL', 4: 'SERVICE' };
/** A token that does not say its type is held to the lowest limits. */
const UNSAID_TYPE: TokenType = 'BASIC';

const claimsSchema = z.looseObject({
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  sid: z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i)),
  exp: z.int().check(z.positive(), z.maximum(4_102_444_800)),
  s: z.int().check(z.minimum(0)),
  acc: z.optional(z.int()),
  t: z.optional(z.boolean()),
});

const JWT = /^[\w-]+\.([\w-]+)\.[\w-]+$/;

/** The facts of a token, or null when the text is no Wildberries token. */
export function decodeToken(secret: string): TokenFacts | null {
  const [, payload] = JWT.exec(secret.trim()) ?? [];
  if (payload === undefined) return null;
  const claims = claimsSchema.safeParse(parseJson(Buffer.from(payload, 'base64url').toString('utf8')));
  if (!claims.success) return null;
  const { id, sid, exp, s, acc, t } = claims.data;
  const type = acc === undefined ? UNSAID_TYPE : (TYPES[acc] ?? UNSAID_TYPE);
  return {
    id,
    sid: sid.toLowerCase(),
    type,
    categories: categoriesOf(s),
    isReadOnly: hasBit(s, READ_ONLY_BIT),
    // Either word is enough: a test token is no token of a real cabinet, whatever else it says.
    isSandbox: t === true || type === 'TEST',
    expiresAt: new Date(exp * 1000),
  };
}

function categoriesOf(mask: number): TokenCategory[] {
  const all = Object.keys(CATEGORY_BITS) as TokenCategory[]; // the keys of a Record are its union
  return all.filter((category) => hasBit(mask, CATEGORY_BITS[category]));
}

/** Without `<<`, which is 32 bits wide. */
function hasBit(mask: number, bit: number): boolean {
  return Math.floor(mask / 2 ** bit) % 2 === 1;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
