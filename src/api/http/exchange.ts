import { fromWire } from '#contract/wire.ts';
import { ApiError, networkError } from './api-error.ts';

interface Limits {
  timeoutMs: number;
  /** The caller's: aborting it ends the exchange with its reason. */
  signal?: AbortSignal | undefined;
  /** For whoever may end many exchanges at once. */
  abort?: AbortController;
}

/**
 * One request and the reading of its answer, within one time limit.
 *
 * Throws {@link ApiError} (network, timeout, portal) or the reason of the caller's signal. Signals are joined by hand:
 * `AbortSignal.any` is younger than the browsers that sellers use.
 */
export async function exchange<T>(
  fetchImpl: typeof fetch,
  url: string,
  init: RequestInit,
  { timeoutMs, signal, abort = new AbortController() }: Limits,
  read: (response: Response) => T | Promise<T>,
): Promise<T> {
  const stop = () => abort.abort();
  const timer = setTimeout(stop, timeoutMs);
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const response = await Promise.race([
      fetchImpl(url, {
        ...init,
        signal: abort.signal,
        cache: 'no-store',
        // No cookies are used, and the API never redirects: whoever does is not our server.
        credentials: 'omit',
        redirect: 'error',
      }),
      rejectionOf(abort.signal),
    ]);
    if (isPortalResponse(response)) throw networkError('portal');
    return await Promise.race([read(response), rejectionOf(abort.signal)]);
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (error instanceof ApiError) throw error;
    throw networkError(abort.signal.aborted ? 'timeout' : 'network');
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

/** The body as JSON with camelCase keys; `undefined` when it is empty, cut, hostile or something else. */
export async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '' || !isJson(response)) return undefined;
  try {
    return fromWire(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function isJson(response: Response): boolean {
  return /^application\/([\w.+-]+\+)?json\b/i.test(response.headers.get('content-type') ?? '');
}

/** A success in HTML is a login page of some network, whatever its address. */
function isPortalResponse(response: Response): boolean {
  return response.ok && /^text\/html\b/i.test(response.headers.get('content-type') ?? '');
}

/** A body that never ends must not outlive the time limit, whatever `fetch` does with the signal. */
function rejectionOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const fail = () => reject(new DOMException('Aborted', 'AbortError'));
    if (signal.aborted) fail();
    else signal.addEventListener('abort', fail, { once: true });
  });
}
