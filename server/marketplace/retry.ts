import type { MarketplaceError } from './errors.ts';

const UNAVAILABLE_DELAYS_MS = [1000, 2000, 4000, 8000, 16_000];
const JITTER_SHARE = 0.2;
const BUSY_CODES = new Set(['StoreIsProcessing', 'WarehouseStocksUpdateBlock']);
const BUSY_DELAY_MS = 30_000;
const BUSY_ATTEMPTS = 10;

/**
 * How long to wait before the same call is made again, or null when it must not be: 429 waits as long as it was told,
 * no answer 1–2–4–8–16 s, a busy warehouse ten times 30 s; everything else was refused for good.
 * `attempt` counts failures so far, from 1.
 */
export function retryDelayMs(error: MarketplaceError, attempt: number, random = Math.random): number | null {
  if (error.retryAt) return Math.max(0, error.retryAt.getTime() - Date.now());
  if (error.kind === 'unavailable') {
    const delayMs = UNAVAILABLE_DELAYS_MS[attempt - 1];
    return delayMs === undefined ? null : withJitter(delayMs, random);
  }
  if (isBusy(error)) return attempt <= BUSY_ATTEMPTS ? BUSY_DELAY_MS : null;
  return null;
}

const LONGEST_BACKOFF_MS = 60_000;

/** The same growing delay for work that is never given up, one minute at most. */
export function backoffMs(attempt: number, random = Math.random): number {
  return withJitter(Math.min(1000 * 2 ** Math.max(0, attempt - 1), LONGEST_BACKOFF_MS), random);
}

/** The warehouse is being worked on at the marketplace's side; the same call succeeds later. */
export function isBusy(error: MarketplaceError): boolean {
  return error.code !== undefined && BUSY_CODES.has(error.code);
}

function withJitter(delayMs: number, random: () => number): number {
  return Math.round(delayMs * (1 + JITTER_SHARE * (2 * random() - 1)));
}
