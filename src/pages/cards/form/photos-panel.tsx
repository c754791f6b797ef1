import { useId, useRef, useState } from 'react';
import { PHOTO_KINDS, photoTypes } from '#contract/photo-uploads.ts';
import { classNames } from '#lib/class-names.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { Panel } from '#ui/panel.tsx';
import { showToast } from '#ui/toast-store.ts';
import { CardVideo } from './card-video.tsx';
import { ChosenPhotosBar } from './chosen-photos-bar.tsx';
import { useCardForm } from './form-context.ts';
import { PhotoLinksDialog } from './photo-links-dialog.tsx';
import { PhotoViewer } from './photo-viewer.tsx';
import { PhotoTile } from './photo-tile.tsx';
import { UploadTile } from './upload-tile.tsx';
import type { CardMedia } from './use-card-media.ts';
import { isVideoFile } from './use-card-video.ts';
import { tellStrangeFiles } from './given-files.ts';
import { useGivenFiles } from './use-given-files.ts';
import { MAX_PHOTOS } from './use-new-photos.ts';
import { usePhotoChoice } from './use-photo-choice.ts';
import { usePhotoMoving } from './use-photo-moving.ts';
import { useRemovedPhotos } from './use-removed-photos.ts';

/** What is no photo's kind becomes JPEG where the browser can read it. */
const ACCEPTED = [...photoTypes, 'image/bmp', 'image/heic', 'image/heif'].join(',');

/** The first photo is the cover; the order is the marketplace's. Files come by the button, by dropping and by pasting; a video too. */
export function PhotosPanel({ media }: { media: CardMedia }) {
  const { values, errors } = useCardForm();
  const { photos } = values;
  const [isLinking, setLinking] = useState(false);
  const [shown, setShown] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const hintId = useId();

  const { photos: incoming, video } = media;
  const { room, offline } = incoming;
  const take = (files: readonly File[]) => {
    incoming.addFiles(files);
    const [film] = files.filter(isVideoFile);
    if (film) video.take(film);
    tellStrangeFiles(files);
  };
  const hasFiles = useGivenFiles(take);

  const choice = usePhotoChoice(photos);
  const offerBack = useRemovedPhotos(MAX_PHOTOS);
  const remove = (removed: readonly string[]) => {
    incoming.changeLatest((now) => now.filter((photo) => !removed.includes(photo)));
    offerBack(photos, removed, incoming.changeLatest);
  };
  const moving = usePhotoMoving({
    photos,
    list,
    choice,
    onMove: (next) => incoming.changeLatest(() => next),
    onRemove: remove,
    say: setSaid,
  });

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
          onShow={() => setShown(photos.indexOf(choice.chosen[0] ?? ''))}
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
            onShow={() => setShown(index)}
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
        {incoming.uploads.map((upload) => (
          <UploadTile
            key={upload.id}
            upload={upload}
            onRetry={() => incoming.retry(upload.id)}
            onRemove={() => incoming.remove(upload.id)}
          />
        ))}
        {room > 0 ? (
          <li data-print="hide">
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
      <p className="mt-3 text-sm text-muted" data-print="hide">
        {PHOTO_KINDS} от 700×900 пикселей, до 32 МБ. Можно перетащить или вставить из буфера обмена.
      </p>
      <p id={hintId} className="mt-1 text-sm text-muted pointer-coarse:hidden" data-print="hide">
        Порядок: потяните фото или возьмите Пробелом и ведите стрелками. Enter — выбрать, Delete — убрать.
      </p>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Файлы фото"
        accept={ACCEPTED}
        onChange={(event) => {
          take([...(event.target.files ?? [])]);
          // The same file chosen again is a new choice.
          event.target.value = '';
        }}
      />
      <CardVideo state={video} error={errors['video']} />
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
      {shown !== null && shown < photos.length ? (
        <PhotoViewer photos={photos} index={shown} onShow={setShown} onClose={() => setShown(null)} />
      ) : null}
      {isLinking ? (
        <PhotoLinksDialog
          room={room}
          onClose={() => setLinking(false)}
          onAdd={(addresses) => {
            incoming.addLinks(addresses);
            setLinking(false);
          }}
        />
      ) : null}
    </Panel>
  );
}
