import type { FastifyInstance } from 'fastify';
import { listCatalogueChangesEndpoint } from '#contract/catalogue-feed.ts';
import { serve } from '#server/http/serve.ts';
import { WireText } from '#server/http/wire-text.ts';
import { portionText, readPortion } from './portions.ts';

export function registerCatalogueFeedRoutes(app: FastifyInstance): void {
  serve(
    app,
    listCatalogueChangesEndpoint,
    async ({ query, session, db }) =>
      new WireText(portionText(await readPortion(db, session.accountId, query.since))),
  );
}
