import type { FastifyInstance } from 'fastify';
import {
  createOwnCostEndpoint,
  deleteOwnCostEndpoint,
  listOwnCostsEndpoint,
  updateOwnCostEndpoint,
} from '#contract/own-costs.ts';
import { serve } from '#server/http/serve.ts';
import { createOwnCost, deleteOwnCost, updateOwnCost } from './change-own-costs.ts';
import { findOwnCosts } from './own-cost-rows.ts';

export function registerOwnCostRoutes(app: FastifyInstance): void {
  serve(app, listOwnCostsEndpoint, ({ query, session, db }) => findOwnCosts(db, session.accountId, query));

  serve(app, createOwnCostEndpoint, ({ body, session, db }) => createOwnCost(db, session.accountId, body));

  serve(app, updateOwnCostEndpoint, ({ params, body, session, version, db }) =>
    updateOwnCost(db, session.accountId, { id: params.id, version }, body),
  );

  serve(app, deleteOwnCostEndpoint, ({ params, session, version, db }) =>
    deleteOwnCost(db, session.accountId, { id: params.id, version }),
  );
}
