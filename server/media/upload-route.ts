import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PHOTO_LIMITS, uploadPhotoEndpoint } from '#contract/photo-uploads.ts';
import { uploadVideoEndpoint, VIDEO_LIMITS } from '#contract/video-uploads.ts';
import { LONGEST_BODY_TIME_MS } from '#server/http/body-deadline.ts';
import { badRequest, HttpError } from '#server/errors/http-error.ts';
import { serve } from '#server/http/serve.ts';
import type { PhotoStore } from './photo-store.ts';
import { TooLargeFile, withReceivedFile, type ReceivedFile } from './receive-file.ts';
import type { VideoStore } from './video-store.ts';

/** What is taken, and how its refusals are worded. */
interface Upload {
  bytesMax: number;
  /** «одно фото» */
  one: string;
  /** «Фото» */
  what: string;
  tooLarge: string;
}

const PHOTO: Upload = {
  bytesMax: PHOTO_LIMITS.bytes,
  one: 'одно фото',
  what: 'Фото',
  tooLarge: 'Фото больше 32 МБ: уменьшите его',
};
const VIDEO: Upload = {
  bytesMax: VIDEO_LIMITS.bytes,
  one: 'одно видео',
  what: 'Видео',
  tooLarge: 'Видео больше 50 МБ, Wildberries такое не примет: сожмите или сократите его',
};

/** Takes one photo or one video at a time. Forms are read here only: everywhere else a body is JSON. */
export function registerUploadRoutes(app: FastifyInstance, photos: PhotoStore, videos: VideoStore): void {
  void app.register(async (scope) => {
    await scope.register(multipart, { limits: { files: 1, fields: 0, parts: 1, headerPairs: 20 } });
    const options = { bodyTimeMs: LONGEST_BODY_TIME_MS };
    serve(
      scope,
      uploadPhotoEndpoint,
      ({ request, session, db }) =>
        receive(request, photos.folder, PHOTO, (file) => photos.keep(db, session, file)),
      options,
    );
    serve(
      scope,
      uploadVideoEndpoint,
      ({ request, session, db }) =>
        receive(request, videos.folder, VIDEO, (file) => videos.keep(db, session, file)),
      options,
    );
  });
}

async function receive<T>(
  request: FastifyRequest,
  folder: string,
  { bytesMax, one, what, tooLarge }: Upload,
  work: (file: ReceivedFile) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) {
    throw new HttpError({
      status: 415,
      code: 'unsupported_media_type',
      detail: [`${what} отправляется формой: multipart/form-data`],
    });
  }
  const wrongForm = badRequest(`Отправьте ${one} в поле file`);
  // Whatever fails here is the form's fault: the parser says so with errors of several kinds.
  const part = await request.file({ throwFileSizeLimit: false, limits: { fileSize: bytesMax } }).catch(() => {
    throw wrongForm;
  });
  if (part?.fieldname !== 'file') throw wrongForm;
  let isWhole = false;
  try {
    return await withReceivedFile({ pieces: part.file, folder, bytesMax }, async (file) => {
      if (part.file.truncated) throw new TooLargeFile();
      isWhole = true;
      return await work(file);
    });
  } catch (error) {
    if (error instanceof TooLargeFile) {
      throw new HttpError({ status: 413, code: 'too_large', detail: [tooLarge] });
    }
    if (isWhole || isOfDisk(error)) throw error;
    throw badRequest(`${what} пришло не целиком: отправьте его ещё раз`);
  }
}

/** What was read is the sender's; what was written is ours. */
function isOfDisk(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall !== 'read';
}
