const FAILURES_TO_OPEN = 5;
/** So long a host that does not answer is left alone. */
const OPEN_MS = 15_000;

/**
 * Stops calling a host that does not answer: after five failures in a row nobody asks for 15 s, then one call tries.
 * Kept per process; what must not be lost waits in the database anyway.
 */
export interface Circuit {
  /** Milliseconds to wait before the host may be called; 0: now. Of callers that get 0 while it is open, one at a time. */
  waitMs(host: string): number;
  succeeded(host: string): void;
  failed(host: string): void;
}

export function createCircuit(openMs = OPEN_MS, now: () => number = Date.now): Circuit {
  const failures = new Map<string, { inRow: number; closedUntilMs: number }>();
  return {
    waitMs(host) {
      const state = failures.get(host);
      if (!state || state.inRow < FAILURES_TO_OPEN) return 0;
      const waitMs = state.closedUntilMs - now();
      if (waitMs > 0) return waitMs;
      // This caller is the one that tries; the others wait for its outcome.
      state.closedUntilMs = now() + openMs;
      return 0;
    },
    succeeded(host) {
      failures.delete(host);
    },
    failed(host) {
      const inRow = (failures.get(host)?.inRow ?? 0) + 1;
      failures.set(host, { inRow, closedUntilMs: now() + openMs });
    },
  };
}
