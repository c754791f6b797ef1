import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { EndpointDefinition } from '#contract/endpoint.ts';
import { writeAudit, type AuditResult } from './audit.ts';
import { networkHashOf } from './network-hash.ts';
import type { Database } from '#server/db/database.ts';

type Call = Pick<EndpointDefinition, 'method' | 'path'>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the route serves; routes that are not of the contract have none. */
    endpoint?: Call | undefined;
  }
}

const PRICE_FIELDS = ['price_kopecks', 'discount', 'club_discount', 'own_price_kopecks', 'own_discount'];
const STARTS_SHIPMENT = /^(\/cards\/send\/|\/shipments\/\{id\}\/(retry|repeat)\/)$/;

/** Puts into the journal what changes money or takes data out, and every call that asked for what is not its user's. */
export function auditCalls(app: FastifyInstance, database: Database, secretKey: Buffer): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const { endpoint } = request.routeOptions.config;
    if (!endpoint || !request.session) return payload;
    const status = reply.statusCode;
    const action = actionOf(endpoint, request.body) ?? (isRefusedAccess(status) ? 'access' : undefined);
    if (action === undefined) return payload;
    const { accountId, userId, sessionId } = request.session;
    const written = writeAudit(database.db, {
      accountId,
      userId,
      sessionId,
      action,
      result: resultOf(status),
      facts: { ...factsOf(endpoint, request), status, network: networkHashOf(request.ip, secretKey) },
    }).catch((error: unknown) => request.log.error({ err: error }, 'not in the journal'));
    // A database that does not answer must not be waited for once more.
    if (status < 500) await written;
    return payload;
  });
}

function actionOf({ method, path }: Call, body: unknown): string | undefined {
  if (path.endsWith('/export/')) return 'export';
  if (method === 'GET') return undefined;
  if (path.endsWith('stocks/')) return 'stocks-sent';
  if (STARTS_SHIPMENT.test(path)) return 'shipment-started';
  if (path === '/promotions/{id}/apply/') return 'promotion-joined';
  if (path === '/promotions/applications/{id}/start/') return 'promotion-applied';
  if (path === '/cards/groups/moves/') return 'cards-regrouped';
  if (path === '/cards/groups/moves/{id}/undo/') return 'cards-regrouped-back';
  if (path === '/cards/bulk-edits/{id}/apply/') return 'bulk-edit-applied';
  if (path === '/cards/bulk-edits/{id}/rollback/') return 'bulk-edit-rolled-back';
  if (path === '/analytics/weekly-reports/{id}/mark/') return 'report-marked';
  return method === 'PATCH' && Object.keys(pricesOf(body)).length > 0 ? 'price-changed' : undefined;
}

const isRefusedAccess = (status: number) => status === 403 || status === 404;

function resultOf(status: number): AuditResult {
  if (status < 400) return 'ok';
  return status < 500 ? 'refused' : 'failed';
}

/** Numbers alone: texts of the seller do not belong here. */
function factsOf({ method, path }: Call, request: FastifyRequest): Record<string, string | number> {
  const ids = Object.entries(request.params ?? {}).map(([name, value]) => [name, Number(value)]);
  return {
    call: `${method} ${path}`,
    ...(Object.fromEntries(ids) as Record<string, number>),
    ...pricesOf(request.body),
    ...countsOf(request.body),
  };
}

function pricesOf(body: unknown): Record<string, number> {
  return numbersOf(body, (name, value) =>
    PRICE_FIELDS.includes(name) && typeof value === 'number' ? value : undefined,
  );
}

/** How many stocks, shops or articles were named, or cards seen. */
function countsOf(body: unknown): Record<string, number> {
  return numbersOf(body, (name, value) => {
    if (name === 'expected_count' && typeof value === 'number') return value;
    return Array.isArray(value) ? value.length : undefined;
  });
}

function numbersOf(
  body: unknown,
  read: (name: string, value: unknown) => number | undefined,
): Record<string, number> {
  if (typeof body !== 'object' || body === null) return {};
  const found = Object.entries(body).map(([name, value]: [string, unknown]) => [name, read(name, value)]);
  return Object.fromEntries(found.filter(([, value]) => value !== undefined)) as Record<string, number>;
}
