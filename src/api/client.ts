import type {
  EndpointBodyInput,
  EndpointDefinition,
  EndpointParamsInput,
  EndpointQuery,
  EndpointQueryInput,
  EndpointResponse,
} from '#contract/endpoint.ts';
import { endpointPath } from '#contract/endpoint.ts';
import { FETCHED_AT_HEADER, KEEP_NOTHING_HEADER, SW_CACHE_HEADER } from '#contract/service-worker.ts';
import { toQueryString, toWire } from '#contract/wire.ts';
import {
  ApiError,
  badResponseError,
  isAway,
  isBusy,
  normalizeError,
  sessionEndedError,
} from './http/api-error.ts';
import { withEarlyReads } from './http/early-reads.ts';
import { exchange, readJson } from './http/exchange.ts';
import { createTokenRefresher, type LockProvider } from './session/refresh.ts';
import type { SessionStore } from './session/session-store.ts';

const CALL_TIMEOUT_MS = 15_000;
/** Reads are answered sooner than this, or something is wrong; a write may rightly take long. */
const SILENCE_MS = 3_000;

type PathValues<P> = { [K in keyof P]: string | number };
/** A query travels as text, so a number or a flag may be given as what it is; `undefined` is left out. */
type QueryValues<I, O> = { [K in keyof I]: I[K] | (K extends keyof O ? O[K] : never) | null | undefined };
type OptionalWhenEmpty<Name extends string, T> = object extends T ? { [K in Name]?: T } : { [K in Name]: T };

interface CommonOptions {
  signal?: AbortSignal | undefined;
  /** Sent as `If-Match: "v<version>"`. */
  version?: number | undefined;
  idempotencyKey?: string | undefined;
  /** Instead of 15 s, for calls that are known to take longer (an upload, a generated text). */
  timeoutMs?: number | undefined;
  /** Whether the server would refuse the access token: it is renewed first then, as after a 401. */
  isSpent?: (token: string | null) => boolean;
}

/** What a call takes, derived from its endpoint; a multipart body is given as `FormData`. */
export type CallOptions<E extends EndpointDefinition> = CommonOptions &
  (undefined extends E['params'] ? unknown : { params: PathValues<EndpointParamsInput<E>> }) &
  (undefined extends E['query']
    ? unknown
    : OptionalWhenEmpty<'query', QueryValues<EndpointQueryInput<E>, EndpointQuery<E>>>) &
  (undefined extends E['body']
    ? { body?: FormData }
    : OptionalWhenEmpty<'body', EndpointBodyInput<E> | FormData>);
export type CallArguments<E extends EndpointDefinition> =
  object extends CallOptions<E> ? [options?: CallOptions<E>] : [options: CallOptions<E>];

export interface ResponseMeta {
  /** When the server gave the answer, by this device's clock (the clock that staleness is reckoned with). */
  fetchedAt: number;
  /** True when the service worker answered from its cache because the network did not. */
  isFromCache: boolean;
  /** From `ETag: "v17"`. */
  version: number | undefined;
}

/** How a call went, for whoever judges the connection. */
export interface CallOutcome {
  /**
   * `busy`: the server says that it cannot keep up; `away`: a gateway answered that there is no server behind it;
   * `failed`: refused, or cut; `timeout`: not answered in time; `silent`: a read has not been answered for three seconds
   * and goes on, the end of it is told by another outcome.
   */
  kind: 'answered' | 'stored' | 'busy' | 'failed' | 'timeout' | 'portal' | 'away' | 'silent';
  method: string;
  startedAt: number;
  latencyMs: number;
  /** Server's clock minus this device's, when the answer told. */
  clockSkewMs?: number;
}

export interface ApiClient {
  /** The answer's body. Throws {@link ApiError}, or the reason of `signal` when that was aborted. */
  call<E extends EndpointDefinition>(endpoint: E, ...args: CallArguments<E>): Promise<EndpointResponse<E>>;
  /** The answer with its age. */
  callWithMeta<E extends EndpointDefinition>(
    endpoint: E,
    ...args: CallArguments<E>
  ): Promise<{ data: EndpointResponse<E>; meta: ResponseMeta }>;
  /**
   * A file: `read` takes the body, within reach of the signal, the time limit and the end of the session. A body that is
   * cut is a network error; other errors as in {@link call}.
   */
  download<E extends EndpointDefinition, T>(
    endpoint: E,
    read: (response: Response) => Promise<T>,
    ...args: CallArguments<E>
  ): Promise<T>;
}

