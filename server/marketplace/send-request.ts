import { setTimeout as delay } from 'node:timers/promises';
import type { TokenType } from '#contract/shops.ts';
import type { Db } from '#server/db/database.ts';
import type { Circuit } from './circuit.ts';
import type { MarketplaceClock } from './clock.ts';
import { MarketplaceError, unavailable } from './errors.ts';
import { exchange } from './http-exchange.ts';
import type { Limiter, LimitKey } from './limits.ts';
import { operationOf, type Misfit } from './misfit.ts';
import { readResponse } from './read-response.ts';
import type { OperationRequest, Send } from './request.ts';
import { retryDelayMs } from './retry.ts';
import { addressFor, requireTokenOf, type Side } from './sandbox.ts';

/** A token chosen for one call. */
export interface UsableToken {
  /** Undefined: not stored yet. */
  id: number | undefined;
  secret: string;
  sid: string;
  type: TokenType;
}

export interface SendContext {
  db: Db;
  /** Of which every token must be. */
  side: Side;
  limiter: Limiter;
  circuit: Circuit;
  clock: MarketplaceClock;
  /** How long one call may wait, for its limit and between tries, before it throws. */
  patienceMs: number;
  /** Is told how each answer that came fits; not of a token that is not stored yet. */
  canary?: {
    fitted(operation: string): Promise<void>;
    misfitted(misfit: Misfit): Promise<void>;
  };
  /** Throws MarketplaceError when there is none. */
  pickToken(request: OperationRequest<unknown>): Promise<UsableToken>;
  /** The marketplace answered 401 to the token: notes that, and gives another one for the call if there is any. */
  replaceToken(
    refused: UsableToken,
    request: OperationRequest<unknown>,
    error: MarketplaceError,
  ): Promise<UsableToken | undefined>;
}

/** The one way out: token, limit, request, answer, errors. */
export function createSend(context: SendContext): Send {
  return async (request) => {
    const baseUrl = addressFor(context.side, request);
    let token = await context.pickToken(request);
    const deadlineMs = Date.now() + context.patienceMs;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await sendOnce(context, { request, baseUrl }, token, deadlineMs);
      } catch (error) {
        if (!(error instanceof MarketplaceError)) throw error;
        if (error.status === 401) {
          const other = await context.replaceToken(token, request, error);
          if (!other) throw error;
          // A call that was refused was not done: it goes out again, a write too.
          token = other;
          continue;
        }
        // Whether an unanswered write was done is for the caller to find out; a refused or limited one was not.
        const isUnheard = error.kind === 'unavailable' && error.misfit === undefined;
        const isRepeatable = error.kind === 'limit' || (isUnheard && !request.isWrite);
        const delayMs = isRepeatable ? retryDelayMs(error, attempt) : null;
        if (delayMs === null || Date.now() + delayMs > deadlineMs) throw error;
        await delay(delayMs);
      }
    }
  };
}

async function sendOnce<T>(
  context: SendContext,
  { request, baseUrl }: { request: OperationRequest<T>; baseUrl: string },
  token: UsableToken,
  deadlineMs: number,
): Promise<T> {
  requireTokenOf(context.side, token.secret);
  const openMs = context.circuit.waitMs(baseUrl);
  if (openMs > 0) {
    throw new MarketplaceError({
      kind: 'unavailable',
      status: 0,
      detail: ['Wildberries не отвечает, запросы к нему временно остановлены'],
      retryAt: new Date(Date.now() + openMs),
    });
  }
  // A trial must not hold up the seller's real shop.
  const sid = context.side.isSandbox ? `sandbox:${token.sid}` : token.sid;
  const key: LimitKey = { sid, group: request.group, tokenType: token.type };
  const left = await takeFromLimit(context, key, deadlineMs);
  const leftAtMs = Date.now();
  try {
    const response = await exchange({
      url: urlOf(baseUrl, request),
      method: request.method,
      headers: {
        Authorization: token.secret,
        Accept: 'application/json',
        ...(request.body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...request.headers,
      },
      timeoutMs: request.timeoutMs,
      body: request.form ?? (request.body === undefined ? undefined : JSON.stringify(request.body)),
    });
    if (response.remaining !== undefined && response.remaining < left - 1) {
      await context.limiter.lower(context.db, key, response.remaining);
    }
    const body = await readResponse(request, response);
    context.circuit.succeeded(baseUrl);
    context.clock.heard(baseUrl, response.date, leftAtMs);
    await context.canary?.fitted(operationOf(request));
    return body;
  } catch (error) {
    const known = error instanceof MarketplaceError ? error : unavailable('Сбой запроса к Wildberries');
    if (known.misfit) await context.canary?.misfitted(known.misfit);
    await noteFailure(context, known, baseUrl, key);
    throw withoutSecret(known, token.secret);
  }
}

/** Calls that we counted as left after this one. */
async function takeFromLimit(context: SendContext, key: LimitKey, deadlineMs: number): Promise<number> {
  for (;;) {
    const taken = await context.limiter.take(context.db, key);
    if (taken.isTaken) return taken.left;
    const retryAt = new Date(Date.now() + taken.retryInMs);
    if (retryAt.getTime() > deadlineMs) {
      throw new MarketplaceError({
        kind: 'limit',
        status: 0,
        detail: ['Исчерпан лимит запросов Wildberries'],
        retryAt,
      });
    }
    await delay(taken.retryInMs);
  }
}

async function noteFailure(
  context: SendContext,
  error: MarketplaceError,
  baseUrl: string,
  key: LimitKey,
): Promise<void> {
  // A host whose answers do not fit is there all the same: other operations go on.
  if (error.kind === 'unavailable' && error.misfit === undefined) {
    context.circuit.failed(baseUrl);
    return;
  }
  context.circuit.succeeded(baseUrl);
  if (error.kind === 'limit') {
    const seconds = Math.max(0, ((error.retryAt?.getTime() ?? 0) - Date.now()) / 1000);
    await context.limiter.pause(context.db, key, seconds);
  } else if (error.status >= 400) {
    await context.limiter.chargeClientError(context.db, key);
  }
}

function urlOf(baseUrl: string, request: OperationRequest<unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(request.query ?? {})) {
    if (value === undefined) continue;
    for (const one of Array.isArray(value) ? value : [value]) query.append(name, String(one));
  }
  const tail = query.toString();
  return baseUrl + request.path + (tail === '' ? '' : `?${tail}`);
}

/** An answer may quote the token back. */
function withoutSecret(error: MarketplaceError, secret: string): MarketplaceError {
  const isQuoted = error.detail.some((sentence) => sentence.includes(secret));
  return isQuoted
    ? error.withDetail(error.detail.map((sentence) => sentence.replaceAll(secret, '…')))
    : error;
}
