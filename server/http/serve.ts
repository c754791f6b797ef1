import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  API_BASE,
  type EndpointBody,
  type EndpointDefinition,
  type EndpointParams,
  type EndpointQuery,
  type EndpointResponse,
} from '#contract/endpoint.ts';
import { fromWire, toWire } from '#contract/wire.ts';
import type { Database, Db, Trx } from '#server/db/database.ts';
import type { Session } from './session.ts';
import { sendError } from './errors.ts';
import { badRequest, HttpError } from '#server/errors/http-error.ts';
import {
  fingerprintOf,
  readIdempotencyKey,
  runOnceInTransaction,
  type StoredResponse,
} from './idempotency.ts';
import type { LimitCall } from './rate-limits.ts';
import { runOnceWithClaim } from './claimed-requests.ts';
import { parseInput, readWire } from './validation.ts';
import { WireText } from './wire-text.ts';
import type { TakeWriteTurn } from './write-turns.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

export interface Call<E extends EndpointDefinition, O extends ServeOptions = ServeOptions> {
  params: EndpointParams<E>;
  query: EndpointQuery<E>;
  body: EndpointBody<E>;
  session: E['access'] extends 'user' ? Session : undefined;
  /** Of `If-Match: "v17"`, for an endpoint that takes it; who left out a required one was answered 428 already. */
  version: VersionOf<E>;
  idempotencyKey: string | undefined;
  request: FastifyRequest;
  reply: FastifyReply;
  /** The transaction that also holds the idempotency key, when the endpoint takes one; else `database.db`. */
  db: DbOf<E, O>;
}

type VersionOf<E extends EndpointDefinition> = E['ifMatch'] extends 'required'
  ? number
  : E['ifMatch'] extends 'optional'
    ? number | undefined
    : undefined;

type DbOf<E extends EndpointDefinition, O extends ServeOptions> = E['idempotency'] extends string
  ? O extends { callsOut: true }
    ? Db
    : Trx
  : Db;

type HandlerResponse<E extends EndpointDefinition> = [EndpointResponse<E>] extends [undefined]
  ? void
  : // What is kept under an idempotency key is kept as a value.
    EndpointResponse<E> | (E['idempotency'] extends string ? never : WireText);

export interface ServeOptions {
  /**
   * The handler talks to other servers for seconds: it gets `database.db` instead of a transaction, which would keep a
   * connection (on the embedded database the only one) busy meanwhile. Its effect has to bear a repetition.
   */
  callsOut?: true;
  /** How long the body may take to arrive, where it is larger than others. */
  bodyTimeMs?: number;
  /** How large the body may be, where it is larger than others. */
  bodyLimitBytes?: number;
  /** Changes what a caller learns of any failure of this endpoint, those of the HTTP layer included. */
  translateError?: (error: unknown) => unknown;
}

/** What every served endpoint needs; the app is decorated with it. */
export interface Serving {
  database: Database;
  /** Throws 401 without a valid token of a session that goes on. */
  authenticate(request: FastifyRequest): Promise<Session>;
  limitCall: LimitCall;
  takeWriteTurn: TakeWriteTurn;
  /** Everything served so far, for the API document. */
  endpoints: EndpointDefinition[];
  /** Compare each answer with the contract: in tests and development only, it halves the speed of long lists. */
  checksResponses: boolean;
}

declare module 'fastify' {
  interface FastifyInstance {
    serving: Serving;
  }
  interface FastifyRequest {
    session: Session | null;
  }
}

/**
 * Serves one endpoint of the contract: session, limits, headers, parsing (anything unknown is 400), the handler, and
 * the answer in wire format with `ETag: "v<version>"` when it has a version. A handler without a response may send a
 * reply of its own, as downloads do.
 */
export function serve<E extends EndpointDefinition, O extends ServeOptions = ServeOptions>(
  app: FastifyInstance,
  endpoint: E,
  handler: (call: Call<E, O>) => Promise<HandlerResponse<E>>,
  options?: O,
): void {
  const { serving } = app;
  const translateError = options?.translateError;
  serving.endpoints.push(endpoint);
  app.route({
    method: endpoint.method,
    url: API_BASE + endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
    config: { bodyTimeMs: options?.bodyTimeMs, endpoint },
    ...(options?.bodyLimitBytes !== undefined && { bodyLimit: options.bodyLimitBytes }),
    onRequest: async (request) => {
      if (endpoint.access === 'user') request.session = await serving.authenticate(request);
      await serving.limitCall(request, endpoint);
    },
    ...(translateError && {
      errorHandler: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
        void sendError(translateError(error), request, reply),
    }),
    handler: async (request, reply) => {
      const call = readCall(endpoint, request, reply);
      const run = async (db: Db) => {
        // Parsed by the endpoint's own schemas, run as its key and options say: no type follows what is chosen at run time.
        const response = await handler({ ...call, db } as Call<E, O>);
        return responseOf(endpoint, response, serving.checksResponses);
      };
      const outcome = await runWithKey(endpoint, call, serving, run, options?.callsOut === true);
      // A reply of the handler's own is no less begun when its reader has left before its end.
      if (reply.sent || reply.raw.headersSent || reply.raw.destroyed) return reply;
      // What is returned is sent; to wait for the reply itself, each would be watched until its end.
      reply.code(outcome.status);
      if (outcome.body instanceof WireText) {
        reply.type(JSON_TYPE);
        return outcome.body.text;
      }
      reply.headers(outcome.headers);
      return outcome.body ?? undefined;
    },
  });
}

