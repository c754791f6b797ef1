import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PHOTO_LIMITS, uploadPhotoEndpoint } from '#contract/media.ts';
import { LONGEST_BODY_TIME_MS } from '#server/http/body-deadline.ts';
import { badRequest, HttpError } from '#server/errors/http-error.ts';
import { serve } from '#server/http/serve.ts';
import { photoProblem, readImage } from './image-file.ts';
import type { PhotoStore } from './photo-store.ts';

const WRONG_FORM = 'Отправьте одно фото в поле file';

/** Takes one photo at a time. Forms are read here only: everywhere else a body is JSON. */
export function registerUploadRoute(app: FastifyInstance, store: PhotoStore): void {
  void app.register(async (scope) => {
    await scope.register(multipart, {
      limits: { fileSize: PHOTO_LIMITS.bytes, files: 1, fields: 0, parts: 1, headerPairs: 20 },
    });
    serve(
      scope,
      uploadPhotoEndpoint,
      async ({ request, session, db }) => {
        const image = readImage(await readFile(request));
        const problem = photoProblem(image);
        if (problem !== null || !image) throw badRequest(problem ?? 'Неверный запрос');
        return await store.keep(db, session, image);
      },
      { bodyTimeMs: LONGEST_BODY_TIME_MS },
    );
  });
}

async function readFile(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) {
    throw new HttpError({
      status: 415,
      code: 'unsupported_media_type',
      detail: ['Фото отправляется формой: multipart/form-data'],
    });
  }
  // Whatever fails here is the form's fault: the parser says so with errors of several kinds.
  const file = await request.file().catch(() => {
    throw badRequest(WRONG_FORM);
  });
  if (file?.fieldname !== 'file') throw badRequest(WRONG_FORM);
  try {
    return await file.toBuffer();
  } catch {
    if (!file.file.truncated) throw badRequest('Фото пришло не целиком: отправьте его ещё раз');
    throw new HttpError({ status: 413, code: 'too_large', detail: ['Фото больше 10 МБ: уменьшите его'] });
  }
}
