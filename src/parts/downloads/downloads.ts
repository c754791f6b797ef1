import { ApiError, errorTexts } from '#api/http/api-error.ts';
import type { DownloadedFile, DownloadHooks } from '#lib/download.ts';
import { FALLBACK_FILE_NAME, saveFile } from '#lib/save-file.ts';
import { createListeners } from '#lib/listeners.ts';
import { showToast } from '#ui/toast-store.ts';

/** Begins the transfer; null when the answer is of a type that is not saved. */
export type Transfer = (hooks: DownloadHooks) => Promise<DownloadedFile | null>;

export interface Download {
  id: number;
  /** «Скачанный файл» until the server has told the name. */
  fileName: string;
  receivedBytes: number;
  totalBytes: number | null;
  /** Why it ended without a file; null while it runs. */
  error: string | null;
}

interface Running {
  transfer: Transfer;
  abort: AbortController;
}

/** Downloads live outside React: a file goes on while other shipments, or other screens, are looked at. */
function createDownloads() {
  let downloads: readonly Download[] = [];
  let lastId = 0;
  const running = new Map<number, Running>();
  const listeners = createListeners();

  const change = (next: readonly Download[]) => {
    downloads = next;
    listeners.tell();
  };
  const update = (id: number, changed: Partial<Download>) =>
    change(downloads.map((one) => (one.id === id ? { ...one, ...changed } : one)));
  const remove = (id: number) => {
    running.delete(id);
    change(downloads.filter((one) => one.id !== id));
  };

  const run = async (id: number, transfer: Transfer) => {
    const abort = new AbortController();
    running.set(id, { transfer, abort });
    let hasBegun = false;
    update(id, { error: null, receivedBytes: 0, totalBytes: null });
    try {
      const file = await transfer({
        signal: abort.signal,
        onProgress: (progress) => {
          hasBegun = true;
          update(id, progress);
        },
      });
      if (abort.signal.aborted) return;
      if (file === null) {
        update(id, { error: 'Файлы такого типа не скачиваются' });
        return;
      }
      saveFile(file.blob, file.fileName);
      remove(id);
      showToast({ type: 'success', text: `Файл «${file.fileName}» скачан` });
    } catch (error) {
      if (abort.signal.aborted) return;
      if (error instanceof ApiError && error.code === 'session_ended') remove(id);
      else update(id, { error: failureText(error, hasBegun) });
    }
  };

  return {
    start(transfer: Transfer): void {
      lastId += 1;
      const download = { fileName: FALLBACK_FILE_NAME, receivedBytes: 0, totalBytes: null, error: null };
      change([...downloads, { id: lastId, ...download }]);
      void run(lastId, transfer);
    },

    retry(id: number): void {
      const transfer = running.get(id)?.transfer;
      if (transfer) void run(id, transfer);
    },

    /** Stops what runs, and takes away what has failed. */
    cancel(id: number): void {
      running.get(id)?.abort.abort();
      remove(id);
    },

    getSnapshot: (): readonly Download[] => downloads,

    subscribe: listeners.subscribe,
  };
}

function failureText(error: unknown, hasBegun: boolean): string {
  if (error instanceof ApiError && error.isNetworkError) {
    return hasBegun ? 'Связь прервалась: файл пришёл не целиком и не сохранён' : 'Нет связи с сервером';
  }
  return errorTexts(error, 'Не удалось скачать файл').join(' ');
}

export const downloads = createDownloads();
