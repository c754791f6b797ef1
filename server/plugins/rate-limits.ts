import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { EndpointDefinition } from '#contract/endpoint.ts';
import { networkOf } from './client-network.ts';
import { tooManyRequests } from './http-error.ts';

/** Calls per minute of one user (of one network for guests). A returning outbox may hold a thousand edits. */
const LIMITS_PER_MINUTE = {
  read: 600,
  write: 1200,
  /** They ask another server or write a text: each costs more than a hundred reads. */
  costly: 30,
  export: 5,
};
type CallKind = keyof typeof LIMITS_PER_MINUTE;

const COSTLY_PATHS = /\/(parse|parse-rp|generate-titles|generate-description)\/$/;
const EXPORT_PATHS = /\/export\/$/;

/** Health is asked by machines, sign-in has a limiter of its own, and a refused refresh would log a seller out. */
const UNLIMITED_PATHS = new Set([
  '/health/live/',
  '/health/ready/',
  '/user/auth/',
  '/user/refresh/',
  '/user/logout/',
]);

/** Counts a call and throws 429 when its user has made too many of its kind. */
export type LimitCall = (request: FastifyRequest, endpoint: EndpointDefinition) => Promise<void>;

/** Counted in this process; `scale` multiplies every limit. */
export async function createCallLimits(app: FastifyInstance, scale: number): Promise<LimitCall> {
  await app.register(rateLimit, { global: false });
  const limiterOf = (kind: CallKind) =>
    app.createRateLimit({
      max: Math.round(LIMITS_PER_MINUTE[kind] * scale),
      timeWindow: '1 minute',
      keyGenerator: (request) =>
        request.session ? `user ${request.session.userId}` : `network ${networkOf(request.ip)}`,
    });
  const limiters = {
    read: limiterOf('read'),
    write: limiterOf('write'),
    costly: limiterOf('costly'),
    export: limiterOf('export'),
  };
  return async (request, endpoint) => {
    if (UNLIMITED_PATHS.has(endpoint.path)) return;
    const count = await limiters[kindOf(endpoint)](request);
    if (!count.isAllowed && count.isExceeded) throw tooManyRequests(count.ttlInSeconds);
  };
}

function kindOf(endpoint: EndpointDefinition): CallKind {
  if (COSTLY_PATHS.test(endpoint.path)) return 'costly';
  if (EXPORT_PATHS.test(endpoint.path)) return 'export';
  return endpoint.method === 'GET' ? 'read' : 'write';
}
