import { useEffect, useRef, useState } from 'react';
import { photoTypes } from '#contract/media.ts';
import { classNames } from '#lib/class-names.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { Panel } from '#ui/panel.tsx';
import { showToast } from '#ui/toast-store.ts';
import { AddPhotoDialog } from './add-photo-dialog.tsx';
import { useCardForm } from './form-context.ts';
import { PhotoTile, UploadTile } from './photo-tile.tsx';
import { useGivenFiles } from './use-given-files.ts';
import { usePhotoDragging } from './use-photo-dragging.ts';
import { usePhotoUploads } from './use-photo-uploads.ts';

const MAX_PHOTOS = 30;
/** HEIC becomes JPEG where the browser can read it. */
const ACCEPTED = [...photoTypes, 'image/heic', 'image/heif'].join(',');

/** The first photo is the cover; the order is the marketplace's. Files come by the button, by dropping and by pasting. */
export function PhotosPanel() {
  const { values, change, errors } = useCardForm();
  const { photos } = values;
  const [isLinking, setLinking] = useState(false);
  const [said, setSaid] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const onlineOnly = useOnlineOnly();
  const offline = onlineOnly('Фото загружаются только при связи');
  const { list, keepFocus } = useFocusThatMoves();

  const latestPhotos = useRef(photos);
  useEffect(() => {
    latestPhotos.current = photos;
  });
  const setPhotos = (next: string[]) => {
    // Several uploads may end before the form is drawn again.
    latestPhotos.current = next;
    change({ photos: next });
  };

  const uploads = usePhotoUploads((address) => {
    if (latestPhotos.current.includes(address)) {
      showToast({ type: 'info', text: 'Это фото уже есть в карточке' });
      return;
    }
    setPhotos([...latestPhotos.current, address]);
  });
  const room = Math.max(0, MAX_PHOTOS - photos.length - uploads.uploads.length);

  const addFiles = (files: readonly File[]) => {
    const pictures = files.filter((file) => file.type.startsWith('image/'));
    if (pictures.length === 0) return;
    if (offline !== null) {
      showToast({ type: 'warning', text: offline });
      return;
    }
    if (pictures.length > room) {
      showToast({ type: 'warning', text: `В карточке не больше ${MAX_PHOTOS} фото: лишние не загружены` });
    }
    uploads.add(pictures.slice(0, room));
  };
  const hasFiles = useGivenFiles(addFiles);

  const move = (from: number, to: number) => {
    const next = [...photos];
    const [moved] = next.splice(from, 1);
    if (moved === undefined || from === to) return;
    next.splice(to, 0, moved);
    setPhotos(next);
    setSaid(to === 0 ? 'Фото теперь обложка' : `Фото теперь ${to + 1}-е из ${next.length}`);
  };
  const remove = (index: number) => {
    const photo = photos[index];
    if (photo === undefined) return;
    setPhotos(photos.filter((_, at) => at !== index));
    showToast({
      type: 'info',
      text: `Фото ${index + 1} убрано`,
      action: { label: 'Вернуть', onClick: () => setPhotos(withPhoto(latestPhotos.current, photo, index)) },
    });
  };
  const drag = usePhotoDragging(move);

  return (
    <Panel
      title="Фото"
      note={
        <Badge>
          {photos.length} из {MAX_PHOTOS}
        </Badge>
      }
      actions={
        <Button
          size="sm"
          icon="link"
          onClick={() => setLinking(true)}
          disabledReason={room === 0 ? 'В карточке не больше 30 фото' : null}
        >
          По ссылке
        </Button>
      }
    >
      <ol
        ref={list}
        data-field="photos"
        className={classNames(
          'grid grid-flow-dense grid-cols-[repeat(auto-fill,minmax(6rem,1fr))] gap-2 rounded-md',
          hasFiles && 'outline-2 outline-offset-4 outline-accent outline-dashed',
        )}
      >
        {photos.map((photo, index) => (
          <PhotoTile
            key={photo}
            photo={photo}
            index={index}
            count={photos.length}
            isTarget={drag.target === index}
            onMove={(to) => {
              keepFocus(photo, to < index ? 'earlier' : 'later');
              move(index, to);
            }}
            onRemove={() => remove(index)}
            drag={drag.tile(index)}
          />
        ))}
        {uploads.uploads.map((upload) => (
          <UploadTile
            key={upload.id}
            upload={upload}
            onRetry={() => uploads.retry(upload.id)}
            onRemove={() => uploads.remove(upload.id)}
          />
        ))}
        {room > 0 ? (
          <li>
            <button
              type="button"
              data-field-control
              onClick={() =>
                offline === null ? input.current?.click() : showToast({ type: 'warning', text: offline })
              }
              className="flex aspect-[3/4] w-full flex-col items-center justify-center gap-1.5 rounded-md border border-dashed border-line-strong p-1.5 text-center text-sm text-muted hover:bg-hover"
            >
              <Icon name="upload" />
              Загрузить
            </button>
          </li>
        ) : null}
      </ol>
      {errors['photos'] ? <p className="mt-3 text-sm text-red">{errors['photos']}</p> : null}
      <p className="mt-3 text-sm text-muted">
        JPG, PNG или WebP от 700×900 пикселей, до 10 МБ. Можно перетащить или вставить из буфера обмена.
      </p>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Файлы фото"
        accept={ACCEPTED}
        onChange={(event) => {
          addFiles([...(event.target.files ?? [])]);
          // The same file chosen again is a new choice.
          event.target.value = '';
        }}
      />
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
      {isLinking ? (
        <AddPhotoDialog
          isKnown={(address) => photos.includes(address)}
          onClose={() => setLinking(false)}
          onAdd={(photo) => {
            setPhotos([...photos, photo]);
            setLinking(false);
          }}
        />
      ) : null}
    </Panel>
  );
}

function withPhoto(photos: readonly string[], photo: string, index: number): string[] {
  return photos.includes(photo) ? [...photos] : photos.toSpliced(index, 0, photo);
}

/** The button that moved a photo goes with it; without this the browser forgets where the keyboard was. */
function useFocusThatMoves() {
  const list = useRef<HTMLOListElement>(null);
  const wanted = useRef<{ photo: string; button: 'earlier' | 'later' } | null>(null);
  // After every drawing: which of them brings the moved photo is not ours to know.
  useEffect(() => {
    if (!wanted.current) return;
    const { photo, button } = wanted.current;
    wanted.current = null;
    const tile = [...(list.current?.children ?? [])].find((one) => one.getAttribute('data-photo') === photo);
    const target = tile?.querySelector<HTMLElement>(`[data-move=${button}]`) ?? tile?.querySelector('button');
    target?.focus();
  });
  return {
    list,
    keepFocus: (photo: string, button: 'earlier' | 'later') => {
      wanted.current = { photo, button };
    },
  };
}
