import { DEVICE_KEY_PREFIX } from './wipe.ts';

/** A crash so soon after the start is blamed on what was read from the device. */
const SUSPICIOUS_MS = 10_000;
const CRASHES_TO_BREAK = 2;
const COUNT_KEY = `${DEVICE_KEY_PREFIX}crashes`;

export interface CrashBreaker {
  /** To be called by the outermost error boundary and by `window.onerror`. */
  reportCrash: () => void;
}

/**
 * Ends a loop of crashes: after two starts in a row that crashed within ten seconds, `wipeCaches` runs before anything
 * is read again. Drafts and unsent work are never touched. Resolves when the start may go on.
 */
export async function startCrashBreaker(wipeCaches: () => Promise<void>): Promise<CrashBreaker> {
  if (readCount() >= CRASHES_TO_BREAK) {
    writeCount(0);
    await wipeCaches();
  }
  const startedAt = Date.now();
  let isReported = false;
  const calm = setTimeout(() => writeCount(0), SUSPICIOUS_MS);
  return {
    reportCrash() {
      if (isReported || Date.now() - startedAt >= SUSPICIOUS_MS) return;
      isReported = true;
      clearTimeout(calm);
      writeCount(readCount() + 1);
    },
  };
}

function readCount(): number {
  try {
    const count = Number(localStorage.getItem(COUNT_KEY));
    return Number.isInteger(count) && count > 0 ? count : 0;
  } catch {
    return 0;
  }
}

function writeCount(count: number) {
  try {
    if (count === 0) localStorage.removeItem(COUNT_KEY);
    else localStorage.setItem(COUNT_KEY, String(count));
  } catch {
    // Without storage there is nothing to crash on.
  }
}
