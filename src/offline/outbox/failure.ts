import { ApiError, UNKNOWN_ERROR } from '#api/http/api-error.ts';
import type { OutboxFailure } from './outbox-record.ts';

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 300_000;
/** Temporary although they are 4xx: the same request may succeed later. */
const TEMPORARY_STATUSES = new Set([401, 408, 425, 429]);
/** Said before the request is looked at: it surely had no effect. */
const CERTAIN_STATUSES = new Set([401, 429]);

export interface JudgedFailure {
  failure: OutboxFailure;
  isTemporary: boolean;
  /** The server surely did not do it. */
  isCertain: boolean;
  retryAfterMs: number | undefined;
}

/** Tells what may succeed later from what never will; only the first kind is sent again by itself. */
export function judge(error: unknown): JudgedFailure {
  if (!(error instanceof ApiError)) {
    const failure: OutboxFailure = { kind: 'refused', status: 0, detail: [UNKNOWN_ERROR], fieldErrors: [] };
    return { failure, isTemporary: false, isCertain: false, retryAfterMs: undefined };
  }
  const { status, code } = error;
  const isTemporary =
    error.isNetworkError || status >= 500 || TEMPORARY_STATUSES.has(status) || code === 'request_in_progress';
  return {
    failure: {
      kind: kindOf(error, isTemporary),
      status,
      detail: error.detail,
      fieldErrors: error.fieldErrors,
      ...(code !== undefined && { code }),
    },
    isTemporary,
    isCertain: CERTAIN_STATUSES.has(status),
    retryAfterMs: error.retryAfterMs,
  };
}

function kindOf(error: ApiError, isTemporary: boolean): OutboxFailure['kind'] {
  if (error.isNetworkError) return 'network';
  if (error.status === 401) return 'session';
  return isTemporary ? 'server' : 'refused';
}

/** Grows with each attempt, and is never the same for two devices. */
export function pauseMs(attempts: number, retryAfterMs: number | undefined, random: () => number): number {
  if (retryAfterMs !== undefined) return Math.min(retryAfterMs, LONGEST_PAUSE_MS) + random() * 1000;
  return Math.min(FIRST_PAUSE_MS * 2 ** attempts, LONGEST_PAUSE_MS) * (0.75 + random() / 2);
}
