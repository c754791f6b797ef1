import { z } from 'zod/mini';
import { DEVICE_KEY_PREFIX } from '#offline/device/wipe.ts';

const VISITS_KEY = `${DEVICE_KEY_PREFIX}visits`;
const OFFERED_AT_KEY = `${DEVICE_KEY_PREFIX}install-offered-at`;
/** A start so soon after the one before is the same visit: a reload, a second tab. */
const VISIT_GAP_MS = 30 * 60 * 1000;
const OFFER_AGAIN_AFTER_MS = 30 * 24 * 3600 * 1000;

const visitsSchema = z.object({ count: z.int().check(z.positive()), at: z.number() });

/** Remembers that the app was started. To be called once per start. */
export function countVisit(now = Date.now()): void {
  const last = readVisits();
  const isSame = last !== undefined && now - last.at < VISIT_GAP_MS && last.at <= now;
  const count = (last?.count ?? 0) + (isSame ? 0 : 1);
  write(VISITS_KEY, JSON.stringify({ count, at: now }));
}

/** How many times somebody came to the app on this device; 1 where nothing can be remembered. */
export function visitCount(): number {
  return readVisits()?.count ?? 1;
}

/** False for 30 days after an offer to install, however that was answered, and where nothing can be remembered. */
export function mayOfferInstall(now = Date.now()): boolean {
  try {
    const offeredAt = Number(localStorage.getItem(OFFERED_AT_KEY));
    return now - offeredAt >= OFFER_AGAIN_AFTER_MS;
  } catch {
    return false;
  }
}

export function rememberInstallOffer(now = Date.now()): void {
  write(OFFERED_AT_KEY, String(now));
}

function readVisits(): z.infer<typeof visitsSchema> | undefined {
  try {
    const parsed = visitsSchema.safeParse(JSON.parse(localStorage.getItem(VISITS_KEY) ?? 'null'));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Blocked or full storage: then nothing is offered.
  }
}
