import { useEffect, useEffectEvent } from 'react';
import { CardPhoto } from '#parts/cards/card-photo.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { IconButton } from '#ui/icon-button.tsx';

interface PhotoViewerProps {
  photos: readonly string[];
  index: number;
  onShow: (index: number) => void;
  onClose: () => void;
}

/** One photo as large as the window lets it be, whole; the others by buttons and arrows. */
export function PhotoViewer({ photos, index, onShow, onClose }: PhotoViewerProps) {
  const canGo = (to: number) => to >= 0 && to < photos.length;
  const onKey = useEffectEvent(({ key }: KeyboardEvent) => {
    const to = index + (key === 'ArrowLeft' ? -1 : 1);
    if ((key === 'ArrowLeft' || key === 'ArrowRight') && canGo(to)) onShow(to);
  });
  useEffect(() => {
    const stop = new AbortController();
    document.addEventListener('keydown', (event) => onKey(event), { signal: stop.signal });
    return () => stop.abort();
  }, []);
  return (
    <Dialog
      open
      onClose={onClose}
      title={
        <span aria-live="polite">
          Фото {index + 1} из {photos.length}
        </span>
      }
      size="lg"
      footer={
        <>
          <IconButton
            icon="arrow-left"
            label="Предыдущее фото"
            variant="secondary"
            disabledReason={canGo(index - 1) ? null : 'это первое'}
            onClick={() => onShow(index - 1)}
          />
          <IconButton
            icon="arrow-right"
            label="Следующее фото"
            variant="secondary"
            disabledReason={canGo(index + 1) ? null : 'это последнее'}
            onClick={() => onShow(index + 1)}
          />
        </>
      }
    >
      <CardPhoto src={photos[index]} size="big" className="mx-auto h-[65dvh] w-full object-contain!" />
    </Dialog>
  );
}
