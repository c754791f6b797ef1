import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { sendForbidden, sendProblem, sendUnreadable, type ErrorShape } from './responses.ts';
import type { FaultPlan, FaultRule } from './faults.ts';
import { spoilResponse } from './faults.ts';
import type { Limiter, LimitGroup } from './limits.ts';
import { isInSandbox, sandboxPath, sandboxSeller } from './sandbox.ts';
import { settle } from '#simulator/state/settle.ts';
import type { StateSaver } from '#simulator/state/snapshot.ts';
import type { Seller, State } from '#simulator/state/state.ts';
import {
  hasCategory,
  isReadOnly,
  readToken,
  type TokenCategory,
  type TokenClaims,
} from '#simulator/state/tokens.ts';

export interface Simulator {
  state: State;
  saver: StateSaver;
  /** undefined when limits are off */
  limiter: Limiter | undefined;
  faults: FaultPlan;
  now: () => number;
  /** Divides everything that takes time. */
  speed: number;
  /** Where files that were uploaded can be fetched from; known once the server listens. */
  publicUrl: () => string;
  /** Ended by close(): nobody waits for a delayed answer then. */
  closing: AbortSignal;
}

export interface Operation {
  /** As rules of faults name it: `content/cards/upload`. */
  name: string;
  method: HTTPMethods;
  path: string;
  /** undefined: a token of any category will do. */
  category: TokenCategory | undefined;
  group: LimitGroup;
  shape: ErrorShape;
  isWrite: boolean;
  /** A base token is refused, whatever its categories. */
  refusesBase?: boolean;
}

export interface Call {
  request: FastifyRequest;
  reply: FastifyReply;
  seller: Seller;
  claims: TokenClaims;
  body: unknown;
  query: Record<string, unknown>;
  params: Record<string, string>;
  nowMs: number;
}

const DELAY_MS = 3000;
const TIMEOUT_MS = 30_000;
const RETRY_MS = 1000;
const BASE_ACCESS = 1;
const PAGE =
  '<!doctype html><html><head><title>Проверка браузера</title></head><body>Подождите…</body></html>';

/**
 * Registers one operation of the marketplace: token, limits, faults, then the handler. The handler's result is the body
 * of an answer 200, unless it has answered through `reply` itself.
 */
export function registerOperation(
  app: FastifyInstance,
  simulator: Simulator,
  operation: Operation,
  handle: (call: Call) => unknown,
): void {
  registerOn(app, simulator, operation, { url: operation.path, isSandbox: false }, handle);
  if (!isInSandbox(operation)) return;
  registerOn(app, simulator, operation, { url: sandboxPath(operation.path), isSandbox: true }, handle);
}

