import type { ClipboardEvent, KeyboardEvent } from 'react';
import { classNames } from '#lib/class-names.ts';
import { TextInput } from '#ui/text-input.tsx';
import { isOfSize, type CopyColumn } from './copy-cells.ts';

export interface CopyFieldProps {
  id: string;
  column: CopyColumn;
  /** «копия 3». */
  copyName: string;
  text: string;
  error: string | undefined;
  doubt: string | undefined;
  onType: (text: string) => void;
  onKeyDown: ((event: KeyboardEvent) => void) | undefined;
  onPaste: (event: ClipboardEvent) => void;
  /** In a narrow column what is said takes two lines. */
  isNarrow?: boolean;
}

/** One cell of a copy, with room below for what is said of it: there also when nothing is, so that rows are of one height. */
export function CopyField(props: CopyFieldProps) {
  const { id, column, copyName, text, error, doubt, onType, onKeyDown, onPaste, isNarrow = false } = props;
  const note = error ?? doubt;
  return (
    <>
      <TextInput
        id={id}
        aria-label={`${column.label}, ${copyName}`}
        isInvalid={error !== undefined}
        aria-describedby={note ? `${id}-note` : undefined}
        value={text}
        onChange={onType}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        spellCheck={column.key === 'title'}
        inputMode={isOfSize(column) ? 'numeric' : 'text'}
        placeholder={isOfSize(column) ? 'создаст WB' : undefined}
      />
      <p
        id={`${id}-note`}
        title={note}
        className={classNames(
          'px-1 text-sm',
          isNarrow ? 'line-clamp-2 h-8 leading-4' : 'h-5 truncate',
          error ? 'text-red' : 'text-orange',
        )}
      >
        {note}
      </p>
    </>
  );
}
