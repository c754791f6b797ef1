import type { FastifyInstance } from 'fastify';
import {
  createOwnCostRateEndpoint,
  deleteOwnCostRateEndpoint,
  listOwnCostRatesEndpoint,
  updateOwnCostRateEndpoint,
} from '#contract/own-cost-rates.ts';
import {
  createOwnCostEndpoint,
  deleteOwnCostEndpoint,
  listOwnCostsEndpoint,
  updateOwnCostEndpoint,
} from '#contract/own-costs.ts';
import { serve } from '#server/http/serve.ts';
import { createOwnCostRate, deleteOwnCostRate, updateOwnCostRate } from './change-own-cost-rates.ts';
import { createOwnCost, deleteOwnCost, updateOwnCost } from './change-own-costs.ts';
import { findOwnCostRates } from './own-cost-rate-rows.ts';
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

  serve(app, listOwnCostRatesEndpoint, ({ query, session, db }) =>
    findOwnCostRates(db, session.accountId, query),
  );
  serve(app, createOwnCostRateEndpoint, ({ body, session, db }) =>
    createOwnCostRate(db, session.accountId, body),
  );
  serve(app, updateOwnCostRateEndpoint, ({ params, body, session, version, db }) =>
    updateOwnCostRate(db, session.accountId, { id: params.id, version }, body),
  );
  serve(app, deleteOwnCostRateEndpoint, ({ params, session, version, db }) =>
    deleteOwnCostRate(db, session.accountId, { id: params.id, version }),
  );
}
