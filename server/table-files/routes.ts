import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import {
  MAX_SHOWN_ROWS,
  readTableFileEndpoint,
  SHOWN_CELL_LENGTH,
  TABLE_FILE_LIMITS,
} from '#contract/table-files.ts';
import { LONGEST_BODY_TIME_MS } from '#server/http/body-deadline.ts';
import { serve } from '#server/http/serve.ts';
import type { TableLine } from './open-table.ts';
import { readTable } from './read-table.ts';
import { asRefusal, readTableUpload, TABLE_FORM_LIMITS } from './table-upload.ts';

const LIMITS = { rows: MAX_SHOWN_ROWS, columns: TABLE_FILE_LIMITS.columns, cellLength: SHOWN_CELL_LENGTH };

/** Forms are read here: elsewhere a body is JSON. */
export function registerTableFileRoutes(app: FastifyInstance): void {
  void app.register(async (scope) => {
    await scope.register(multipart, { limits: TABLE_FORM_LIMITS });
    serve(
      scope,
      readTableFileEndpoint,
      async ({ request, query, session }) => {
        const { bytes } = await readTableUpload(request);
        return await app.serving.takeWriteTurn(session.userId, async () => {
          const { sheets, isSince1904, batches } = await readTable(bytes, {
            limits: LIMITS,
            sheet: Number(query.sheet ?? 0),
          });
          const rows: TableLine[] = [];
          for await (const batch of batches) rows.push(...batch);
          return { sheets, isSince1904, rows };
        });
      },
      { bodyTimeMs: LONGEST_BODY_TIME_MS, translateError: asRefusal },
    );
  });
}
