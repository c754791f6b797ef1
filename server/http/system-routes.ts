import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { healthLiveEndpoint, healthReadyEndpoint, pingEndpoint } from '#contract/system.ts';
import type { Database } from '#server/db/database.ts';
import { unavailable } from '#server/errors/http-error.ts';
import { serve } from './serve.ts';

const RETRY_SECONDS = 5;

export function registerSystemRoutes(app: FastifyInstance, database: Database, version: string): void {
  serve(app, pingEndpoint, async ({ query }) => ({ nonce: query.n }));

  serve(app, healthLiveEndpoint, async () => ({ status: 'ok' as const }));

  serve(app, healthReadyEndpoint, async ({ request }) => {
    try {
      await sql`SELECT 1`.execute(database.db);
    } catch (error) {
      request.log.error({ err: error }, 'database does not answer');
      throw unavailable(RETRY_SECONDS, 'База данных не отвечает');
    }
    return { status: 'ok' as const, version };
  });
}