export type ReadWatcher = (path: string) => ((response: Response) => void | Promise<void>) | undefined;

export interface ApiClientDeps {
  session: SessionStore;
  fetch?: typeof fetch;
  /** Web Locks; `undefined` where the browser has none. */
  locks?: LockProvider | undefined;
  onOutcome?: (outcome: CallOutcome) => void;
  /** Asked when a read of the user begins, unless nothing may be kept: gives what wants a copy of the answer. */
  onRead?: ReadWatcher;
  now?: () => number;
  timeoutMs?: number;
}

/** The options of any endpoint, once the types have done their work. */
interface PlainOptions extends CommonOptions {
  params?: Record<string, string | number>;
  query?: Record<string, unknown>;
  body?: unknown;
}

interface SendOptions extends PlainOptions {
  /** What is taken as a file is no screen's: nobody keeps a copy of it. */
  isFile?: boolean;
}

/**
 * Speaks with the server: names of the wire, bearer header, one time limit, one refresh after a 401 and one retry.
 * It shows nothing; an answer that comes after the end of its session is dropped.
 */
export function createApiClient(deps: ApiClientDeps): ApiClient {
  const { session, onOutcome = () => undefined, now = Date.now } = deps;
  const fetchImpl = withEarlyReads(deps.fetch ?? ((input, init) => globalThis.fetch(input, init)));
  const running = abortWithSession(session);
  const refresher = createTokenRefresher({ session, fetch: fetchImpl, locks: deps.locks });

  async function send<T>(
    endpoint: EndpointDefinition,
    options: SendOptions,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    if (endpoint.access === 'guest') {
      return attempt(endpoint, options, session.getSession().accessToken, read).then(valueOf);
    }
    const { epoch } = session;
    const failIfEnded = () => {
      if (session.epoch !== epoch) throw sessionEndedError();
    };
    try {
      await refresher.idle();
      // Another user may have signed in meanwhile: nothing of the first may go out under the second's token.
      failIfEnded();
      const token = session.getSession().accessToken;
      const first = options.isSpent?.(token)
        ? { unauthorized: sessionEndedError() }
        : await attempt(endpoint, options, token, read);
      failIfEnded();
      if (!('unauthorized' in first) || !(await refresher.recover(token))) return valueOf(first);
      failIfEnded();
      options.signal?.throwIfAborted();
      return valueOf(await attempt(endpoint, options, session.getSession().accessToken, read));
    } catch (error) {
      failIfEnded();
      throw error;
    }
  }

  /** One exchange. A 401 is handed back, for the refresh; every other failure is thrown. */
  async function attempt<T>(
    endpoint: EndpointDefinition,
    options: SendOptions,
    token: string | null,
    read: (response: Response) => Promise<T>,
  ): Promise<Attempt<T>> {
    const startedAt = now();
    const { epoch } = session;
    const abort = new AbortController();
    if (endpoint.access === 'user') running.add(abort);
    const report = (kind: CallOutcome['kind'], response?: Response, at = now()) => {
      const skew = response && !isStored(response) ? clockSkewMs(response, at) : undefined;
      const outcome: CallOutcome = { kind, method: endpoint.method, startedAt, latencyMs: at - startedAt };
      onOutcome(skew === undefined ? outcome : { ...outcome, clockSkewMs: skew });
    };
    const url = urlOf(endpoint, options);
    const isKeepable =
      !options.isFile &&
      endpoint.method === 'GET' &&
      endpoint.access === 'user' &&
      !session.getSession().isForeignDevice;
    const takeCopy = isKeepable ? deps.onRead?.(url) : undefined;
    const silence = endpoint.method === 'GET' ? setTimeout(() => report('silent'), SILENCE_MS) : undefined;
    try {
      return await exchange<Attempt<T>>(
        fetchImpl,
        url,
        requestOf(endpoint, options, token, session.getSession().isForeignDevice),
        {
          timeoutMs: options.timeoutMs ?? deps.timeoutMs ?? CALL_TIMEOUT_MS,
          signal: options.signal,
          abort,
        },
        async (response) => {
          clearTimeout(silence);
          if (response.ok) {
            report(isStored(response) ? 'stored' : 'answered', response);
            void takeCopy?.(response.clone());
            return { value: await read(response) };
          }
          const answeredAt = now();
          const error = normalizeError({
            status: response.status,
            body: await readJson(response),
            retryAfter: response.headers.get('retry-after'),
          });
          report(kindOf(error), response, answeredAt);
          if (response.status === 401 && endpoint.access === 'user') return { unauthorized: error };
          throw error;
        },
      );
    } catch (error) {
      if (error instanceof ApiError && error.isNetworkError && session.epoch === epoch) {
        report(error.code === 'portal' || error.code === 'timeout' ? error.code : 'failed');
      }
      throw error;
    } finally {
      clearTimeout(silence);
      running.delete(abort);
    }
  }

  async function callWithMeta<E extends EndpointDefinition>(endpoint: E, ...[options]: CallArguments<E>) {
    return send(endpoint, plain(options), async (response) => {
      const data = await readJson(response);
      if (endpoint.response && data === undefined) throw badResponseError();
      // The server answers by the same contract; what is read back from the device is checked there.
      return { data: data as EndpointResponse<E>, meta: metaOf(response, now()) };
    });
  }

  return {
    callWithMeta,
    call: async (endpoint, ...args) => (await callWithMeta(endpoint, ...args)).data,
    download: (endpoint, read, ...[options]) => send(endpoint, { ...plain(options), isFile: true }, read),
  };
}

