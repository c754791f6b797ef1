import { refreshTokensEndpoint } from '#contract/auth.ts';
import { endpointPath } from '#contract/endpoint.ts';
import { type ApiError, badResponseError, networkError, normalizeError } from '#api/http/api-error.ts';
import { exchange, readJson } from '#api/http/exchange.ts';
import type { SessionStore } from './session-store.ts';
import { isAccessToken, isRefreshToken, type TokenPair } from './token-storage.ts';

const LOCK_NAME = 'prilavok-refresh';
const LOCK_WAIT_MS = 10_000;
/** Shorter than the wait for the lock, so that a tab that waits is served after a tab that hangs. */
const REFRESH_TIMEOUT_MS = 8_000;
/** A lock that comes later than this was held by another tab, which has probably refreshed. */
const AT_ONCE_MS = 10;
/** Browsers carry storage between tabs and hand over locks on different ways: the lock may well come first. */
const STORAGE_WAIT_MS = 500;
const STORAGE_LOOK_MS = 20;

export type LockProvider = Pick<LockManager, 'request'>;

export interface TokenRefresher {
  /** Resolves when no refresh is under way; a new request would only get another 401 before that. */
  idle(): Promise<void>;
  /**
   * After a 401 for `failedToken`: true when the original is to be sent again, once. False when the session is over.
   * Throws {@link ApiError} when the refresh could not be answered: the session stays, the request may be retried.
   */
  recover(failedToken: string | null): Promise<boolean>;
}

type Outcome = 'refreshed' | 'ended' | { failure: ApiError };

/** One refresh at a time: in this tab by a shared promise, across tabs by a Web Lock where there is one. */
export function createTokenRefresher(deps: {
  session: SessionStore;
  fetch: typeof fetch;
  locks: LockProvider | undefined;
}): TokenRefresher {
  const { session, locks } = deps;
  let flight: Promise<Outcome> | undefined;

  function refreshOnce(failedToken: string | null): Promise<Outcome> {
    flight ??= underLock(failedToken).finally(() => {
      flight = undefined;
    });
    return flight;
  }

  async function underLock(failedToken: string | null): Promise<Outcome> {
    if (!locks) return refresh(failedToken);
    const wait = new AbortController();
    const timer = setTimeout(() => wait.abort(), LOCK_WAIT_MS);
    const askedAt = Date.now();
    try {
      return await locks.request(LOCK_NAME, { signal: wait.signal }, async () => {
        clearTimeout(timer);
        if (Date.now() - askedAt > AT_ONCE_MS) await storedByAnotherTab(failedToken);
        return refresh(failedToken);
      });
    } catch (error) {
      // The tab that holds the lock may be frozen. Its lock is never stolen: two tabs would refresh with one token.
      if (wait.signal.aborted) return { failure: networkError('timeout') };
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Waits for the pair that the tab before this one has stored; not long, for it may have failed. */
  async function storedByAnotherTab(failedToken: string | null): Promise<void> {
    const isStill = () => {
      session.rereadStorage();
      return session.getSession().accessToken === failedToken;
    };
    for (let waitedMs = 0; isStill() && waitedMs < STORAGE_WAIT_MS; waitedMs += STORAGE_LOOK_MS) {
      await new Promise((done) => setTimeout(done, STORAGE_LOOK_MS));
    }
  }

  async function refresh(failedToken: string | null): Promise<Outcome> {
    session.rereadStorage();
    const { accessToken, refreshToken, isLoggedIn } = session.getSession();
    if (!isLoggedIn || !refreshToken) return 'ended';
    // By another tab, while this one waited for the lock; its storage event may have brought the pair before the lock did.
    if (accessToken !== failedToken) return 'refreshed';
    const { epoch } = session;
    const response = await askForTokens(deps.fetch, refreshToken);
    if (session.epoch !== epoch) return 'ended';
    if ('pair' in response) return session.adoptTokens(response.pair, epoch) ? 'refreshed' : endedByServer();
    if (!response.failure.isClientError) return response;
    const verdict = session.rereadStorage();
    if (verdict === 'adopted') return 'refreshed';
    return verdict === 'same' ? endedByServer() : 'ended';
  }

  function endedByServer(): Outcome {
    void session.endSession('expired');
    return 'ended';
  }

  return {
    async idle() {
      await flight;
    },
    async recover(failedToken) {
      if (session.getSession().accessToken !== failedToken) return session.getSession().isLoggedIn;
      const outcome = await refreshOnce(failedToken);
      if (typeof outcome === 'object') throw outcome.failure;
      return outcome === 'refreshed' && session.getSession().isLoggedIn;
    },
  };
}

async function askForTokens(
  fetchImpl: typeof fetch,
  refresh: string,
): Promise<{ pair: TokenPair } | { failure: ApiError }> {
  try {
    return await exchange(
      fetchImpl,
      endpointPath(refreshTokensEndpoint),
      {
        method: refreshTokensEndpoint.method,
        headers: { accept: 'application/json', 'content-type': 'application/json' },
        body: JSON.stringify({ refresh }),
      },
      { timeoutMs: REFRESH_TIMEOUT_MS },
      async (response) => {
        const body = await readJson(response);
        if (!response.ok) return { failure: normalizeError({ status: response.status, body }) };
        const pair = pairOf(body);
        return pair ? { pair } : { failure: badResponseError() };
      },
    );
  } catch (error) {
    return { failure: error as ApiError }; // without a caller's signal `exchange` throws nothing else
  }
}

function pairOf(body: unknown): TokenPair | undefined {
  if (typeof body !== 'object' || body === null || !('access' in body) || !('refresh' in body))
    return undefined;
  const { access, refresh } = body;
  return isAccessToken(access) && isRefreshToken(refresh) ? { access, refresh } : undefined;
}
