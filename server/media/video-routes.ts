import { createReadStream } from 'node:fs';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { notFound } from '#server/errors/http-error.ts';
import { byteRange } from './byte-range.ts';
import type { StoredVideo } from './video-store.ts';

interface VideoRouteOptions {
  /** Undefined to all who have no right to it: nobody learns what is there. */
  find: (request: FastifyRequest, name: string) => Promise<StoredVideo | undefined>;
  headers: Record<string, string>;
}

/** Gives videos whole or, as players ask for them, in parts. */
export function registerVideoRoute(app: FastifyInstance, { find, headers }: VideoRouteOptions): void {
  app.get<{ Params: { name: string } }>('/media/videos/:name', async (request, reply) => {
    const video = await find(request, request.params.name);
    if (!video) throw notFound('Нет такого видео');
    const { path, type, length } = video;
    void reply.headers({ ...headers, 'accept-ranges': 'bytes' });
    const range = byteRange(request.headers.range, length);
    if (range === 'none') {
      return reply.code(416).header('content-range', `bytes */${length}`).send();
    }
    void reply.type(type);
    if (range === 'whole') return reply.header('content-length', length).send(createReadStream(path));
    const { start, end } = range;
    return reply
      .code(206)
      .header('content-range', `bytes ${start}-${end}/${length}`)
      .header('content-length', end - start + 1)
      .send(createReadStream(path, { start, end }));
  });
}
