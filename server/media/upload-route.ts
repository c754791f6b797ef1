import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PHOTO_LIMITS, uploadPhotoEndpoint } from '#contract/photo-uploads.ts';
import { LONGEST_BODY_TIME_MS } from '#server/http/body-deadline.ts';
import { badRequest, HttpError } from '#server/errors/http-error.ts';
import { serve } from '#server/http/serve.ts';
import type { PhotoStore } from './photo-store.ts';
import { TooLargeFile, withReceivedFile, type ReceivedFile } from './receive-file.ts';

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
      ({ request, session, db }) => receive(request, store.folder, (file) => store.keep(db, session, file)),
      { bodyTimeMs: LONGEST_BODY_TIME_MS },
    );
  });
}

async function receive<T>(
  request: FastifyRequest,
  folder: string,
  work: (file: ReceivedFile) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) {
    throw new HttpError({
      status: 415,
      code: 'unsupported_media_type',
      detail: ['Фото отправляется формой: multipart/form-data'],
    });
  }
  // Whatever fails here is the form's fault: the parser says so with errors of several kinds.
  const part = await request.file({ throwFileSizeLimit: false }).catch(() => {
    throw badRequest(WRONG_FORM);
  });
  if (part?.fieldname !== 'file') throw badRequest(WRONG_FORM);
  let isWhole = false;
  try {
    return await withReceivedFile(
      { pieces: part.file, folder, bytesMax: PHOTO_LIMITS.bytes },
      async (file) => {
        if (part.file.truncated) throw new TooLargeFile();
        isWhole = true;
        return await work(file);
      },
    );
  } catch (error) {
    if (error instanceof TooLargeFile) {
      throw new HttpError({ status: 413, code: 'too_large', detail: ['Фото больше 32 МБ: уменьшите его'] });
    }
    if (isWhole || isOfDisk(error)) throw error;
    throw badRequest('Фото пришло не целиком: отправьте его ещё раз');
  }
}

/** What was read is the sender's; what was written is ours. */
function isOfDisk(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall !== 'read';
}
