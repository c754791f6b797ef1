import type { FastifyInstance } from 'fastify';
import type { RequestsUnderWay } from '#server/db/requests-under-way.ts';

/**
 * Long work hears of each request from its first byte until its answer is out, or nobody waits for it any more; and what the
 * request asks the database is told from what jobs ask.
 */
export function tellOfRequests(app: FastifyInstance, requests: RequestsUnderWay): void {
  app.addHook('onRequest', (_request, { raw }, done) => {
    const request = requests.begin();
    raw.once('close', request.end);
    request.run(done);
  });
}
