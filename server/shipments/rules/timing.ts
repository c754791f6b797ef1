import type { Env } from '#server/config/env.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

/** How long shipments wait, and for what. */
export interface ShipmentTiming {
  /** First pause before asking whether something that was sent is there. */
  pollBaseMs: number;
  /** A card that is not confirmed after this is an error. */
  confirmWithinMs: number;
  /** So long prices and stocks may not know a new card. */
  syncWithinMs: number;
}

const REAL_POLL_BASE_MS = 10 * SECOND_MS;
const DEMO_POLL_BASE_MS = 2 * SECOND_MS;

/** A stage that takes longer is shown as slow. */
export const SLOW_AFTER_MS = 30 * MINUTE_MS;

export function shipmentTiming(env: Pick<Env, 'shipmentPollBaseMs'>, isDemo: boolean): ShipmentTiming {
  return {
    pollBaseMs: env.shipmentPollBaseMs ?? (isDemo ? DEMO_POLL_BASE_MS : REAL_POLL_BASE_MS),
    confirmWithinMs: 60 * MINUTE_MS,
    syncWithinMs: 30 * MINUTE_MS,
  };
}

/**
 * When to look again at what was sent `elapsedMs` ago: after 10, 20 and 40 s, then each minute (for a base of 10 s). What has
 * taken long will not be there the next minute: after ten minutes it is looked for each tenth of its time, five at most.
 */
export function nextLookInMs(elapsedMs: number, { pollBaseMs }: Pick<ShipmentTiming, 'pollBaseMs'>): number {
  const looks = [1, 3, 7].map((times) => times * pollBaseMs);
  const next = looks.find((atMs) => atMs > elapsedMs);
  if (next !== undefined) return next - elapsedMs;
  return Math.min(Math.max(elapsedMs / 10, 6 * pollBaseMs), 30 * pollBaseMs);
}

/** Sent, and no answer came: so long the marketplace may still be at work on it, then it is sent again. */
export function graceMs({ pollBaseMs }: Pick<ShipmentTiming, 'pollBaseMs'>): number {
  return 10 * pollBaseMs;
}

/**
 * The same of a card: the marketplace makes it in minutes, and one that is sent again meanwhile comes back as an error,
 * though the first one is on its way. The looks at the list go on, so a card that is there is not waited for.
 */
export function cardGraceMs({ pollBaseMs }: Pick<ShipmentTiming, 'pollBaseMs'>): number {
  return 30 * pollBaseMs;
}
