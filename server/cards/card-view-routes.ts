import type { FastifyInstance } from 'fastify';
import {
  createCardViewEndpoint,
  deleteCardViewEndpoint,
  listCardViewsEndpoint,
  updateCardViewEndpoint,
} from '#contract/card-views.ts';
import { serve } from '#server/http/serve.ts';
import { createCardView, deleteCardView, findCardViews, updateCardView } from './card-views.ts';

export function registerCardViewRoutes(app: FastifyInstance): void {
  serve(app, listCardViewsEndpoint, ({ session, db }) => findCardViews(db, session));

  serve(app, createCardViewEndpoint, ({ body, session, db }) => createCardView(db, session, body));

  serve(app, updateCardViewEndpoint, ({ params, body, session, db }) =>
    updateCardView(db, session, params.id, body),
  );

  serve(app, deleteCardViewEndpoint, ({ params, session, db }) => deleteCardView(db, session, params.id));
}
