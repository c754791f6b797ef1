import { AsyncLocalStorage } from 'node:async_hooks';

/** Between two steps of a request passes less; what has come to rest, as a stream of hints, is nothing to wait for. */
const RESTING_MS = 300;
/** Who has had the embedded database for so long is at large work, however short its statements are. */
const LIGHT_MS = 100;

/** What people are waiting for an answer to, so that long work on the embedded database does not come between its steps. */
export interface RequestsUnderWay {
  begin(): RequestUnderWay;
  /**
   * Somebody has asked and has no answer yet, and the work for him goes on. Who has asked for large work does not count, nor does whose
   * work it is that calls this: it would wait for itself.
   */
  isAnyLight(): boolean;
  /** Whose work it is that calls this, while somebody waits for it and it is no large work; else nobody's. */
  lightOne(): RequestUnderWay | undefined;
  /** How long ago the last request came. */
  quietMs(): number;
}

export interface RequestUnderWay {
  /** What is begun in there, and all that follows from it, is this request's. */
  run(work: () => void): void;
  /** It has had the database for so long. */
  addUse(ms: number): void;
  /** To be called once or more often. */
  end(): void;
}

interface Request extends RequestUnderWay {
  /** When it began, or had the database last. */
  atWorkAtMs: number;
  usedMs: number;
}

export function createRequestsUnderWay(): RequestsUnderWay {
  const underWay = new Set<Request>();
  const current = new AsyncLocalStorage<Request>();
  let lastAtMs = performance.now();
  return {
    begin() {
      lastAtMs = performance.now();
      const request: Request = {
        atWorkAtMs: lastAtMs,
        usedMs: 0,
        run: (work) => current.run(request, work),
        addUse: (ms) => {
          request.usedMs += ms;
          request.atWorkAtMs = performance.now();
        },
        end: () => void underWay.delete(request),
      };
      underWay.add(request);
      return request;
    },
    isAnyLight() {
      const sinceMs = performance.now() - RESTING_MS;
      const own = current.getStore();
      for (const request of underWay)
        if (request !== own && request.atWorkAtMs > sinceMs && request.usedMs < LIGHT_MS) return true;
      return false;
    },
    lightOne() {
      const request = current.getStore();
      return request && underWay.has(request) && request.usedMs < LIGHT_MS ? request : undefined;
    },
    quietMs: () => performance.now() - lastAtMs,
  };
}
