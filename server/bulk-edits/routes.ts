import type { FastifyInstance } from 'fastify';
import {
  applyBulkEditEndpoint,
  createBulkEditEndpoint,
  createTableEditEndpoint,
  getBulkEditEndpoint,
  leaveOutBulkEditRowsEndpoint,
  leaveOutFoundRowsEndpoint,
  listBulkEditRowsEndpoint,
  listBulkEditsEndpoint,
  listSelectedCharacteristicsEndpoint,
  rollBackBulkEditEndpoint,
  stopBulkEditEndpoint,
} from '#contract/bulk-edits.ts';
import { MAX_TABLE_TEXT_BYTES } from '#contract/bulk-table-rows.ts';
import { exportBulkEditEndpoint } from '#contract/bulk-edit-export.ts';
import { createCostTableEndpoint } from '#contract/cost-tables.ts';
import { attachment } from '#server/exports/attachment.ts';
import { TABLE_CONTENT_TYPES } from '#server/exports/table-file.ts';
import { pageLinks } from '#server/http/page-links.ts';
import { serve } from '#server/http/serve.ts';
import type { Deps } from '#server/jobs/deps.ts';
import { applyBulkEdit, createBulkEdit, stopBulkEdit } from './bulk-edits.ts';
import { createCostTable } from './cost-table.ts';
import { exportBulkEdit } from './export-edit.ts';
import { findRows } from './found-rows.ts';
import { leaveOut, leaveOutFound } from './leave-out.ts';
import { bulkEditOr404, findHistory } from './repository.ts';
import { rollBackBulkEdit } from './roll-back.ts';
import { findSelectedCharacteristics } from './selected-characteristics.ts';
import { createTableEdit } from './table-edit.ts';

/** 10 000 rows at their longest are 7 MB, without texts. */
const TABLE_LIMIT_BYTES = 7 * 1024 * 1024 + MAX_TABLE_TEXT_BYTES;

/** 10 000 rows whose cells are long names of two bytes a letter. */
const COSTS_LIMIT_BYTES = 8 * 1024 * 1024;

export function registerBulkEditRoutes(app: FastifyInstance, deps: Deps): void {
  const { takeWriteTurn } = app.serving;

  // Many cards take many transactions, so the key is claimed first; an edit that was interrupted is gone on with.
  serve(
    app,
    createBulkEditEndpoint,
    ({ body, session, idempotencyKey }) =>
      takeWriteTurn(session.userId, () => createBulkEdit(deps, session, { ...body, idempotencyKey })),
    { callsOut: true },
  );

  serve(
    app,
    createTableEditEndpoint,
    ({ body, session, idempotencyKey }) =>
      takeWriteTurn(session.userId, () => createTableEdit(deps, session, { ...body, idempotencyKey })),
    { callsOut: true, bodyLimitBytes: TABLE_LIMIT_BYTES },
  );

  serve(
    app,
    createCostTableEndpoint,
    ({ body, session, idempotencyKey }) =>
      takeWriteTurn(session.userId, () => createCostTable(deps, session, { ...body, idempotencyKey })),
    { callsOut: true, bodyLimitBytes: COSTS_LIMIT_BYTES },
  );

  serve(app, listSelectedCharacteristicsEndpoint, ({ body, session, db }) =>
    findSelectedCharacteristics(
      { db, marketplace: deps.marketplace, accountId: session.accountId },
      body.selection,
    ),
  );

  serve(app, listBulkEditsEndpoint, async ({ query, session, request, db }) => {
    const { count, results } = await findHistory(db, session.accountId, query);
    return { count, ...pageLinks(request.url, { ...query, count }), results };
  });

  serve(app, getBulkEditEndpoint, ({ params, session, db }) =>
    bulkEditOr404(db, session.accountId, params.id),
  );

  serve(app, listBulkEditRowsEndpoint, async ({ params, query, session, db }) => {
    await bulkEditOr404(db, session.accountId, params.id);
    const { afterId = 0, state: states = [], warned, search } = query;
    const isWarned = warned === 'true' ? true : undefined;
    return await findRows(db, session.accountId, params.id, { afterId, states, isWarned, search });
  });

  serve(app, exportBulkEditEndpoint, async ({ params, query, session, reply }) => {
    const { fileName, file } = await exportBulkEdit(deps.database, session.accountId, params.id, query);
    const type = TABLE_CONTENT_TYPES[query.format];
    await reply.type(type).header('content-disposition', attachment(fileName)).send(file);
  });

  serve(app, leaveOutBulkEditRowsEndpoint, ({ params, body, session }) =>
    leaveOut(deps, session, params.id, body),
  );

  serve(
    app,
    leaveOutFoundRowsEndpoint,
    ({ params, body, session, idempotencyKey }) =>
      takeWriteTurn(session.userId, () =>
        leaveOutFound(deps, session, params.id, { ...body, idempotencyKey }),
      ),
    { callsOut: true },
  );

  serve(app, applyBulkEditEndpoint, ({ params, body, session }) =>
    takeWriteTurn(session.userId, () => applyBulkEdit(deps, session, params.id, body.expectedCount)),
  );

  serve(app, stopBulkEditEndpoint, ({ params, session }) => stopBulkEdit(deps, session, params.id));

  serve(
    app,
    rollBackBulkEditEndpoint,
    ({ params, body, session, idempotencyKey }) =>
      takeWriteTurn(session.userId, () =>
        rollBackBulkEdit(deps, session, params.id, { ...body, idempotencyKey }),
      ),
    { callsOut: true },
  );
}
