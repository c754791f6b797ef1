import type { FastifyInstance } from 'fastify';
import type { RequestsUnderWay } from '#server/db/requests-under-way.ts';

/** Long work hears of each request from its first byte until its answer is out, or nobody waits for it any more. */
export function tellOfRequests(app: FastifyInstance, requests: RequestsUnderWay): void {
  app.addHook('onRequest', (_request, { raw }, done) => {
    raw.once('close', requests.begin());
    done();
  });
}
