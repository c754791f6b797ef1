import { randomUUID } from 'node:crypto';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import packageFile from '../package.json' with { type: 'json' };
import { registerAnalyticsRoutes } from './analytics/routes.ts';
import { createLiveSessions } from './auth/live-sessions.ts';
import { registerAuthRoutes } from './auth/routes.ts';
import { registerCardRoutes } from './cards/routes.ts';
import type { Database } from './db/database.ts';
import type { Env } from './env.ts';
import type { Jobs } from './jobs/job.ts';
import type { Marketplace } from './marketplace/marketplace.ts';
import { registerMediaRoutes } from './media/routes.ts';
import { registerApiDocumentRoutes } from './plugins/api-document-routes.ts';
import { auditCalls } from './plugins/audit-calls.ts';
import { authenticate, registerAccessTokens } from './plugins/authentication.ts';
import { LONGEST_BODY_TIME_MS, limitBodyTime } from './plugins/body-deadline.ts';
import { closeConnectionsWhenClosing } from './plugins/closing.ts';
import { compressJson } from './plugins/compression.ts';
import { answerBrokenHttp, answerErrors, answerUnknownAddress, sendEarlyError } from './plugins/errors.ts';
import { acceptJsonOnly } from './plugins/json-bodies.ts';
import { createCallLimits } from './plugins/rate-limits.ts';
import { addSecurityHeaders } from './plugins/security-headers.ts';
import { serveWebApp, type BuiltWebApp } from './plugins/static-files.ts';
import { registerSystemRoutes } from './plugins/system-routes.ts';
import { createWriteTurns } from './plugins/write-turns.ts';
import { registerPromotionRoutes } from './promotions/routes.ts';
import { registerShipmentRoutes } from './shipments/routes.ts';
import { registerShopRoutes } from './shops/routes.ts';
import { registerUserRoutes } from './users/routes.ts';
import { registerWarehouseRoutes } from './warehouses/routes.ts';

const BODY_LIMIT_BYTES = 1024 * 1024;
/** Longer than a proxy's, so that the proxy closes first and never writes into a closed connection. */
const KEEP_ALIVE_MS = 72_000;

/** What routes and jobs work with. */
export interface Deps {
  database: Database;
  env: Env;
  jobs: Jobs;
  marketplace: Marketplace;
  log: FastifyBaseLogger;
}

export interface AppOptions {
  /** Without it only the API is served. */
  webApp?: BuiltWebApp | undefined;
  /** Compare every answer with the contract; for tests and development. */
  checksAnswers?: boolean;
}

/** The HTTP server with every route, not listening yet. */
export async function buildApp(deps: Deps, options: AppOptions = {}): Promise<FastifyInstance> {
  const { database, env } = deps;
  const app: FastifyInstance = Fastify({
    loggerInstance: deps.log,
    // Refusals and failures write their own lines.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: trustedProxies(env.trustProxy),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: LONGEST_BODY_TIME_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    forceCloseConnections: 'idle',
    // While closing, what still comes over open connections is answered as usual.
    return503OnClosing: false,
    frameworkErrors: sendEarlyError,
    clientErrorHandler: answerBrokenHttp,
  });
  addSecurityHeaders(app);
  closeConnectionsWhenClosing(app);
  limitBodyTime(app);
  answerErrors(app);
  acceptJsonOnly(app);
  compressJson(app);
  const accessTokens = await registerAccessTokens(app, env.secretKey);
  const liveSessions = createLiveSessions(database);
  app.decorateRequest('session', null);
  auditCalls(app, database, env.secretKey);
  app.decorate('serving', {
    database,
    authenticate: (request) => authenticate(request, liveSessions),
    limitCall: await createCallLimits(app, env.rateLimitScale),
    takeWriteTurn: createWriteTurns(),
    endpoints: [],
    checksAnswers: options.checksAnswers ?? false,
  });

  registerSystemRoutes(app, database, packageFile.version);
  registerApiDocumentRoutes(app, packageFile.version);
  registerAuthRoutes(app, deps, accessTokens, liveSessions);
  registerUserRoutes(app, deps);
  registerShopRoutes(app, deps);
  registerWarehouseRoutes(app, deps);
  registerCardRoutes(app, deps);
  registerShipmentRoutes(app, deps);
  registerMediaRoutes(app, deps);
  registerPromotionRoutes(app, deps);
  registerAnalyticsRoutes(app, deps);

  if (options.webApp) await serveWebApp(app, options.webApp);
  else app.setNotFoundHandler(answerUnknownAddress);
  return app;
}

/** A number counts the proxies between the client and this server, each of which writes the address it saw. */
function trustedProxies(trustProxy: Env['trustProxy']) {
  return typeof trustProxy === 'number' ? (_address: string, hop: number) => hop < trustProxy : trustProxy;
}
