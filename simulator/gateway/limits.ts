import type { TokenAccess } from '#simulator/state/tokens.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

interface Bucket {
  /** One call comes back each … */
  intervalMs: number;
  /** … up to this many. */
  burst: number;
}

interface LimitRule {
  normal: Bucket;
  /** What a base token gets where it gets less. */
  base?: Bucket;
  /** An answer 4XX is charged as this many calls. */
  clientErrorCost?: number;
}

const content: Bucket = { intervalMs: 600, burst: 5 };
const contentSlow: Bucket = { intervalMs: 6 * SECOND_MS, burst: 5 };
const twoPerHour: Bucket = { intervalMs: 30 * MINUTE_MS, burst: 1 };
const onePerMinute: Bucket = { intervalMs: MINUTE_MS, burst: 1 };

/** One bucket per seller account and group; the numbers are those of the official documents. */
const RULES = {
  content: { normal: content },
  'content-list': { normal: content },
  'content-directories': { normal: content, base: twoPerHour },
  'content-brands': { normal: { intervalMs: SECOND_MS, burst: 5 }, base: { intervalMs: HOUR_MS, burst: 1 } },
  'content-tags': { normal: content, base: twoPerHour },
  'content-limits': { normal: content, base: twoPerHour },
  'content-media': { normal: content, base: twoPerHour },
  'content-trash': { normal: content, base: twoPerHour },
  'content-recover': { normal: { intervalMs: 20 * SECOND_MS, burst: 5 }, base: twoPerHour },
  'content-upload': { normal: contentSlow },
  'content-upload-add': { normal: contentSlow, base: { intervalMs: 2 * HOUR_MS, burst: 1 } },
  'content-update': { normal: contentSlow },
  'content-errors': { normal: contentSlow },
  prices: { normal: { intervalMs: 600, burst: 5 }, base: { intervalMs: 15 * MINUTE_MS, burst: 1 } },
  calendar: { normal: { intervalMs: 600, burst: 5 }, base: { intervalMs: HOUR_MS, burst: 1 } },
  'calendar-goods': { normal: { intervalMs: 600, burst: 5 } },
  stocks: { normal: { intervalMs: 200, burst: 20 }, clientErrorCost: 10 },
  'stocks-delete': { normal: { intervalMs: 6 * SECOND_MS, burst: 2 } },
  warehouses: { normal: { intervalMs: 200, burst: 20 }, clientErrorCost: 10 },
  orders: { normal: { intervalMs: MINUTE_MS, burst: 10 }, base: { intervalMs: 3 * HOUR_MS, burst: 1 } },
  sales: { normal: onePerMinute, base: { intervalMs: 2 * HOUR_MS, burst: 1 } },
  'report-list': { normal: onePerMinute },
  'report-detailed': { normal: onePerMinute, base: { intervalMs: 12 * HOUR_MS, burst: 1 } },
  funnel: { normal: { intervalMs: 20 * SECOND_MS, burst: 3 }, base: twoPerHour },
  'seller-info': {
    normal: { intervalMs: MINUTE_MS, burst: 10 },
    base: { intervalMs: 24 * HOUR_MS, burst: 1 },
  },
  commissions: {
    normal: { intervalMs: MINUTE_MS, burst: 2 },
    base: { intervalMs: 12 * MINUTE_MS, burst: 1 },
  },
  // Documented as 3 calls in 30 s for each host; each host gets a group of its own through the route.
  ping: { normal: { intervalMs: 10 * SECOND_MS, burst: 3 } },
} satisfies Record<string, LimitRule>;

export type LimitGroup = keyof typeof RULES;

const BASE_ACCESS: TokenAccess = 1;

interface LimitResponse {
  isAllowed: boolean;
  headers: Record<string, string>;
}

export interface Limiter {
  /** Takes one call from the bucket, or says how long to wait. */
  take(key: { sid: string; group: LimitGroup; scope: string; access: TokenAccess }): LimitResponse;
  /** Charges the rest of an answer 4XX where it costs more than one call. */
  chargeClientError(key: { sid: string; group: LimitGroup; scope: string; access: TokenAccess }): void;
}

interface Level {
  tokens: number;
  atMs: number;
}

export function createLimiter(now: () => number): Limiter {
  const levels = new Map<string, Level>();

  function levelOf(key: { sid: string; group: LimitGroup; scope: string }, bucket: Bucket): Level {
    const name = `${key.sid} ${key.group} ${key.scope}`;
    const atMs = now();
    const known = levels.get(name) ?? { tokens: bucket.burst, atMs };
    const level = {
      tokens: Math.min(bucket.burst, known.tokens + (atMs - known.atMs) / bucket.intervalMs),
      atMs,
    };
    levels.set(name, level);
    return level;
  }

  return {
    take(key) {
      const bucket = bucketOf(key.group, key.access);
      const level = levelOf(key, bucket);
      if (level.tokens >= 1) {
        level.tokens -= 1;
        return { isAllowed: true, headers: { 'X-Ratelimit-Remaining': String(Math.floor(level.tokens)) } };
      }
      return {
        isAllowed: false,
        headers: {
          'X-Ratelimit-Retry': wholeSeconds((1 - level.tokens) * bucket.intervalMs),
          'X-Ratelimit-Limit': String(bucket.burst),
          'X-Ratelimit-Reset': wholeSeconds((bucket.burst - level.tokens) * bucket.intervalMs),
        },
      };
    },
    chargeClientError(key) {
      const rule: LimitRule = RULES[key.group];
      if (rule.clientErrorCost === undefined) return;
      levelOf(key, bucketOf(key.group, key.access)).tokens -= rule.clientErrorCost - 1;
    },
  };
}

/** How often a token of this type may call an operation of the group. */
export function bucketOf(group: LimitGroup, access: TokenAccess): Bucket {
  const rule: LimitRule = RULES[group];
  return access === BASE_ACCESS ? (rule.base ?? rule.normal) : rule.normal;
}

function wholeSeconds(durationMs: number): string {
  return String(Math.max(1, Math.ceil(durationMs / SECOND_MS)));
}
