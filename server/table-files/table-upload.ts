import type { FastifyRequest } from 'fastify';
import { TABLE_FILE_LIMITS } from '#contract/table-files.ts';
import { badRequest, HttpError } from '#server/errors/http-error.ts';
import { TableFileError } from './table-file-error.ts';

const WRONG_FORM = 'Отправьте один файл в поле file';

export const TABLE_FORM_LIMITS = {
  fileSize: TABLE_FILE_LIMITS.bytes,
  files: 1,
  fields: 0,
  parts: 1,
  headerPairs: 20,
};

export interface TableUpload {
  /** As the person's device calls it; for people alone. */
  name: string;
  bytes: Uint8Array;
}

/** The one file of a form. */
export async function readTableUpload(request: FastifyRequest): Promise<TableUpload> {
  if (!request.isMultipart()) {
    throw new HttpError({
      status: 415,
      code: 'unsupported_media_type',
      detail: ['Таблица отправляется формой: multipart/form-data'],
    });
  }
  // Whatever fails here is the form's fault: the parser says so with errors of several kinds.
  const file = await request.file().catch(() => {
    throw badRequest(WRONG_FORM);
  });
  if (file?.fieldname !== 'file') throw badRequest(WRONG_FORM);
  try {
    return { name: file.filename, bytes: await file.toBuffer() };
  } catch {
    if (!file.file.truncated) throw badRequest('Файл пришёл не целиком: отправьте его ещё раз');
    throw new HttpError({
      status: 413,
      code: 'too_large',
      detail: ['Файл больше 20 МБ: оставьте в нём только нужные столбцы'],
    });
  }
}

/** What a person learns of a file that is no table. */
export function asRefusal(error: unknown): unknown {
  return error instanceof TableFileError ? badRequest(error.message) : error;
}
