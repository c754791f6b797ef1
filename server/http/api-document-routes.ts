import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { API_BASE } from '#contract/endpoint.ts';
import { apiPage } from './api-page.ts';
import { openApiOf } from './openapi.ts';

/** The document for programs and a page for people; both are made when first asked for. */
export function registerApiDocumentRoutes(app: FastifyInstance, version: string): void {
  const { serving } = app;
  let json: string | undefined;
  let html: string | undefined;
  const document = () => openApiOf(serving.endpoints, version);
  const styles = readFileSync(new URL('./api-page.css', import.meta.url), 'utf8');

  // They are large, and anybody may ask.
  const limited = {
    onRequest: (request: FastifyRequest) =>
      serving.limitCall(request, { method: 'GET', path: '/openapi.json' }),
  };
  app.get(`${API_BASE}/openapi.json`, limited, (_request, reply) => {
    json ??= JSON.stringify(document());
    return reply.type('application/json; charset=utf-8').send(json);
  });
  const sendPage = (_request: FastifyRequest, reply: FastifyReply) => {
    html ??= apiPage(document());
    return reply.type('text/html; charset=utf-8').send(html);
  };
  app.get('/api/docs', limited, sendPage);
  app.get('/api/docs/', limited, sendPage);
  app.get('/api/docs/api-page.css', limited, (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(styles),
  );
}
