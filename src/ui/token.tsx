import type { KeyboardEvent } from 'react';
import { classNames } from '#lib/class-names.ts';
import { Icon } from './icon.tsx';

interface TokenProps {
  text: string;
  isOdd: boolean;
  /** Where it stands in the row. */
  order: number;
  onCorrect: () => void;
  onRemove: () => void;
  onMove: (step: 1 | -1) => void;
}

/** One of several values in a field: the arrows of the field lead here, Enter corrects, Delete takes away. */
export function Token({ text, isOdd, order, onCorrect, onRemove, onMove }: TokenProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Backspace' || event.key === 'Delete') onRemove();
    else if (event.key === 'ArrowLeft') onMove(-1);
    else if (event.key === 'ArrowRight') onMove(1);
    else return;
    event.preventDefault();
  };
  return (
    <span
      style={{ order }}
      className={classNames(
        'inline-flex max-w-full min-w-0 items-stretch rounded-md border text-sm',
        isOdd ? 'border-orange bg-orange-soft text-orange' : 'border-line-soft bg-sunken',
      )}
    >
      <button
        type="button"
        tabIndex={-1}
        data-token
        aria-label={`Изменить «${text}»`}
        onClick={onCorrect}
        onKeyDown={onKeyDown}
        // What has no tab stop is drawn without a mark of the focus elsewhere: the arrows lead here.
        className="min-h-6.5 min-w-0 rounded-md py-0.5 pl-2 text-left break-words hover:text-ink focus-visible:outline-2 focus-visible:outline-focus pointer-coarse:min-h-9"
      >
        {text}
      </button>
      <button
        type="button"
        tabIndex={-1}
        data-print="hide"
        aria-label={`Убрать «${text}»`}
        onClick={onRemove}
        className="inline-flex w-6 shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink pointer-coarse:w-9"
      >
        <Icon name="close" size={12} />
      </button>
    </span>
  );
}
