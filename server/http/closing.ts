import type { FastifyInstance } from 'fastify';

/**
 * Once the server is closing, each answer tells its client to close the connection: the server waits for connections,
 * and one that is kept alive would keep it waiting for as long as that lasts.
 */
export function closeConnectionsWhenClosing(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isClosing) reply.header('connection', 'close');
    done();
  });
}
