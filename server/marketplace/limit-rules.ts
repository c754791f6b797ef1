import type { TokenType } from '#contract/shops.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** A token bucket: one call comes back every `intervalMs`, up to `burst` of them. */
export interface Bucket {
  intervalMs: number;
  burst: number;
}

interface LimitRule {
  normal: Bucket;
  /** What a basic token gets where it gets less. */
  basic?: Bucket;
  /** An answer 4XX is charged as this many calls. */
  clientErrorCost?: number;
}

const content: Bucket = { intervalMs: 600, burst: 5 };
const contentWrites: Bucket = { intervalMs: 6 * SECOND_MS, burst: 5 };
const prices: Bucket = { intervalMs: 600, burst: 5 };
const twoPerHour: Bucket = { intervalMs: 30 * MINUTE_MS, burst: 1 };
const onePerMinute: Bucket = { intervalMs: MINUTE_MS, burst: 1 };

/** The documented limits of one seller account, by group of calls that share a bucket. */
const RULES = {
  content: { normal: content },
  'content-list': { normal: content },
  'content-directories': { normal: content, basic: twoPerHour },
  'content-brands': { normal: { intervalMs: SECOND_MS, burst: 5 }, basic: { intervalMs: HOUR_MS, burst: 1 } },
  'content-tags': { normal: content, basic: twoPerHour },
  'content-limits': { normal: content, basic: twoPerHour },
  'content-media': { normal: content, basic: twoPerHour },
  'content-upload': { normal: contentWrites },
  'content-update': { normal: contentWrites },
  'content-errors': { normal: contentWrites },
  prices: { normal: prices, basic: { intervalMs: 15 * MINUTE_MS, burst: 1 } },
  calendar: { normal: prices, basic: { intervalMs: HOUR_MS, burst: 1 } },
  'calendar-goods': { normal: prices },
  stocks: { normal: { intervalMs: 200, burst: 20 }, clientErrorCost: 10 },
  warehouses: { normal: { intervalMs: 200, burst: 20 }, clientErrorCost: 10 },
  orders: { normal: { intervalMs: MINUTE_MS, burst: 10 }, basic: { intervalMs: 3 * HOUR_MS, burst: 1 } },
  sales: { normal: onePerMinute, basic: { intervalMs: 2 * HOUR_MS, burst: 1 } },
  'report-list': { normal: onePerMinute },
  'report-detailed': { normal: onePerMinute, basic: { intervalMs: 12 * HOUR_MS, burst: 1 } },
  funnel: { normal: { intervalMs: 20 * SECOND_MS, burst: 3 }, basic: twoPerHour },
  'seller-info': {
    normal: { intervalMs: MINUTE_MS, burst: 10 },
    basic: { intervalMs: 24 * HOUR_MS, burst: 1 },
  },
  commissions: {
    normal: { intervalMs: MINUTE_MS, burst: 2 },
    basic: { intervalMs: 12 * MINUTE_MS, burst: 1 },
  },
  // Documented for each host apart, hence a group per host.
  'ping-content': { normal: { intervalMs: 10 * SECOND_MS, burst: 3 } },
  'ping-prices': { normal: { intervalMs: 10 * SECOND_MS, burst: 3 } },
  'ping-marketplace': { normal: { intervalMs: 10 * SECOND_MS, burst: 3 } },
  'ping-statistics': { normal: { intervalMs: 10 * SECOND_MS, burst: 3 } },
  'ping-analytics': { normal: { intervalMs: 10 * SECOND_MS, burst: 3 } },
  'ping-finance': { normal: { intervalMs: 10 * SECOND_MS, burst: 3 } },
} satisfies Record<string, LimitRule>;

export type LimitGroup = keyof typeof RULES;

export function bucketOf(group: LimitGroup, tokenType: TokenType): Bucket {
  const rule: LimitRule = RULES[group];
  return tokenType === 'BASIC' ? (rule.basic ?? rule.normal) : rule.normal;
}

/** How many calls an answer 4XX costs beyond the one that was taken. */
export function clientErrorSurcharge(group: LimitGroup): number {
  const rule: LimitRule = RULES[group];
  return (rule.clientErrorCost ?? 1) - 1;
}
