import type { FastifyInstance } from 'fastify';
import { listCatalogueChangesEndpoint } from '#contract/catalogue-feed.ts';
import { serve } from '#server/http/serve.ts';
import { WireText } from '#server/http/wire-text.ts';
import { portionText, readPortion } from './portions.ts';
import { readPortionsAhead } from './read-ahead.ts';

export function registerCatalogueFeedRoutes(app: FastifyInstance): void {
  // The embedded database has one connection: what nobody has asked for would come between what people do.
  const read = app.serving.database.kind === 'embedded' ? readPortion : readPortionsAhead();
  serve(
    app,
    listCatalogueChangesEndpoint,
    async ({ query, session, db }) =>
      new WireText(portionText(await read(db, session.accountId, query.since))),
  );
}
