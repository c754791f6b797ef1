import { useEffect, useRef } from 'react';
import { marketplacePhotoOf } from '#contract/media.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { showToast } from '#ui/toast-store.ts';
import { isPhotoFile } from './given-files.ts';
import { usePhotoUploads } from './use-photo-uploads.ts';

export const MAX_PHOTOS = 30;

/** How photos come into a card: by files and by addresses, at its end, as many as there is room for. */
export function useNewPhotos(photos: readonly string[], onChange: (photos: string[]) => void) {
  const onlineOnly = useOnlineOnly();
  const offline = onlineOnly('Фото загружаются только при связи');

  const latestPhotos = useRef(photos);
  useEffect(() => {
    latestPhotos.current = photos;
  });
  const changeLatest = (next: (now: readonly string[]) => string[]) => {
    // Several uploads may end before the form is drawn again.
    const changed = next(latestPhotos.current);
    latestPhotos.current = changed;
    onChange(changed);
  };

  const { uploads, add, retry, remove } = usePhotoUploads((address) => {
    if (latestPhotos.current.includes(address)) {
      showToast({ type: 'info', text: 'Это фото уже есть в карточке' });
      return;
    }
    changeLatest((now) => [...now, address]);
  });
  const room = Math.max(0, MAX_PHOTOS - photos.length - uploads.length);

  return {
    offline,
    room,
    uploads,
    retry,
    remove,
    changeLatest,
    addFiles: (files: readonly File[]) => {
      const pictures = files.filter(isPhotoFile);
      if (pictures.length === 0) return;
      if (offline !== null) {
        showToast({ type: 'warning', text: offline });
        return;
      }
      if (pictures.length > room) {
        showToast({ type: 'warning', text: `В карточке не больше ${MAX_PHOTOS} фото: лишние не загружены` });
      }
      add(pictures.slice(0, room));
    },
    /** The marketplace's own photos need no copy here. */
    addLinks: (addresses: readonly string[]) => {
      const theirs = addresses.filter((address) => marketplacePhotoOf(address) !== null);
      const added = theirs.filter((address) => !photos.includes(address));
      if (added.length > 0) changeLatest((now) => [...now, ...added]);
      add(addresses.filter((address) => !theirs.includes(address)));
    },
  };
}
