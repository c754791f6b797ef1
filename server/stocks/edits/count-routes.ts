import type { FastifyInstance } from 'fastify';
import { compareCountEndpoint } from '#contract/stock-counts.ts';
import { serve } from '#server/http/serve.ts';
import type { Deps } from '#server/jobs/deps.ts';
import { compareCount } from './compare-count.ts';

/** The longest list of lines is below it. */
const LIMIT_BYTES = 2 * 1024 * 1024;

export function registerStockCountRoutes(app: FastifyInstance, deps: Deps): void {
  const { takeWriteTurn } = app.serving;
  serve(
    app,
    compareCountEndpoint,
    ({ body, session, idempotencyKey }) =>
      takeWriteTurn(session.userId, () => compareCount(deps, session, { ...body, idempotencyKey })),
    { callsOut: true, bodyLimitBytes: LIMIT_BYTES },
  );
}
