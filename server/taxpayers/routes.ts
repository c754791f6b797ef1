import type { FastifyInstance } from 'fastify';
import {
  createTaxpayerEndpoint,
  deleteTaxpayerEndpoint,
  getTaxpayerEndpoint,
  listTaxpayersEndpoint,
  updateTaxpayerEndpoint,
} from '#contract/taxpayers.ts';
import { serve } from '#server/http/serve.ts';
import { createTaxpayer, deleteTaxpayer, taxpayerOr404, updateTaxpayer } from './change-taxpayers.ts';
import { findTaxpayers } from './taxpayer-rows.ts';

export function registerTaxpayerRoutes(app: FastifyInstance): void {
  serve(app, listTaxpayersEndpoint, ({ session, db }) => findTaxpayers(db, session.accountId));

  serve(app, getTaxpayerEndpoint, ({ params, session, db }) =>
    taxpayerOr404(db, session.accountId, params.id),
  );

  serve(app, createTaxpayerEndpoint, ({ body, session, db }) => createTaxpayer(db, session.accountId, body));

  serve(app, updateTaxpayerEndpoint, ({ params, body, session, version, db }) =>
    updateTaxpayer(db, session.accountId, { id: params.id, version }, body),
  );

  serve(app, deleteTaxpayerEndpoint, ({ params, session, version, db }) =>
    deleteTaxpayer(db, session.accountId, { id: params.id, version }),
  );
}
