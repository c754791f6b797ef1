import { PHOTO_LIMITS, photoLinkProblem, type UploadedPhoto } from '#contract/photo-uploads.ts';
import type { Db } from '#server/db/database.ts';
import { badRequest, HttpError } from '#server/errors/http-error.ts';
import { fetchFile, RefusedFile, type FetchFileOptions } from './fetch-file.ts';
import type { PhotoStore } from './photo-store.ts';
import { TooLargeFile, withReceivedFile } from './receive-file.ts';
import { createSlots } from './slots.ts';

const TIMEOUT_MS = 30_000;
const FETCHED_AT_ONCE = 4;
const WAITING_MAX = 100;

/** Photos that lie somewhere on the internet: fetched once and kept as if they had been uploaded. */
export function createLinkedPhotos(store: PhotoStore, options: Partial<FetchFileOptions> = {}) {
  const whenFree = createSlots(FETCHED_AT_ONCE, WAITING_MAX);
  return {
    /** Throws 400 with the reason when the address gives no good photo. */
    async keep(
      db: Db,
      owner: { accountId: number; userId: number },
      address: string,
    ): Promise<UploadedPhoto> {
      const problem = photoLinkProblem(address);
      if (problem !== null) throw badRequest(problem);
      const { hostname, pathname, search } = new URL(address);
      const file = { host: hostname, path: pathname + search };
      return await whenFree(async () => {
        const pieces = fetchFile(file, { timeoutMs: TIMEOUT_MS, ...options });
        const coming = { pieces, folder: store.folder, bytesMax: PHOTO_LIMITS.bytes };
        try {
          return await withReceivedFile(coming, (received) => store.keep(db, owner, received));
        } catch (error) {
          throw asRefusal(error);
        }
      });
    },
  };
}

/** What the other server did; that a name leads into our network is told as any other that does not open. */
function asRefusal(error: unknown): unknown {
  if (error instanceof HttpError) return error;
  if (error instanceof TooLargeFile) return badRequest('Файл по ссылке больше 32 МБ');
  if (error instanceof RefusedFile && error.status >= 300 && error.status < 400) {
    return badRequest('Ссылка ведёт на другую: нужна та, что открывает сам файл');
  }
  if (error instanceof RefusedFile) {
    return badRequest(`По ссылке нет файла: сайт ответил ${String(error.status)}`);
  }
  if (isOfNetwork(error)) return badRequest('Ссылка не открылась: проверьте, что она доступна всем');
  return error;
}

const DISK_CALLS = ['open', 'write', 'fsync', 'mkdir', 'rename'];

function isOfNetwork(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return !('syscall' in error) || !DISK_CALLS.includes(String(error.syscall));
}
