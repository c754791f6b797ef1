import type { FastifyInstance } from 'fastify';
import { notFound } from '#server/plugins/http-error.ts';
import { drawnPhoto } from './drawn-photo.ts';

/** A picture needs nothing from anywhere, also when it is opened as a page of its own. */
const CONTENT_SECURITY_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** Photos of the demo: drawn on request, the same for everybody and for ever. */
export function registerMediaRoutes(app: FastifyInstance): void {
  app.get<{ Params: { name: string } }>('/media/drawn/:name', (request, reply) => {
    const picture = drawnPhoto(request.params.name);
    if (picture === undefined) throw notFound('Нет такого изображения');
    return reply
      .type('image/svg+xml; charset=utf-8')
      .headers({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': CONTENT_SECURITY_POLICY,
        'x-content-type-options': 'nosniff',
      })
      .send(picture);
  });
}
