import { useEffect, useId, useRef, useState } from 'react';
import { marketplacePhotoOf } from '#contract/media.ts';
import { photoTypes } from '#contract/photo-uploads.ts';
import { classNames } from '#lib/class-names.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { Panel } from '#ui/panel.tsx';
import { showToast } from '#ui/toast-store.ts';
import { ChosenPhotosBar } from './chosen-photos-bar.tsx';
import { useCardForm } from './form-context.ts';
import { PhotoLinksDialog } from './photo-links-dialog.tsx';
import { PhotoTile } from './photo-tile.tsx';
import { UploadTile } from './upload-tile.tsx';
import { useGivenFiles } from './use-given-files.ts';
import { usePhotoChoice } from './use-photo-choice.ts';
import { usePhotoMoving } from './use-photo-moving.ts';
import { usePhotoUploads } from './use-photo-uploads.ts';
import { useRemovedPhotos } from './use-removed-photos.ts';

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
  const list = useRef<HTMLOListElement>(null);
  const hintId = useId();

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

  /** The marketplace's own photos need no copy here. */
  const addLinks = (addresses: readonly string[]) => {
    const theirs = addresses.filter((address) => marketplacePhotoOf(address) !== null);
    const added = theirs.filter((address) => !photos.includes(address));
    if (added.length > 0) setPhotos([...latestPhotos.current, ...added]);
    uploads.add(addresses.filter((address) => !theirs.includes(address)));
  };

  const choice = usePhotoChoice(photos);
  const offerBack = useRemovedPhotos(MAX_PHOTOS);
  const remove = (removed: readonly string[]) => {
    setPhotos(photos.filter((photo) => !removed.includes(photo)));
    offerBack(photos, removed, (back) => setPhotos(back(latestPhotos.current)));
  };
  const moving = usePhotoMoving({ photos, list, choice, onMove: setPhotos, onRemove: remove, say: setSaid });

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
          disabledReason={room === 0 ? 'В карточке не больше 30 фото' : offline}
        >
          По ссылкам
        </Button>
      }
    >
      {choice.chosen.length > 0 ? (
        <ChosenPhotosBar
          photos={photos}
          chosen={choice.chosen}
          onMove={(place) => moving.move(choice.chosen, place)}
          onRemove={() => {
            moving.focusAfter(undefined);
            remove(choice.chosen);
          }}
          onLetGo={() => {
            moving.focusAfter(choice.chosen[0]);
            choice.letGo();
          }}
        />
      ) : null}
      <ol
        ref={list}
        onClickCapture={moving.onClickCapture}
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
            isChosen={choice.chosen.includes(photo)}
            isTaken={moving.taken.includes(photo)}
            mark={moving.markOf(photo)}
            hintId={hintId}
            onToggle={(isRange) => choice.toggle(photo, isRange)}
            onMakeCover={() => {
              moving.focusAfter(photo);
              moving.move([photo], 0);
            }}
            onRemove={() => {
              moving.focusAfter(photos[index + 1] ?? photos[index - 1]);
              remove([photo]);
            }}
            drag={moving.tile(photo)}
            button={moving.button(photo)}
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
        JPG, PNG или WebP от 700×900 пикселей, до 32 МБ. Можно перетащить или вставить из буфера обмена.
      </p>
      <p id={hintId} hidden>
        Enter — выбрать, Пробел — взять и переместить стрелками, Delete — убрать
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
        <PhotoLinksDialog
          room={room}
          onClose={() => setLinking(false)}
          onAdd={(addresses) => {
            addLinks(addresses);
            setLinking(false);
          }}
        />
      ) : null}
    </Panel>
  );
}
