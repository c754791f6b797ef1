import type { DragEvent } from 'react';
import { classNames } from '#lib/class-names.ts';
import { CardPhoto } from '#parts/cards/card-photo.tsx';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Spinner } from '#ui/spinner.tsx';
import type { PhotoUpload } from './use-photo-uploads.ts';

interface PhotoTileProps {
  photo: string;
  index: number;
  count: number;
  /** Another photo is held over this one. */
  isTarget: boolean;
  onMove: (to: number) => void;
  onRemove: () => void;
  drag: {
    onDragStart: (event: DragEvent) => void;
    onDragOver: (event: DragEvent) => void;
    onDragLeave: () => void;
    onDrop: (event: DragEvent) => void;
    onDragEnd: () => void;
  };
}

const SHOWN_ON_HOVER =
  'absolute inset-x-1 flex justify-between opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100';

/** One photo of a card. It is dragged by a mouse; the arrows do the same for a keyboard and a finger. */
export function PhotoTile({ photo, index, count, isTarget, onMove, onRemove, drag }: PhotoTileProps) {
  const number = index + 1;
  return (
    <li
      data-photo={photo}
      draggable
      {...drag}
      className={classNames(
        'group relative cursor-grab rounded-md active:cursor-grabbing',
        isTarget && 'outline-2 outline-offset-2 outline-accent',
      )}
    >
      <CardPhoto src={photo} size="c516x688" className="pointer-events-none aspect-[3/4] w-full" />
      {index === 0 ? (
        <span className="absolute bottom-1 left-1 rounded-md bg-bar px-1.5 text-xs text-white">Обложка</span>
      ) : null}
      <span className={`${SHOWN_ON_HOVER} top-1`}>
        {index > 0 ? (
          <IconButton
            icon="star"
            size="sm"
            label={`Фото ${number}: сделать обложкой`}
            onClick={() => onMove(0)}
            className="bg-panel"
          />
        ) : (
          <span />
        )}
        <IconButton
          icon="trash"
          size="sm"
          label={`Убрать фото ${number}`}
          onClick={onRemove}
          className="bg-panel"
        />
      </span>
      <span className={`${SHOWN_ON_HOVER} pointer-events-none bottom-1 *:pointer-events-auto`}>
        {index > 0 ? (
          <IconButton
            icon="arrow-left"
            size="sm"
            data-move="earlier"
            label={`Фото ${number}: раньше`}
            onClick={() => onMove(index - 1)}
            className="bg-panel"
          />
        ) : (
          <span />
        )}
        {index < count - 1 ? (
          <IconButton
            icon="arrow-right"
            size="sm"
            data-move="later"
            label={`Фото ${number}: позже`}
            onClick={() => onMove(index + 1)}
            className="bg-panel"
          />
        ) : null}
      </span>
    </li>
  );
}

interface UploadTileProps {
  upload: PhotoUpload;
  onRetry: () => void;
  onRemove: () => void;
}

/** A photo on its way, or why it did not arrive. */
export function UploadTile({ upload: { file, error }, onRetry, onRemove }: UploadTileProps) {
  if (error === null) {
    return (
      <li className="flex aspect-[3/4] flex-col items-center justify-center gap-2 rounded-md border border-line bg-sunken p-1.5 text-center text-xs text-muted">
        <Spinner label={`Загружается ${file.name}`} />
        <span className="w-full truncate">{file.name}</span>
        <Button size="sm" variant="ghost" onClick={onRemove}>
          Отменить
        </Button>
      </li>
    );
  }
  return (
    <li className="col-span-2 flex flex-col gap-1.5 rounded-md border border-red-line bg-red-soft p-2 text-sm">
      <span className="truncate font-medium" title={file.name}>
        {file.name}
      </span>
      <span role="alert" className="grow break-words text-red">
        {error}
      </span>
      <span className="flex flex-wrap gap-1.5">
        <Button size="sm" onClick={onRetry}>
          Повторить
        </Button>
        <Button size="sm" variant="ghost" onClick={onRemove}>
          Убрать
        </Button>
      </span>
    </li>
  );
}
