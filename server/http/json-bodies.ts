import type { FastifyInstance } from 'fastify';
import { HttpError } from '#server/errors/http-error.ts';

/**
 * Bodies are JSON and nothing else: a form that another site posts is 415. An empty body counts as none. A key named
 * `__proto__` is refused while parsing; the rest of the hostile names, and depth, when names are converted.
 */
export function acceptJsonOnly(app: FastifyInstance): void {
  const parseSafely = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = typeof body === 'string' ? body : body.toString('utf8');
    if (text.trim() === '') done(null, undefined);
    else void parseSafely(request, text, done);
  });
  app.addHook('preParsing', async (request) => {
    const encoding = request.headers['content-encoding'];
    if (encoding === undefined || encoding === 'identity') return;
    throw new HttpError({
      status: 415,
      code: 'unsupported_media_type',
      detail: ['Сжатые запросы не принимаются'],
    });
  });
}