/** The calls of the session of now: its end aborts them. */
function abortWithSession(session: SessionStore): Set<AbortController> {
  const running = new Set<AbortController>();
  let { epoch } = session;
  session.subscribe(() => {
    if (session.epoch === epoch) return;
    epoch = session.epoch;
    for (const abort of running) abort.abort();
  });
  return running;
}

type Attempt<T> = { value: T } | { unauthorized: ApiError };

function valueOf<T>(attempt: Attempt<T>): T {
  if ('unauthorized' in attempt) throw attempt.unauthorized;
  return attempt.value;
}

function plain(options: object | undefined): PlainOptions {
  return options ?? {};
}

function urlOf(endpoint: EndpointDefinition, { params, query }: PlainOptions): string {
  const queryString = toQueryString(query ?? {});
  return endpointPath(endpoint, params) + (queryString && `?${queryString}`);
}

function requestOf(
  endpoint: EndpointDefinition,
  { body, version, idempotencyKey }: PlainOptions,
  token: string | null,
  isForeignDevice: boolean,
): RequestInit {
  const headers = new Headers({ accept: 'application/json' });
  if (token) headers.set('authorization', `Bearer ${token}`);
  if (version !== undefined) headers.set('if-match', `"v${version}"`);
  if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey);
  if (isForeignDevice) headers.set(KEEP_NOTHING_HEADER, '1');
  if (body === undefined) return { method: endpoint.method, headers };
  if (body instanceof FormData) return { method: endpoint.method, headers, body };
  headers.set('content-type', 'application/json');
  return { method: endpoint.method, headers, body: JSON.stringify(toWire(body)) };
}

function kindOf(refusal: ApiError): CallOutcome['kind'] {
  if (isBusy(refusal)) return 'busy';
  return isAway(refusal) ? 'away' : 'answered';
}

function isStored(response: Response): boolean {
  return response.headers.get(SW_CACHE_HEADER) === 'hit';
}

function metaOf(response: Response, now: number): ResponseMeta {
  const isFromCache = isStored(response);
  const version = /^(?:W\/)?"v(\d{1,15})"$/.exec(response.headers.get('etag') ?? '')?.[1];
  return {
    fetchedAt: isFromCache ? storedAt(response) : now,
    isFromCache,
    version: version === undefined ? undefined : Number(version),
  };
}

/** A stored answer without its stamp is of unknown age: it counts as the oldest. */
function storedAt(response: Response): number {
  const stamp = Number(response.headers.get(FETCHED_AT_HEADER));
  return Number.isFinite(stamp) ? stamp : 0;
}

function clockSkewMs(response: Response, now: number): number | undefined {
  const serverTime = Date.parse(response.headers.get('date') ?? '');
  return Number.isNaN(serverTime) ? undefined : serverTime - now;
}
