import type { FastifyInstance } from 'fastify';
import { addCardCostEndpoint, deleteCardCostEndpoint, listCardCostsEndpoint } from '#contract/card-costs.ts';
import { serve } from '#server/http/serve.ts';
import { addCardCost, deleteCardCost, findCardCosts } from './card-costs.ts';
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
}
