import type { FastifyInstance } from 'fastify';
import {
  getPriceFloorEndpoint,
  listBelowFloorEndpoint,
  listPriceChangesEndpoint,
  markPriceChangesSeenEndpoint,
  setPriceFloorEndpoint,
} from '#contract/price-watch.ts';
import { pageLinks } from '#server/http/page-links.ts';
import { serve } from '#server/http/serve.ts';
import { findPriceChanges, markPriceChangesSeen } from './price-changes.ts';
import { findBelowFloor, readPriceFloor, setPriceFloor } from './price-floors.ts';

export function registerPriceWatchRoutes(app: FastifyInstance): void {
  serve(app, getPriceFloorEndpoint, ({ db, session, params }) =>
    readPriceFloor(db, session.accountId, params.id),
  );
  serve(app, setPriceFloorEndpoint, ({ db, session, params, body }) =>
    setPriceFloor(db, session, params.id, body),
  );
  serve(app, listBelowFloorEndpoint, async ({ db, session, query, request }) => {
    const { count, results } = await findBelowFloor(db, session.accountId, query);
    return { count, ...pageLinks(request.url, { ...query, count }), results };
  });
  serve(app, listPriceChangesEndpoint, async ({ db, session, query, request }) => {
    const { count, ...changes } = await findPriceChanges(db, session.accountId, query);
    return { count, ...pageLinks(request.url, { ...query, count }), ...changes };
  });
  serve(app, markPriceChangesSeenEndpoint, ({ db, session, body }) =>
    markPriceChangesSeen(db, session.accountId, body.upToId),
  );
}