function readCall(endpoint: EndpointDefinition, request: FastifyRequest, reply: FastifyReply) {
  return {
    params: readPart(endpoint.params, request.params),
    query: readPart(endpoint.query, request.query),
    body: readPart(endpoint.body, request.body),
    session: request.session ?? undefined,
    version: endpoint.ifMatch && readVersion(request.headers['if-match'], endpoint.ifMatch === 'required'),
    idempotencyKey:
      endpoint.idempotency &&
      readIdempotencyKey(request.headers['idempotency-key'], endpoint.idempotency === 'required'),
    request,
    reply,
  };
}

function readPart(schema: EndpointDefinition['body'], sent: unknown): unknown {
  // The router's and the query parser's objects have prototypes of their own.
  const isRecord = typeof sent === 'object' && sent !== null && !Array.isArray(sent);
  const value = readWire(isRecord ? { ...sent } : sent);
  if (schema) return parseInput(schema, value);
  if (value === undefined || value === null || (isRecord && Object.keys(sent).length === 0)) return undefined;
  const fields = isRecord ? Object.keys(sent) : [];
  throw badRequest(
    'Неверный запрос',
    fields.map((field) => ({ field, detail: 'Неизвестное поле' })),
  );
}

/** A proxy that compresses may weaken the tag. */
const VERSION_TAG = /^(?:W\/)?"v(\d{1,10})"$/;

function readVersion(header: string | undefined, isRequired: boolean): number | undefined {
  if (header === undefined) {
    if (!isRequired) return undefined;
    throw new HttpError({
      status: 428,
      code: 'version_required',
      detail: ['Запрос нужно отправлять с заголовком If-Match'],
    });
  }
  const version = VERSION_TAG.exec(header)?.[1];
  if (version === undefined) throw badRequest('Заголовок If-Match должен быть вида "v17"');
  return Number(version);
}

async function runWithKey(
  endpoint: EndpointDefinition,
  call: ReturnType<typeof readCall>,
  { database, takeWriteTurn }: Serving,
  run: (db: Db) => Promise<StoredResponse>,
  callsOut: boolean,
): Promise<StoredResponse> {
  if (!endpoint.idempotency) return run(database.db);
  const session = call.request.session;
  if (!session) return callsOut ? run(database.db) : database.transaction(run);
  if (call.idempotencyKey === undefined) {
    return callsOut ? run(database.db) : takeWriteTurn(session.userId, () => database.transaction(run));
  }
  const keyed = {
    userId: session.userId,
    accountId: session.accountId,
    key: call.idempotencyKey,
    fingerprint: fingerprintOf(endpoint.method, call.request.url, call.request.body),
  };
  return callsOut
    ? runOnceWithClaim(database, keyed, () => run(database.db))
    : takeWriteTurn(session.userId, () => runOnceInTransaction(database, keyed, run));
}

function responseOf(endpoint: EndpointDefinition, value: unknown, isChecked: boolean): StoredResponse {
  if (isChecked && endpoint.response) {
    const said = value instanceof WireText ? fromWire(JSON.parse(value.text)) : value;
    const result = endpoint.response.safeParse(said);
    if (!result.success) {
      throw new Error(`The answer of ${endpoint.method} ${endpoint.path} breaks the contract`, {
        cause: result.error,
      });
    }
  }
  if (value instanceof WireText) return { status: endpoint.status ?? 200, headers: {}, body: value };
  const version = hasVersion(value) ? value.version : undefined;
  return {
    status: endpoint.status ?? 200,
    headers: version === undefined ? {} : { etag: `"v${version}"` },
    body: value === undefined ? null : toWire(value),
  };
}

function hasVersion(value: unknown): value is { version: number } {
  return (
    typeof value === 'object' && value !== null && 'version' in value && typeof value.version === 'number'
  );
}
