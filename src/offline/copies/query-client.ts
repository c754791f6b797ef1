import {
  CancelledError,
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryPersister,
} from '@tanstack/react-query';
import type { AppQueryMeta } from '#api/query-meta.ts';
import { isStoredStamp } from '#api/response-age.ts';
import { ApiError, errorTexts, isAway, isBusy, UNKNOWN_ERROR } from '#api/http/api-error.ts';
import { applyResponseAge } from '#api/fetch-query.ts';
import { errorName } from '#lib/error-name.ts';

export const STALE_TIME_MS = 60_000;
/** As specified, «effectively none»: what is not on the screen comes back from the device. */
const UNUSED_TIME_MS = 1;
const MAX_RETRIES = 2;
const LONGEST_RETRY_DELAY_MS = 30_000;
/** Whoever waits longer is told what for. */
const LONGEST_SILENCE_MS = 5_000;
/** A server that was away or busy is asked again by itself, while what it failed to give is on the screen. */
const AWAY_INTERVAL_MS = 10_000;

export interface FailureNotice {
  error: unknown;
  /** What to show: the server's messages, else the text that the query or mutation declares. */
  texts: string[];
  /** Something is on the screen in spite of the failure. */
  hasData: boolean;
}

interface Options {
  /** Keeps copies on the device; without it nothing is kept. */
  persister?: QueryPersister;
  onQueryError: (notice: FailureNotice) => void;
  onMutationError: (notice: FailureNotice) => void;
}

/**
 * The app's query client. Failures are told through the two callbacks, once per outage for reads; the end of a session
 * and cancelled calls are not failures.
 */
export function createQueryClient({ persister, onQueryError, onMutationError }: Options): QueryClient {
  let isOutageTold = false;

  const queryCache = new QueryCache({
    onSuccess(_data, query) {
      applyResponseAge(query);
      if (!isStoredStamp(query.state.dataUpdatedAt)) isOutageTold = false;
    },
    onError(error, query) {
      if (isNoFailure(error) || isQuiet(query.meta, error)) return;
      if (isOutage(error)) {
        if (isOutageTold) return;
        isOutageTold = true;
      }
      if (query.meta?.isShownInPlace && query.state.data === undefined) return;
      onQueryError(noticeOf(error, query.meta?.errorText, query.state.data !== undefined));
    },
  });
  const mutationCache = new MutationCache({
    onError(error, _variables, _result, mutation) {
      if (isNoFailure(error) || isQuiet(mutation.meta, error)) return;
      onMutationError(noticeOf(error, mutation.meta?.errorText, false));
    },
  });

  return new QueryClient({
    queryCache,
    mutationCache,
    defaultOptions: {
      queries: {
        staleTime: STALE_TIME_MS,
        gcTime: UNUSED_TIME_MS,
        // The first try always runs: it reaches the stored copy, and the network may be better than believed.
        networkMode: 'offlineFirst',
        retry: (failureCount, error) => failureCount < MAX_RETRIES && isWorthRetrying(error),
        retryDelay,
        refetchInterval: ({ state }) =>
          isAbsent(state.error) ? Math.max(AWAY_INTERVAL_MS, askedPauseMs(state.error) ?? 0) : false,
        ...(persister && { persister }),
      },
      mutations: {
        // A write that cannot be sent says so; what may wait goes through the outbox instead.
        networkMode: 'always',
        retry: false,
      },
    },
  });
}

/** Nobody refused the request: a gateway closed the connection before the server had answered. */
const CONNECTION_CLOSED = 499;

function isWorthRetrying(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  if (error.isNetworkError || error.status === CONNECTION_CLOSED) return true;
  return (
    error.isServerError && error.code !== 'outdated_app' && (askedPauseMs(error) ?? 0) <= LONGEST_SILENCE_MS
  );
}

function retryDelay(failureCount: number, error: unknown): number {
  return askedPauseMs(error) ?? 1000 * 2 ** failureCount * (0.75 + Math.random() / 2);
}

/** The server’s own word, as far as it is worth waiting without a look. */
function askedPauseMs(error: unknown): number | undefined {
  const asked = error instanceof ApiError ? error.retryAfterMs : undefined;
  return asked && Math.min(asked, LONGEST_RETRY_DELAY_MS);
}

function isQuiet(meta: AppQueryMeta | undefined, error: unknown): boolean {
  return typeof meta?.isQuiet === 'function' ? meta.isQuiet(error) : meta?.isQuiet === true;
}

function isNoFailure(error: unknown): boolean {
  if (error instanceof CancelledError) return true;
  if (error instanceof ApiError) return error.code === 'session_ended';
  return errorName(error) === 'AbortError';
}

/** The server is away, or busy: nobody will say when it is not any more. */
function isAbsent(error: unknown): boolean {
  return error instanceof ApiError && (isAway(error) || isBusy(error));
}

/** Told once, whether the network or the server behind it is away. */
function isOutage(error: unknown): boolean {
  return error instanceof ApiError && (error.isNetworkError || isAbsent(error));
}

function noticeOf(error: unknown, errorText: string | undefined, hasData: boolean): FailureNotice {
  return { error, texts: errorTexts(error, errorText ?? UNKNOWN_ERROR), hasData };
}
