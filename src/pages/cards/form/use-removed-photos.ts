import { useRef } from 'react';
import { showToast, toasts } from '#ui/toast-store.ts';
import { withPhotosBack } from './photo-order.ts';

/** Says what was taken away and brings it back: all of it, when several were taken away one after another. */
export function useRemovedPhotos(mostPhotos: number) {
  const last = useRef<{ toastId: number; before: readonly string[] } | null>(null);
  return (
    photos: readonly string[],
    removed: readonly string[],
    bringBack: (back: (now: readonly string[]) => string[]) => void,
  ) => {
    const previous = last.current;
    const isStillOffered =
      previous !== null && toasts.getSnapshot().some(({ id }) => id === previous.toastId);
    if (isStillOffered) toasts.dismiss(previous.toastId);
    const before = isStillOffered ? withPhotosBack(photos, previous.before, Infinity) : photos;
    const left = photos.filter((photo) => !removed.includes(photo));
    const count = before.filter((photo) => !left.includes(photo)).length;
    const toastId = showToast({
      type: 'info',
      text: count === 1 ? `Фото ${photos.indexOf(removed[0] ?? '') + 1} убрано` : `Убрано ${count} фото`,
      action: {
        label: 'Вернуть',
        onClick: () => bringBack((now) => withPhotosBack(now, before, mostPhotos)),
      },
    });
    last.current = { toastId, before };
  };
}
