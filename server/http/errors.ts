import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody, ErrorCode } from '#contract/errors.ts';
import { toSnakeKey, toWire } from '#contract/wire.ts';
import { isConnectionError } from '#server/db/database.ts';
import { takenValueText } from '#server/db/unique-violation.ts';
import { MarketplaceError } from '#server/marketplace/errors.ts';
import {
  badRequest,
  conflict,
  HttpError,
  notFound,
  tooManyRequests,
  unavailable,
} from '#server/errors/http-error.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

const DATABASE_RETRY_SECONDS = 5;
const MARKETPLACE_RETRY_SECONDS = 30;
/** Somebody has to make room first. */
const DISK_RETRY_SECONDS = 60;
const DISK_FULL = 'На диске сервера кончилось место: сохранить нельзя, читать можно';

/** Makes every refusal and every failure `{detail, code, errors?}`; what went wrong inside stays in the log. */
export function respondWithErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
}

/** For an address that no route knows; one that looked like a part of a page is none. */
export function respondToUnknownAddress(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.headers(SECURITY_HEADERS);
  return sendError(notFound(`Нет такого адреса: ${request.url.slice(0, 200)}`), request, reply);
}

/** For errors that happen before any hook has run: an address that cannot be decoded, for one. */
export function sendEarlyError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(SECURITY_HEADERS).header('cache-control', 'no-store').header('x-request-id', request.id);
  void sendError(error, request, reply);
}

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const response = toHttpError(error);
  if (response.status >= 500) request.log.error({ err: error }, 'request failed');
  else request.log.info({ code: response.code, status: response.status }, 'request refused');
  if (response.retryAfterSeconds !== undefined)
    reply.header('retry-after', String(response.retryAfterSeconds));
  return reply.code(response.status).type('application/json; charset=utf-8').send(errorBody(response));
}

function errorBody(error: HttpError): ErrorBody {
  return {
    detail: error.detail,
    code: error.code,
    ...(error.fieldErrors.length > 0
      ? { errors: error.fieldErrors.map(({ field, detail }) => ({ field: wireField(field), detail })) }
      : {}),
    ...(error.current === undefined ? {} : { current: toWire(error.current) }),
  };
}

function wireField(field: string): string {
  return field.split('.').map(toSnakeKey).join('.');
}

function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof MarketplaceError) return ofMarketplace(error);
  if (isUnstorable(error)) return badRequest('В тексте есть знаки, которые нельзя сохранить');
  const taken = takenValueText(error);
  if (taken !== undefined) return conflict(taken);
  if (isDiskFull(error)) return unavailable(DISK_RETRY_SECONDS, DISK_FULL);
  if (isConnectionError(error)) return unavailable(DATABASE_RETRY_SECONDS);
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  return status >= 400 && status < 500 ? ofRefusedRequest(status) : internalError();
}

/** What PostgreSQL cannot keep: the NUL character in text or JSON, a number beyond its column. */
const UNSTORABLE_STATES = new Set(['22021', '22P05', '22003']);
/** Half of a surrogate pair is written into JSON as it is: the one way in which JSON of ours is none to PostgreSQL. */
const NOT_JSON = { state: '22P02', message: /invalid input syntax for type json/ };

function isUnstorable(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error)) return false;
  if (error.code === NOT_JSON.state) return NOT_JSON.message.test(error.message);
  return UNSTORABLE_STATES.has(String(error.code));
}

function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '53100';
}

function ofMarketplace(error: MarketplaceError): HttpError {
  switch (error.kind) {
    case 'token':
      return new HttpError({ status: 400, code: 'token_inactive', detail: error.detail });
    case 'rejected':
      return badRequest(error.detail);
    case 'limit': {
      const waitMs = (error.retryAt?.getTime() ?? 0) - Date.now();
      return tooManyRequests(Math.max(1, Math.ceil(waitMs / 1000)), error.detail.join(' '));
    }
    case 'unavailable':
      return unavailable(MARKETPLACE_RETRY_SECONDS, error.detail.join(' '));
  }
}

const REFUSALS: Readonly<Record<number, { code: ErrorCode; detail: string }>> = {
  413: { code: 'too_large', detail: 'Слишком большой запрос' },
  414: { code: 'bad_request', detail: 'Слишком длинный адрес' },
  415: { code: 'unsupported_media_type', detail: 'Тело запроса должно быть в формате JSON' },
  431: { code: 'bad_request', detail: 'Слишком длинные заголовки запроса' },
};

/** What the HTTP layer itself refused: its English words are not for sellers. */
function ofRefusedRequest(status: number): HttpError {
  const known = REFUSALS[status];
  if (!known) return badRequest();
  return new HttpError({ status, code: known.code, detail: [known.detail] });
}

function internalError(): HttpError {
  return new HttpError({
    status: 500,
    code: 'internal',
    detail: ['Ошибка сервера. Мы уже записали её в журнал'],
  });
}

/** Bytes that are not HTTP never become a request: the answer is written by hand. */
export function respondWithBrokenHttp(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = brokenHttpStatus(error.code);
  const body = JSON.stringify(errorBody(ofRefusedRequest(status)));
  const headers = {
    ...SECURITY_HEADERS,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    date: new Date().toUTCString(),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`);
}

function brokenHttpStatus(code: string | undefined): number {
  if (code === 'HPE_HEADER_OVERFLOW') return 431;
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
}
