import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { EndpointDefinition } from '#contract/endpoint.ts';
import { networkOf } from './client-network.ts';
import { tooManyRequests, unavailable } from '#server/errors/http-error.ts';

/** Calls per minute of one user (of one network for guests). A returning outbox may hold a thousand edits. */
const LIMITS_PER_MINUTE = {
  read: 600,
  write: 1200,
  /** They ask another server or write a text: each costs more than a hundred reads. */
  costly: 30,
  export: 5,
  /** Whoever packs goods prints one after another, a file each; they are made by turns. */
  labels: 60,
  /** Counted apart: whoever watches the server must not be kept out by other calls of its network. */
  health: 1200,
  /** A hundred users behind one address refresh ten times a minute. */
  refresh: 600,
  /** Pages ask for pictures without saying whose they are; a screen shows fifty. */
  picture: 3000,
};
type CallKind = keyof typeof LIMITS_PER_MINUTE;

const COSTLY_PATHS = /\/(parse|parse-rp|generate-titles|generate-description(\/stream)?)\/$/;
const LABELS_PATH = '/cards/labels/export/';
const EXPORT_PATHS = /\/export\/$/;

const HEALTH_PATHS = /^\/health\//;
const PICTURE_PATHS = /^\/media\//;
const REFRESH_PATH = '/user/refresh/';
/** It has a limiter of its own. */
const SIGN_IN_PATH = '/user/auth/';

/** Counts a call and throws 429 when its user has made too many of its kind. */
export type LimitCall = (
  request: FastifyRequest,
  call: Pick<EndpointDefinition, 'method' | 'path'>,
) => Promise<void>;

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
    labels: limiterOf('labels'),
    health: limiterOf('health'),
    refresh: limiterOf('refresh'),
    picture: limiterOf('picture'),
  };
  return async (request, call) => {
    if (call.path === SIGN_IN_PATH) return;
    const kind = kindOf(call);
    const count = await limiters[kind](request);
    if (count.isAllowed || !count.isExceeded) return;
    // Any refusal of a refresh would sign the seller out; this one says «later».
    throw kind === 'refresh' ? unavailable(count.ttlInSeconds) : tooManyRequests(count.ttlInSeconds);
  };
}

function kindOf(endpoint: Pick<EndpointDefinition, 'method' | 'path'>): CallKind {
  if (HEALTH_PATHS.test(endpoint.path)) return 'health';
  if (PICTURE_PATHS.test(endpoint.path) && endpoint.method === 'GET') return 'picture';
  if (endpoint.path === REFRESH_PATH) return 'refresh';
  if (COSTLY_PATHS.test(endpoint.path)) return 'costly';
  if (endpoint.path === LABELS_PATH) return 'labels';
  if (EXPORT_PATHS.test(endpoint.path)) return 'export';
  return endpoint.method === 'GET' ? 'read' : 'write';
}
