import { useEffect, useRef, useState } from 'react';
import { saveLinkedPhoto, uploadPhotoFile } from '#api/media.ts';
import { PHOTO_LIMITS, photoTypes, type UploadedPhoto } from '#contract/photo-uploads.ts';
import { shrinkPhoto } from '#lib/shrink-photo.ts';
import { uploadFailure } from './upload-failure.ts';

export interface PhotoUpload {
  id: number;
  /** A file, or the address that the server fetches it from. */
  source: File | string;
  /** Others go before it. */
  isWaiting: boolean;
  /** Why it did not become a photo; null while it is under way. */
  error: string | null;
}

interface PhotoUploads {
  uploads: readonly PhotoUpload[];
  add: (sources: readonly PhotoUpload['source'][]) => void;
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
  const change = (id: number, patch: Partial<PhotoUpload>) =>
    setUploads((now) => now.map((upload) => (upload.id === id ? { ...upload, ...patch } : upload)));

  const enqueue = ({ id, source }: Pick<PhotoUpload, 'id' | 'source'>) => {
    const abort = new AbortController();
    aborts.current.set(id, abort);
    queue.current = queue.current.then(async () => {
      if (abort.signal.aborted) return;
      change(id, { isWaiting: false });
      try {
        const sent = await send(source, abort.signal);
        if (typeof sent === 'string') {
          change(id, { error: sent });
          return;
        }
        drop(id);
        latestOnUploaded.current(sent.address);
      } catch (error) {
        if (!abort.signal.aborted) change(id, { error: uploadFailure(error) });
      }
    });
  };

  return {
    uploads,
    add: (sources) => {
      const added = sources.map((source) => ({
        id: (lastId.current += 1),
        source,
        isWaiting: true,
        error: null,
      }));
      setUploads((now) => [...now, ...added]);
      for (const upload of added) enqueue(upload);
    },
    retry: (id) => {
      const upload = uploads.find((one) => one.id === id);
      if (!upload) return;
      change(id, { error: null, isWaiting: true });
      enqueue(upload);
    },
    remove: (id) => {
      aborts.current.get(id)?.abort();
      drop(id);
    },
  };
}

/** The photo, or why it need not be tried. */
async function send(source: PhotoUpload['source'], signal: AbortSignal): Promise<UploadedPhoto | string> {
  if (typeof source === 'string') return await saveLinkedPhoto(source, signal);
  const photo = await shrinkPhoto(source, photoTypes);
  if (photo.size > PHOTO_LIMITS.bytes) return 'Фото больше 32 МБ: уменьшите его';
  return await uploadPhotoFile(photo, signal);
}
