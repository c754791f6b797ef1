import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '#server/jobs/deps.ts';
import { thumbnailSizes, type ThumbnailSize } from '#contract/media.ts';
import { saveLinkedPhotoEndpoint } from '#contract/photo-uploads.ts';
import { HttpError, notFound } from '#server/errors/http-error.ts';
import { serve } from '#server/http/serve.ts';
import { drawnPhoto } from './drawn-photo.ts';
import { IMAGE_TYPES } from './image-kind.ts';
import { createMediaPasses } from './media-pass.ts';
import { createPhotoCache, type PhotoCache } from './photo-cache.ts';
import { createLinkedPhotos } from './linked-photos.ts';
import { createPhotoStore } from './photo-store.ts';
import { openDrawing, openPicture } from './picture.ts';
import { createThumbnails } from './thumbnails.ts';
import { registerUploadRoutes } from './upload-route.ts';
import { registerVideoRoute } from './video-routes.ts';
import { createVideoStore } from './video-store.ts';

/** A picture needs nothing from anywhere, also when it is opened as a page of its own. */
const CONTENT_SECURITY_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";
const FOR_EVER = 'public, max-age=31536000, immutable';
/** A seller's own: nobody between may keep it, and a browser not for ever. */
const FOR_A_WEEK = 'private, max-age=604800';
/** The marketplace may put another picture at the same address. */
const FOR_A_DAY = 'public, max-age=86400, stale-while-revalidate=604800';

/** Pictures: those drawn for the demo, those that sellers upload, and copies of the marketplace's. And their videos. */
export function registerMediaRoutes(
  app: FastifyInstance,
  { database, env }: Pick<Deps, 'database' | 'env'>,
  cache: PhotoCache = createPhotoCache(env.dataDir),
): void {
  const store = createPhotoStore(env.dataDir);
  const thumbnails = createThumbnails(env.dataDir);
  const passes = createMediaPasses(env.secretKey);
  const videos = createVideoStore(env.dataDir);
  registerUploadRoutes(app, store, videos);
  const linked = createLinkedPhotos(store);
  serve(app, saveLinkedPhotoEndpoint, ({ body, session, db }) => linked.keep(db, session, body.address));

  app.get<{ Params: { name: string } }>('/media/drawn/:name', (request, reply) => {
    const picture = drawnPhoto(request.params.name);
    if (picture === undefined) throw notFound('Нет такого изображения');
    return asPicture(reply, 'image/svg+xml; charset=utf-8', FOR_EVER).send(picture);
  });

  app.get<{ Params: { size: string; name: string } }>('/media/drawn/:size/:name', async (request, reply) => {
    const size = thumbnailSizeOf(request.params.size);
    const picture = drawnPhoto(request.params.name);
    if (size === undefined || picture === undefined) throw notFound('Нет такого изображения');
    // A page of drawings is slow to look at: a browser makes a document of each.
    const small = await thumbnails.read(request.params.name, () => openDrawing(picture), size);
    return asPicture(reply, IMAGE_TYPES.webp, FOR_EVER).send(small);
  });

  const findPhoto = async (request: FastifyRequest, name: string) => {
    const accountId = passes.accountOf(passOf(request), name);
    const photo = accountId === undefined ? undefined : await store.find(database.db, accountId, name);
    // One answer to all who have no right to it: nobody learns what is there.
    if (!photo) throw notFound('Нет такого изображения');
    return photo;
  };
  const sendWhole = (reply: FastifyReply, photo: Awaited<ReturnType<typeof findPhoto>>) =>
    asPicture(reply, IMAGE_TYPES[photo.extension], FOR_A_WEEK)
      .header('content-length', photo.length)
      .send(photo.stream());

  registerVideoRoute(app, {
    find: async (request, name) => {
      const accountId = passes.accountOf(passOf(request), name);
      return accountId === undefined ? undefined : await videos.find(database.db, accountId, name);
    },
    headers: headersOf(FOR_A_WEEK),
  });

  app.get<{ Params: { name: string } }>('/media/photos/:name', async (request, reply) =>
    sendWhole(reply, await findPhoto(request, request.params.name)),
  );

  app.get<{ Params: { size: string; name: string } }>('/media/photos/:size/:name', async (request, reply) => {
    const size = thumbnailSizeOf(request.params.size);
    if (size === undefined) throw notFound('Нет такого изображения');
    const photo = await findPhoto(request, request.params.name);
    try {
      const small = await thumbnails.read(request.params.name, () => openPicture(photo.path), size);
      return asPicture(reply, IMAGE_TYPES.webp, FOR_A_WEEK).send(small);
    } catch (error) {
      if (error instanceof HttpError) throw error;
      // Of an earlier version, which believed what a file's head says: a browser may still show it.
      return sendWhole(reply, photo);
    }
  });

  const limited = {
    onRequest: (request: FastifyRequest) =>
      app.serving.limitCall(request, { method: 'GET', path: '/media/wb/*' }),
  };
  app.get<{ Params: { '*': string } }>('/media/wb/*', limited, async (request, reply) => {
    const photo = await cache.read(`https://${request.params['*']}`);
    if (!photo) throw notFound('Нет такого изображения');
    return asPicture(reply, photo.type, FOR_A_DAY).send(photo.bytes);
  });
}

function thumbnailSizeOf(text: string): ThumbnailSize | undefined {
  return thumbnailSizes.find((known) => known === text);
}

function passOf({ query }: FastifyRequest): string {
  const pass = typeof query === 'object' && query !== null && 'pass' in query ? query.pass : undefined;
  return typeof pass === 'string' ? pass : '';
}

function asPicture(reply: FastifyReply, type: string, cacheControl: string): FastifyReply {
  return reply.type(type).headers(headersOf(cacheControl));
}

function headersOf(cacheControl: string): Record<string, string> {
  return {
    'cache-control': cacheControl,
    'content-security-policy': CONTENT_SECURITY_POLICY,
    'x-content-type-options': 'nosniff',
  };
}
