import type { FastifyInstance } from 'fastify';
import { listCatalogueChangesEndpoint } from '#contract/catalogue-feed.ts';
import { toWire } from '#contract/wire.ts';
import { serve } from '#server/http/serve.ts';
import { WireText } from '#server/http/wire-text.ts';
import { readPortion } from './portions.ts';

export function registerCatalogueFeedRoutes(app: FastifyInstance): void {
  serve(app, listCatalogueChangesEndpoint, async ({ query, session, db }) => {
    const { columns, ...rest } = await readPortion(db, session.accountId, query.since);
    const head = JSON.stringify(toWire(rest));
    return new WireText(`${head.slice(0, -1)},"columns":${columns}}`);
  });
}
