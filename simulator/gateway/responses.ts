import { randomUUID } from 'node:crypto';
import type { FastifyReply } from 'fastify';

/** Every host has its own shape for an error; a caller has to know all of them. */
export type ErrorShape = 'content' | 'prices' | 'marketplace' | 'calendar' | 'statistics' | 'problem';

const STATUS_TEXTS: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  413: 'Request Entity Too Large',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
};

/** The gateway's own error: `application/problem+json` on every host. */
export function sendProblem(
  reply: FastifyReply,
  status: number,
  about: { title: string; detail: string; code?: string; origin: string },
): FastifyReply {
  return reply
    .code(status)
    .header('content-type', 'application/problem+json')
    .send(
      JSON.stringify({
        title: about.title,
        detail: about.detail,
        code: about.code ?? randomUUID(),
        requestId: randomUUID().replaceAll('-', ''),
        origin: about.origin,
        status,
        statusText: STATUS_TEXTS[status] ?? '',
        timestamp: new Date().toISOString(),
      }),
    );
}

export function contentResponse(data: unknown, additionalErrors: unknown = null) {
  return { data, error: false, errorText: '', additionalErrors };
}

export function contentError(errorText: string, additionalErrors: Record<string, string> = {}) {
  return { data: null, error: true, errorText, additionalErrors };
}

export function refuseContent(
  reply: FastifyReply,
  errorText: string,
  additionalErrors: Record<string, string> = {},
): FastifyReply {
  return reply.code(400).send(contentError(errorText, additionalErrors));
}

export function pricesResponse(data: unknown, errorText = '') {
  return { data, error: false, errorText };
}

export function pricesError(errorText: string) {
  return { data: null, error: true, errorText };
}

export function marketplaceError(code: string, message: string) {
  return { code, message, data: null };
}

/** 403 of a call that a read-only token may not make, as the host's document has it. */
export function sendForbidden(
  reply: FastifyReply,
  shape: ErrorShape,
  origin: string,
  detail: string,
): FastifyReply {
  if (shape === 'content')
    return reply.code(403).send({ ...contentError('Access denied'), additionalErrors: detail });
  if (shape === 'prices') return reply.code(403).send(pricesError('Access denied'));
  if (shape === 'marketplace') return reply.code(403).send(marketplaceError('AccessDenied', ''));
  return sendProblem(reply, 403, { title: 'forbidden', detail, origin });
}

/** 400 for a body that could not be read at all. */
export function sendUnreadable(reply: FastifyReply, shape: ErrorShape, origin: string): FastifyReply {
  reply.code(400);
  if (shape === 'content') return reply.send(contentError('Invalid request format'));
  if (shape === 'prices') return reply.send(pricesError('Invalid data format'));
  if (shape === 'marketplace')
    return reply.send(marketplaceError('IncorrectRequestBody', 'Incorrect required body'));
  if (shape === 'calendar') return reply.send({ errorText: 'Failed to parse data' });
  if (shape === 'statistics') return reply.send({ errors: 'Value not validated' });
  return sendProblem(reply, 400, {
    title: 'decode error',
    detail: 'request body can not be decoded',
    origin,
  });
}
