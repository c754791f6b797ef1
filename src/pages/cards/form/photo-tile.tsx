import type { ButtonHTMLAttributes, PointerEvent } from 'react';
import { classNames } from '#lib/class-names.ts';
import { CardPhoto } from '#parts/cards/card-photo.tsx';
import { Icon } from '#ui/icon.tsx';
import { IconButton } from '#ui/icon-button.tsx';

interface PhotoTileProps {
  photo: string;
  index: number;
  isChosen: boolean;
  /** Under way to another place. */
  isTaken: boolean;
  /** Where the taken photos would be put: before this one, or behind it. */
  mark: 'before' | 'after' | undefined;
  /** The id of the text that says what the keys do. */
  hintId: string;
  onToggle: (isRange: boolean) => void;
  onShow: () => void;
  onMakeCover: () => void;
  onRemove: () => void;
  drag: { onPointerDown: (event: PointerEvent) => void };
  button: ButtonHTMLAttributes<HTMLButtonElement>;
}

const SHOWN_ON_HOVER =
  'opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100';
const MARKS = {
  before:
    'before:absolute before:inset-y-0 before:-left-1.5 before:z-10 before:w-1 before:rounded-full before:bg-accent',
  after:
    'after:absolute after:inset-y-0 after:-right-1.5 after:z-10 after:w-1 after:rounded-full after:bg-accent',
};

/** One photo of a card: a press chooses it, a pull or the keys move it. */
export function PhotoTile(props: PhotoTileProps) {
  const {
    photo,
    index,
    isChosen,
    isTaken,
    mark,
    hintId,
    onToggle,
    onShow,
    onMakeCover,
    onRemove,
    drag,
    button,
  } = props;
  const number = index + 1;
  return (
    <li
      data-photo={photo}
      data-mark={mark}
      {...drag}
      className={classNames('group relative select-none', mark && MARKS[mark])}
    >
      <button
        type="button"
        data-photo-button
        aria-pressed={isChosen}
        aria-label={index === 0 ? 'Фото 1, обложка' : `Фото ${number}`}
        aria-describedby={hintId}
        {...button}
        onClick={(event) => onToggle(event.shiftKey)}
        onDoubleClick={onShow}
        className={classNames(
          'block w-full cursor-grab rounded-md active:cursor-grabbing',
          isChosen && 'outline-2 outline-offset-1 outline-accent',
          isTaken && 'opacity-40',
        )}
      >
        <CardPhoto src={photo} size="c516x688" className="pointer-events-none aspect-[3/4] w-full" />
        <span
          aria-hidden
          className={classNames(
            'absolute top-1 left-1 flex size-5 items-center justify-center rounded-sm border',
            isChosen ? 'border-accent bg-accent text-white' : `border-line-strong bg-panel ${SHOWN_ON_HOVER}`,
          )}
        >
          {isChosen ? <Icon name="check" size={12} /> : null}
        </span>
      </button>
      {index === 0 ? (
        <span className="pointer-events-none absolute bottom-1 left-1 rounded-md bg-bar px-1.5 text-xs text-white">
          Обложка
        </span>
      ) : (
        <span className={`absolute bottom-1 left-1 ${SHOWN_ON_HOVER}`}>
          <IconButton
            icon="star"
            size="sm"
            tabIndex={button.tabIndex}
            label={`Фото ${number}: сделать обложкой`}
            onClick={onMakeCover}
            className="bg-panel"
          />
        </span>
      )}
      <span className={`absolute top-1 right-1 ${SHOWN_ON_HOVER}`}>
        <IconButton
          icon="trash"
          size="sm"
          tabIndex={button.tabIndex}
          label={`Убрать фото ${number}`}
          onClick={onRemove}
          className="bg-panel"
        />
      </span>
      <span
        data-grip
        aria-hidden
        className="absolute right-1 bottom-1 hidden size-9 touch-none items-center justify-center rounded-md bg-panel pointer-coarse:flex"
      >
        <Icon name="drag" />
      </span>
    </li>
  );
}
