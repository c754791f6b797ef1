/** A quick question is answered sooner; whoever asks for longer is at work himself. */
const QUICK_MS = 300;

/** What people are waiting for an answer to, so that long work on the embedded database does not come between its steps. */
export interface RequestsUnderWay {
  /** A request has come; the answer calls what this returns, once or more often. */
  begin(): () => void;
  /** Somebody has asked a moment ago, and has no answer yet. */
  isAnyNew(): boolean;
  /** How long ago the last request came. */
  quietMs(): number;
}

export function createRequestsUnderWay(): RequestsUnderWay {
  const begunAtMs = new Map<symbol, number>();
  let lastAtMs = performance.now();
  return {
    begin() {
      const request = Symbol();
      lastAtMs = performance.now();
      begunAtMs.set(request, lastAtMs);
      return () => void begunAtMs.delete(request);
    },
    isAnyNew() {
      const newMs = performance.now() - QUICK_MS;
      for (const atMs of begunAtMs.values()) if (atMs > newMs) return true;
      return false;
    },
    quietMs: () => performance.now() - lastAtMs,
  };
}
