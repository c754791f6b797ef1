import { randomUUID } from 'node:crypto';
import Fastify, { LogController, type FastifyInstance } from 'fastify';
import packageFile from '../package.json' with { type: 'json' };
import { registerAnalyticsRoutes } from './analytics/routes.ts';
import { registerWeeklyReportRoutes } from './analytics/weekly-report-routes.ts';
import { createLiveSessions } from './auth/live-sessions.ts';
import { registerAuthRoutes } from './auth/routes.ts';
import { registerBulkEditRoutes } from './bulk-edits/routes.ts';
import { registerCardGroupRoutes } from './card-groups/routes.ts';
import { registerCardCostRoutes } from './cards/card-cost-routes.ts';
import { registerCardViewRoutes } from './cards/card-view-routes.ts';
import { registerBarcodeRoutes } from './cards/barcode-routes.ts';
import { registerCatalogueFeedRoutes } from './cards/feed/feed-routes.ts';
import { registerCardRoutes } from './cards/routes.ts';
import { registerCardTemplateRoutes } from './cards/templates/routes.ts';
import type { Env } from './config/env.ts';
import { registerHintRoutes, type HintRouteOptions } from './hints/routes.ts';
import type { Deps } from './jobs/deps.ts';
import { registerLabelRoutes } from './labels/routes.ts';
import { registerImportRoutes } from './imports/routes.ts';
import { registerMediaRoutes } from './media/routes.ts';
import { registerTableFileRoutes } from './table-files/routes.ts';
import { registerApiDocumentRoutes } from './http/api-document-routes.ts';
import { auditCalls } from './audit/audit-calls.ts';
import { authenticate, registerAccessTokens } from './auth/authentication.ts';
import { LONGEST_BODY_TIME_MS, limitBodyTime } from './http/body-deadline.ts';
import { closeConnectionsWhenClosing } from './http/closing.ts';
import { tellOfRequests } from './http/tell-of-requests.ts';
import { compressJson } from './http/compression.ts';
import {
  respondWithBrokenHttp,
  respondWithErrors,
  respondToUnknownAddress,
  sendEarlyError,
} from './http/errors.ts';
import { acceptJsonOnly } from './http/json-bodies.ts';
import { createCallLimits } from './http/rate-limits.ts';
import { addSecurityHeaders } from './http/security-headers.ts';
import { serveWebApp, type BuiltWebApp } from './http/static-files.ts';
import { registerSystemRoutes } from './http/system-routes.ts';
import { createWriteTurns } from './http/write-turns.ts';
import { registerPriceWatchRoutes } from './price-watch/routes.ts';
import { registerApplicationRoutes } from './promotions/applications/routes.ts';
import { registerPromotionRoutes } from './promotions/routes.ts';
import { registerDirectoryRoutes } from './directory/routes.ts';
import { registerTextRoutes } from './cards/texts/text-routes.ts';
import { registerStockCountRoutes } from './stocks/edits/count-routes.ts';
import { registerStockRoutes } from './stocks/routes.ts';
import { registerCardCheckRoutes } from './shipments/check/check-routes.ts';
import { registerShipmentRoutes } from './shipments/routes.ts';
import { registerShopRoutes } from './shops/routes.ts';
import { registerTakingRoutes } from './takings/routes.ts';
import { registerOwnCostRoutes } from './own-costs/routes.ts';
import { registerTaxpayerRoutes } from './taxpayers/routes.ts';
import { registerUserRoutes } from './users/routes.ts';
import { registerWarehouseRoutes } from './warehouses/routes.ts';
import { registerHeldPriceRoutes } from './held-prices/routes.ts';
import { registerWbTagRoutes } from './wb-tags/routes.ts';

const BODY_LIMIT_BYTES = 1024 * 1024;
/** Longer than a proxy's, so that the proxy closes first and never writes into a closed connection. */
const KEEP_ALIVE_MS = 72_000;

export interface AppOptions {
  /** Without it only the API is served. */
  webApp?: BuiltWebApp | undefined;
  /** Compare every answer with the contract; for tests and development. */
  checksResponses?: boolean;
  /** Paces and limits of live hints, for tests. */
  hints?: HintRouteOptions;
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
    clientErrorHandler: respondWithBrokenHttp,
  });
  addSecurityHeaders(app);
  tellOfRequests(app, deps.database.requests);
  closeConnectionsWhenClosing(app);
  limitBodyTime(app);
  respondWithErrors(app);
  acceptJsonOnly(app);
  compressJson(app);
  const accessTokens = await registerAccessTokens(app, env.secretKey);
  const liveSessions = createLiveSessions(database);
  app.decorateRequest('session', null);
  auditCalls(app, database, env.secretKey);
  app.decorate('serving', {
    database,
    authenticate: (request) => authenticate(request, accessTokens, liveSessions),
    limitCall: await createCallLimits(app, env.rateLimitScale),
    takeWriteTurn: createWriteTurns(),
    endpoints: [],
    checksResponses: options.checksResponses ?? false,
  });

  registerSystemRoutes(app, database, packageFile.version);
  registerApiDocumentRoutes(app, packageFile.version);
  registerAuthRoutes(app, deps, accessTokens, liveSessions);
  registerUserRoutes(app, deps);
  registerShopRoutes(app, deps);
  registerOwnCostRoutes(app);
  registerTaxpayerRoutes(app);
  registerWarehouseRoutes(app, deps);
  registerDirectoryRoutes(app, deps);
  registerCardRoutes(app, deps);
  registerCatalogueFeedRoutes(app);
  registerCardTemplateRoutes(app);
  registerCardCostRoutes(app);
  registerCardViewRoutes(app);
  registerBarcodeRoutes(app, deps);
  registerBulkEditRoutes(app, deps);
  registerCardGroupRoutes(app, deps);
  registerWbTagRoutes(app, deps);
  registerHeldPriceRoutes(app, deps);
  registerLabelRoutes(app, deps);
  registerImportRoutes(app, deps);
  registerTextRoutes(app, deps);
  registerStockRoutes(app, deps);
  registerStockCountRoutes(app, deps);
  registerCardCheckRoutes(app, deps);
  registerShipmentRoutes(app, deps);
  registerTakingRoutes(app);
  registerMediaRoutes(app, deps);
  registerTableFileRoutes(app);
  registerPromotionRoutes(app, deps);
  registerApplicationRoutes(app, deps);
  registerPriceWatchRoutes(app);
  registerAnalyticsRoutes(app, deps);
  registerWeeklyReportRoutes(app);
  registerHintRoutes(app, database, liveSessions, options.hints);

  if (options.webApp) await serveWebApp(app, options.webApp);
  else app.setNotFoundHandler(respondToUnknownAddress);
  return app;
}

/** A number counts the proxies between the client and this server, each of which writes the address it saw. */
function trustedProxies(trustProxy: Env['trustProxy']) {
  return typeof trustProxy === 'number' ? (_address: string, hop: number) => hop < trustProxy : trustProxy;
}
