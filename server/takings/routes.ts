import type { FastifyInstance } from 'fastify';
import {
  lookAtTakingEndpoint,
  readTakenCardsEndpoint,
  readTakenShipmentsEndpoint,
} from '#contract/takings.ts';
import { serve } from '#server/http/serve.ts';
import { findTakenCards, lookAtTaking } from './taken-cards.ts';
import { findTakenShipments } from './taken-shipments.ts';

export function registerTakingRoutes(app: FastifyInstance): void {
  serve(app, lookAtTakingEndpoint, ({ body, session, db }) =>
    lookAtTaking(db, session.accountId, body.selection),
  );

  serve(app, readTakenCardsEndpoint, async ({ body, session, db }) => ({
    cards: await findTakenCards(db, session.accountId, body.cardIds),
  }));

  serve(app, readTakenShipmentsEndpoint, async ({ body, session, db }) => ({
    shipments: await findTakenShipments(db, session.accountId, body.shipmentIds),
  }));
}
