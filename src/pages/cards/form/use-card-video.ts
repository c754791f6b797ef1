import { useEffect, useRef, useState } from 'react';
import { ApiError } from '#api/http/api-error.ts';
import { uploadVideoFile } from '#api/videos.ts';
import { VIDEO_LIMITS } from '#contract/video-uploads.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { showToast } from '#ui/toast-store.ts';
import { uploadFailure } from './upload-failure.ts';

interface VideoUpload {
  file: File;
  /** Of 1; the server has it whole before it answers. */
  share: number;
  /** Why it did not become the card's video; null while it is under way. */
  error: string | null;
}

/** How the one video of a card comes, goes and comes back: in the form, until it is saved. */
export function useCardVideo(video: string, onChange: (video: string) => void) {
  const offline = useOnlineOnly()('Видео загружается только при связи');
  const [upload, setUpload] = useState<VideoUpload | null>(null);
  const running = useRef<AbortController | null>(null);
  const latestOnChange = useRef(onChange);
  useEffect(() => {
    latestOnChange.current = onChange;
  });
  useEffect(() => () => running.current?.abort(), []);

  const send = async (file: File) => {
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    const problem = file.size > VIDEO_LIMITS.bytes ? TOO_LARGE : null;
    setUpload({ file, share: 0, error: problem });
    if (problem !== null) return;
    const patch = (next: Partial<VideoUpload>) => {
      if (!abort.signal.aborted) setUpload((now) => now && { ...now, ...next });
    };
    try {
      const { address } = await uploadVideoFile(file, abort.signal, (share) => patch({ share }));
      if (abort.signal.aborted) return;
      setUpload(null);
      latestOnChange.current(address);
      showToast({ type: 'success', text: 'Видео загружено' });
    } catch (error) {
      patch({ error: failureText(error) });
    }
  };

  return {
    video,
    offline,
    upload,
    take: (file: File) => {
      if (offline === null) void send(file);
      else showToast({ type: 'warning', text: offline });
    },
    retry: () => {
      if (upload) void send(upload.file);
    },
    /** Stops what is under way, takes away what failed. */
    letGo: () => {
      running.current?.abort();
      setUpload(null);
    },
    remove: () => {
      onChange('');
      showToast({
        type: 'info',
        text: 'Видео убрано',
        action: { label: 'Вернуть', onClick: () => latestOnChange.current(video) },
      });
    },
  };
}

export type CardVideo = ReturnType<typeof useCardVideo>;

export function isVideoFile({ type, name }: Pick<File, 'type' | 'name'>): boolean {
  return type.startsWith('video/') || /\.(?:mp4|mov)$/i.test(name);
}

const TOO_LARGE = 'Видео больше 50 МБ, Wildberries такое не примет: сожмите или сократите его';

function failureText(error: unknown): string {
  if (error instanceof ApiError && error.code === 'timeout') {
    return 'Видео не загрузилось за 2 минуты: сожмите его или найдите связь быстрее';
  }
  return uploadFailure(error);
}
