import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import {
  checkImportEndpoint,
  chooseHeadingsEndpoint,
  createImportedCardsEndpoint,
  createImportEndpoint,
  exportImportErrorsEndpoint,
  getImportEndpoint,
  getImportTemplateEndpoint,
  listCauseRowsEndpoint,
  listFirstLinesEndpoint,
  listImportCausesEndpoint,
  listImportRowsEndpoint,
  listImportsEndpoint,
  removeImportEndpoint,
  stopImportEndpoint,
} from '#contract/imports.ts';
import { createDirectoryReader } from '#server/directory/marketplace-directories.ts';
import { notFound } from '#server/errors/http-error.ts';
import { attachment } from '#server/exports/attachment.ts';
import { TABLE_CONTENT_TYPES } from '#server/exports/table-file.ts';
import { LONGEST_BODY_TIME_MS } from '#server/http/body-deadline.ts';
import { serve } from '#server/http/serve.ts';
import type { Deps } from '#server/jobs/deps.ts';
import { asRefusal, readTableUpload, TABLE_FORM_LIMITS } from '#server/table-files/table-upload.ts';
import { findCauseRows, findImportCauses } from './causes.ts';
import { exportErrors } from './export-errors.ts';
import { chooseHeadings, findFirstLines } from './first-lines.ts';
import { checkImport, createImportedCards, stopImport } from './imports.ts';
import { createImport, removeImport } from './new-import.ts';
import { findImportRows, findImports, importOr404 } from './repository.ts';
import { importTemplate } from './template.ts';

export function registerImportRoutes(app: FastifyInstance, deps: Deps): void {
  const { takeWriteTurn } = app.serving;

  void app.register(async (scope) => {
    await scope.register(multipart, { limits: TABLE_FORM_LIMITS });
    serve(
      scope,
      createImportEndpoint,
      async ({ request, query, session }) => {
        const upload = await readTableUpload(request);
        return await takeWriteTurn(session.userId, () =>
          createImport(
            deps.database,
            session,
            upload,
            query.sheet === undefined ? undefined : Number(query.sheet),
          ),
        );
      },
      { bodyTimeMs: LONGEST_BODY_TIME_MS, translateError: asRefusal },
    );
  });

  const readDirectory = createDirectoryReader();
  serve(app, getImportTemplateEndpoint, async ({ query, session, db, reply }) => {
    const reader = { db, marketplace: deps.marketplace, accountId: session.accountId };
    const { fileName, bytes } = await importTemplate(reader, query.subjectId, (name) =>
      readDirectory(reader, name),
    );
    await reply
      .type(TABLE_CONTENT_TYPES.xlsx)
      .header('content-disposition', attachment(fileName))
      .send(Buffer.from(bytes));
  });

  serve(app, listImportsEndpoint, ({ session, db }) => findImports(db, session.accountId));

  serve(app, getImportEndpoint, ({ params, session, db }) => importOr404(db, session.accountId, params.id));

  serve(app, listImportRowsEndpoint, async ({ params, query, session, db }) => {
    await importOr404(db, session.accountId, params.id);
    return await findImportRows(db, session.accountId, params.id, query.state);
  });

  serve(app, listFirstLinesEndpoint, ({ params, session, db }) =>
    findFirstLines(db, session.accountId, params.id),
  );

  serve(app, chooseHeadingsEndpoint, ({ params, body, session }) =>
    takeWriteTurn(session.userId, () => chooseHeadings(deps.database, session, params.id, body.line)),
  );

  serve(app, listImportCausesEndpoint, ({ params, session }) =>
    findImportCauses(deps.database, session.accountId, params.id),
  );

  serve(app, listCauseRowsEndpoint, ({ params, query, session, db }) =>
    findCauseRows(
      db,
      { accountId: session.accountId, importId: params.id, causeId: params.causeId },
      query.afterLine ?? 0,
    ),
  );

  serve(app, checkImportEndpoint, ({ params, body, session }) =>
    takeWriteTurn(session.userId, () => checkImport(deps, session, params.id, body.meanings)),
  );

  serve(app, createImportedCardsEndpoint, ({ params, body, session }) =>
    takeWriteTurn(session.userId, () => createImportedCards(deps, session, params.id, body.expectedCount)),
  );

  serve(app, stopImportEndpoint, ({ params, session }) => stopImport(deps, session, params.id));

  serve(app, removeImportEndpoint, async ({ params, session, db }) => {
    if (!(await removeImport(db, session.accountId, params.id))) throw notFound();
  });

  serve(app, exportImportErrorsEndpoint, async ({ params, query, session, db, reply }) => {
    const { fileName, file } = await exportErrors(db, session.accountId, params.id, query.format);
    const type = TABLE_CONTENT_TYPES[query.format];
    await reply.type(type).header('content-disposition', attachment(fileName)).send(file);
  });
}
