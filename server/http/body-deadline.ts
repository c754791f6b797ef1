import type { FastifyInstance } from 'fastify';
import { respondWithBrokenHttp } from './errors.ts';

/** A body that trickles in for longer holds a connection for nothing. */
const BODY_TIME_MS = 30_000;
/** Ten megabytes over a phone's uplink; no body may take longer. */
export const LONGEST_BODY_TIME_MS = 120_000;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long the route's body may take to arrive. */
    bodyTimeMs?: number | undefined;
  }
}

/**
 * Answers 408 to a body that has not arrived in time. Node's own limit is one for all routes, and files need more. The time
 * begins when the body is asked for: what the server does before, such as looking up the session, is not the body's delay.
 */
export function limitBodyTime(app: FastifyInstance, bodyTimeMs = BODY_TIME_MS): void {
  app.addHook('preParsing', ({ raw, routeOptions }, reply, _payload, done) => {
    if (raw.complete) {
      done();
      return;
    }
    const late = Object.assign(new Error('The body is late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    const timer = setTimeout(
      () => respondWithBrokenHttp(late, raw.socket),
      routeOptions.config.bodyTimeMs ?? bodyTimeMs,
    );
    for (const event of ['end', 'close']) raw.once(event, () => clearTimeout(timer));
    // Nobody waits for the body of a call that was refused; Node's own limit ends its connection.
    reply.raw.once('finish', () => clearTimeout(timer));
    done();
  });
}
