import { PHOTO_KINDS } from '#contract/photo-uploads.ts';
import { countOf } from '#lib/plurals.ts';
import { showToast } from '#ui/toast-store.ts';
import { isVideoFile } from './use-card-video.ts';

const FILES = ['файл', 'файла', 'файлов'] as const;

/** By its name too: a system that does not know a kind, as a phone's HEIC, says nothing of it. */
export function isPhotoFile({ type, name }: Pick<File, 'type' | 'name'>): boolean {
  return type.startsWith('image/') || /\.(?:jpe?g|png|webp|gif|bmp|heic|heif)$/i.test(name);
}

/** What is neither a photo nor a video is not left out without a word. */
export function tellStrangeFiles(files: readonly File[]): void {
  const strange = files.filter((file) => !isPhotoFile(file) && !isVideoFile(file));
  const [first] = strange;
  if (!first) return;
  const which =
    strange.length === 1
      ? `Файл «${first.name}» не добавлен`
      : `Не добавлено: ${countOf(strange.length, FILES)}`;
  showToast({ type: 'warning', text: `${which}. Подойдут фото ${PHOTO_KINDS} и видео MP4, MOV` });
}