function registerOn(
  app: FastifyInstance,
  simulator: Simulator,
  operation: Operation,
  { url, isSandbox }: { url: string; isSandbox: boolean },
  handle: (call: Call) => unknown,
): void {
  const origin = `s2s-${operation.name.split('/')[0] ?? ''}`;
  const struck = new WeakMap<FastifyRequest, FaultRule>();
  const admitted = new WeakMap<FastifyRequest, { seller: Seller; claims: TokenClaims }>();

  const limitKey = ({ seller, claims }: { seller: Seller; claims: TokenClaims }) => ({
    sid: seller.sid,
    group: operation.group,
    scope: operation.group === 'ping' ? operation.name : '',
    access: claims.acc,
  });

  app.route({
    method: operation.method,
    url,
    errorHandler: (error, _request, reply) => {
      sendFailure(reply, operation, origin, error.statusCode ?? 500);
    },
    onRequest: async (request, reply) => {
      const admission = admit(simulator, operation, isSandbox, request.headers.authorization);
      if ('status' in admission) {
        if (admission.status === 403 && operation.refusesBase !== true) {
          return sendForbidden(reply, operation.shape, origin, admission.detail);
        }
        return sendProblem(reply, admission.status, {
          title: admission.status === 401 ? 'unauthorized' : 'forbidden',
          detail: admission.detail,
          origin,
        });
      }
      admitted.set(request, admission);

      const fault = simulator.faults.strike(operation.name);
      if (fault) struck.set(request, fault);
      if (fault?.kind === '429') {
        const seconds = String(Math.ceil((fault.delayMs ?? RETRY_MS) / 1000));
        return sendTooMany(reply, origin, {
          'X-Ratelimit-Retry': seconds,
          'X-Ratelimit-Limit': '1',
          'X-Ratelimit-Reset': seconds,
        });
      }
      const limit = simulator.limiter?.take(limitKey(admission));
      if (limit?.isAllowed === false) return sendTooMany(reply, origin, limit.headers);
      if (limit) reply.headers(limit.headers);

      if (fault?.kind === 'delay') await pause(simulator, fault.delayMs ?? DELAY_MS);
      if (fault?.kind === '500')
        return sendProblem(reply, 500, { title: 'internal error', detail: 'try later', origin });
      if (fault?.kind === '502') return reply.code(502).type('text/html').send('<h1>502 Bad Gateway</h1>');
      if (fault?.kind === 'html') return reply.code(200).type('text/html; charset=utf-8').send(PAGE);
      return undefined;
    },
    handler: async (request, reply) => {
      const admission = admitted.get(request);
      if (!admission) throw new Error(`${operation.name} was reached without a token`);
      const nowMs = simulator.now();
      const isSettled = settle(simulator, admission.seller, nowMs);
      const response = await handle({
        request,
        reply,
        ...admission,
        body: request.body,
        query: { ...asRecord(request.query) },
        params: Object.fromEntries(
          Object.entries(asRecord(request.params)).map(([key, value]) => [key, String(value)]),
        ),
        nowMs,
      });
      if (isSettled || operation.isWrite) simulator.saver.changed();
      return response;
    },
    onSend: async (request, reply, payload) => {
      const admission = admitted.get(request);
      if (admission && reply.statusCode >= 400 && reply.statusCode < 500 && reply.statusCode !== 429) {
        simulator.limiter?.chargeClientError(limitKey(admission));
      }
      const fault = struck.get(request);
      if (fault?.kind === 'timeout-after-accept') {
        await pause(simulator, fault.delayMs ?? TIMEOUT_MS);
        request.raw.socket.destroy();
        return payload;
      }
      return fault && typeof payload === 'string' ? spoilResponse(fault.kind, payload) : payload;
    },
  });
}

function admit(
  simulator: Simulator,
  operation: Operation,
  isSandbox: boolean,
  header: string | undefined,
): { seller: Seller; claims: TokenClaims } | { status: 401 | 403; detail: string } {
  const token = readToken(header, simulator.state.signingKey);
  if ('problem' in token) return { status: 401, detail: token.problem };
  const { claims } = token;
  if (claims.exp * 1000 <= simulator.now()) {
    return { status: 401, detail: 'token problem; token has invalid claims: token is expired' };
  }
  if (simulator.state.revokedTokenIds.has(claims.id)) {
    return { status: 401, detail: 'token problem; token is withdrawn' };
  }
  if (claims.t && !isSandbox) {
    return { status: 401, detail: 'token problem; test token can be used in the sandbox only' };
  }
  if (!claims.t && isSandbox) {
    return { status: 401, detail: 'token problem; token can not be used in this environment' };
  }
  const { state } = simulator;
  const seller = isSandbox ? sandboxSeller(state, claims.sid) : state.sellers.get(claims.sid);
  if (!seller) return { status: 401, detail: 'token problem; seller is not found' };
  if (operation.category !== undefined && !hasCategory(claims, operation.category)) {
    return { status: 401, detail: 'token scope not allowed' };
  }
  if (operation.refusesBase === true && claims.acc === BASE_ACCESS) {
    return { status: 403, detail: 'base token is not allowed' };
  }
  if (operation.isWrite && isReadOnly(claims)) {
    return { status: 403, detail: 'read-only token scope not allowed for this route' };
  }
  return { seller, claims };
}

/** What went wrong outside the handlers: a body too long or unreadable, or a defect of the simulator itself. */
function sendFailure(
  reply: FastifyReply,
  operation: Operation,
  origin: string,
  status: number,
): FastifyReply {
  if (status === 413) {
    return sendProblem(reply, 413, {
      title: 'request body too long',
      detail: 'https://openapi.wildberries.ru',
      origin,
    });
  }
  if (status < 500) return sendUnreadable(reply, operation.shape, origin);
  return sendProblem(reply, 500, { title: 'internal error', detail: 'unexpected failure', origin });
}

function sendTooMany(reply: FastifyReply, origin: string, headers: Record<string, string>): FastifyReply {
  return sendProblem(reply.headers(headers), 429, {
    title: 'too many requests',
    detail: 'limited by the seller account',
    origin,
  });
}

/** Waits, but never longer than the server lives. */
async function pause(simulator: Simulator, durationMs: number): Promise<void> {
  await delay(durationMs, undefined, { signal: simulator.closing }).catch(() => undefined);
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
