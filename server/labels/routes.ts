import type { FastifyInstance } from 'fastify';
import { exportLabelsEndpoint, listLabelsEndpoint, previewLabelsEndpoint } from '#contract/labels.ts';
import type { Deps } from '#server/jobs/deps.ts';
import { attachment } from '#server/exports/attachment.ts';
import { serve } from '#server/http/serve.ts';

/** What draws is loaded with the first label: the encoder of barcodes is two megabytes of code that few starts need. */
export function registerLabelRoutes(app: FastifyInstance, _deps: Deps): void {
  serve(app, previewLabelsEndpoint, async ({ body, session, db }) => {
    const { previewLabels } = await import('./preview-labels.ts');
    return await previewLabels(db, session.accountId, body);
  });

  serve(app, listLabelsEndpoint, async ({ body, session, db }) => {
    const { listLabels } = await import('./list-labels.ts');
    return await listLabels(db, session.accountId, body);
  });

  serve(app, exportLabelsEndpoint, async ({ body, session, reply, db }) => {
    const { exportLabels } = await import('./export-labels.ts');
    const { fileName, contentType, file } = await exportLabels(db, session.accountId, body);
    await reply.type(contentType).header('content-disposition', attachment(fileName)).send(file);
  });
}
