import type { CardForm } from './form-context.ts';
import { useCardVideo } from './use-card-video.ts';
import { useNewPhotos } from './use-new-photos.ts';

/** Photos and the video of a card on their way. Held above the card's tabs: whoever opens another tab stops nothing. */
export function useCardMedia({ values, change }: Pick<CardForm, 'values' | 'change'>) {
  const photos = useNewPhotos(values.photos, (next) => change({ photos: next }));
  const video = useCardVideo(values.video ?? '', (next) => change({ video: next }));
  const isUnderWay = ({ error }: { error: string | null }) => error === null;
  const films = video.upload ? [video.upload] : [];
  const all = [...photos.uploads, ...films];
  const underWay = all.filter(isUnderWay).length;
  return {
    photos,
    video,
    underWay,
    failed: all.length - underWay,
    /** Why what needs all of them has to wait, as a sentence; null: nothing is under way. */
    waitReason: waitReason(photos.uploads.some(isUnderWay), films.some(isUnderWay)),
  };
}

export type CardMedia = ReturnType<typeof useCardMedia>;

function waitReason(hasPhotos: boolean, hasVideo: boolean): string | null {
  if (hasPhotos && hasVideo) return 'Фото и видео ещё загружаются';
  if (hasPhotos) return 'Фото ещё загружаются';
  return hasVideo ? 'Видео ещё загружается' : null;
}
