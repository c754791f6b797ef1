import { useEffect, useRef, useState } from 'react';
import { errorTexts } from '#api/http/api-error.ts';
import { uploadPhotoFile } from '#api/media.ts';
import { PHOTO_LIMITS, photoTypes } from '#contract/media.ts';
import { shrinkPhoto } from '#lib/shrink-photo.ts';

export interface PhotoUpload {
  id: number;
  file: File;
  /** Why it did not become a photo; null while it is under way. */
  error: string | null;
}

interface PhotoUploads {
  uploads: readonly PhotoUpload[];
  add: (files: readonly File[]) => void;
  retry: (id: number) => void;
  /** Stops what is under way, takes away what failed. */
  remove: (id: number) => void;
}

/** Sends photos one after another in the order they were given, so that they stand in the card in that order. */
export function usePhotoUploads(onUploaded: (address: string) => void): PhotoUploads {
  const [uploads, setUploads] = useState<readonly PhotoUpload[]>([]);
  const lastId = useRef(0);
  const queue = useRef(Promise.resolve());
  const aborts = useRef(new Map<number, AbortController>());
  const latestOnUploaded = useRef(onUploaded);
  useEffect(() => {
    latestOnUploaded.current = onUploaded;
  });
  useEffect(() => {
    const running = aborts.current;
    return () => {
      for (const abort of running.values()) abort.abort();
    };
  }, []);

  const drop = (id: number) => setUploads((now) => now.filter((upload) => upload.id !== id));
  const setError = (id: number, error: string | null) =>
    setUploads((now) => now.map((upload) => (upload.id === id ? { ...upload, error } : upload)));

  const enqueue = ({ id, file }: Pick<PhotoUpload, 'id' | 'file'>) => {
    const abort = new AbortController();
    aborts.current.set(id, abort);
    queue.current = queue.current.then(async () => {
      if (abort.signal.aborted) return;
      try {
        const photo = await shrinkPhoto(file, photoTypes);
        if (photo.size > PHOTO_LIMITS.bytes) {
          setError(id, 'Фото больше 32 МБ: уменьшите его');
          return;
        }
        const { address } = await uploadPhotoFile(photo, abort.signal);
        drop(id);
        latestOnUploaded.current(address);
      } catch (error) {
        if (!abort.signal.aborted) setError(id, errorTexts(error, 'Нет связи с сервером').join(' '));
      }
    });
  };

  return {
    uploads,
    add: (files) => {
      const added = files.map((file) => ({ id: (lastId.current += 1), file, error: null }));
      setUploads((now) => [...now, ...added]);
      for (const upload of added) enqueue(upload);
    },
    retry: (id) => {
      const upload = uploads.find((one) => one.id === id);
      if (!upload) return;
      setError(id, null);
      enqueue(upload);
    },
    remove: (id) => {
      aborts.current.get(id)?.abort();
      drop(id);
    },
  };
}
