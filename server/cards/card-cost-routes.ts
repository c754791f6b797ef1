import type { FastifyInstance } from 'fastify';
import { addCardCostEndpoint, deleteCardCostEndpoint, listCardCostsEndpoint } from '#contract/card-costs.ts';
import { exportCostsEndpoint } from '#contract/cost-tables.ts';
import { attachment } from '#server/exports/attachment.ts';
import { TABLE_CONTENT_TYPES } from '#server/exports/table-file.ts';
import { serve } from '#server/http/serve.ts';
import { addCardCost, deleteCardCost, findCardCosts } from './card-costs.ts';
import { exportCosts } from './export-costs.ts';
import { cardOr404 } from './repository.ts';

export function registerCardCostRoutes(app: FastifyInstance): void {
  serve(app, listCardCostsEndpoint, async ({ params, session, db }) => {
    await cardOr404(db, session.accountId, params.id);
    return await findCardCosts(db, session.accountId, params.id);
  });

  serve(app, addCardCostEndpoint, ({ params, body, session, db }) =>
    addCardCost(db, session, params.id, body),
  );

  serve(app, deleteCardCostEndpoint, ({ params, session, db }) =>
    deleteCardCost(db, session, params.id, params.costId),
  );

  serve(app, exportCostsEndpoint, async ({ query, session, reply, db }) => {
    const { fileName, file } = await exportCosts(db, session.accountId, query.format);
    const type = TABLE_CONTENT_TYPES[query.format];
    await reply.type(type).header('content-disposition', attachment(fileName)).send(file);
  });
}
