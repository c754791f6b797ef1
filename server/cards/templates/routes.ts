import type { FastifyInstance } from 'fastify';
import {
  createCardTemplateEndpoint,
  deleteCardTemplateEndpoint,
  getCardTemplateEndpoint,
  listCardTemplatesEndpoint,
  restoreCardTemplateEndpoint,
  updateCardTemplateEndpoint,
} from '#contract/card-templates.ts';
import { serve } from '#server/http/serve.ts';
import {
  createTemplate,
  deleteTemplate,
  findTemplates,
  renameTemplate,
  restoreTemplate,
  templateOr404,
} from './templates.ts';

export function registerCardTemplateRoutes(app: FastifyInstance): void {
  serve(app, listCardTemplatesEndpoint, ({ session, db }) => findTemplates(db, session.accountId));

  serve(app, getCardTemplateEndpoint, ({ params, session, db }) =>
    templateOr404(db, session.accountId, params.id),
  );

  serve(app, createCardTemplateEndpoint, ({ body, session, db }) =>
    createTemplate(db, session.accountId, body),
  );

  serve(app, updateCardTemplateEndpoint, ({ params, body, session, db }) =>
    renameTemplate(db, session.accountId, params.id, body.name),
  );

  serve(app, deleteCardTemplateEndpoint, ({ params, session, db }) =>
    deleteTemplate(db, session.accountId, params.id),
  );

  serve(app, restoreCardTemplateEndpoint, ({ params, session, db }) =>
    restoreTemplate(db, session.accountId, params.id),
  );
}
