import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { KeyboardEvent } from 'react';
import { characterCount, USUAL_DESCRIPTION_LENGTH } from '#contract/card-rules.ts';
import { classNames } from '#lib/class-names.ts';
import { formatInteger } from '#lib/numbers.ts';
import { FloatingLayer } from '#ui/floating-layer.tsx';
import { TextArea } from '#ui/text-area.tsx';
import type { Column } from './column.ts';

interface LongCellEditorProps {
  text: string;
  label: string;
  long: NonNullable<Column['long']>;
  onType: (text: string) => void;
  /** The field went away with its row, or the focus left it. */
  onFinish: () => void;
}

/** The field of a cell with more words than it shows: over the cell, as large as the words want. Its other keys are the table's. */
export function LongCellEditor({ text, label, long, onType, onFinish }: LongCellEditorProps) {
  const anchor = useRef<HTMLSpanElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const { maxLength, hasLines } = long;
  const length = characterCount(text.trim());
  const isOver = length > maxLength;
  const finish = useEffectEvent(onFinish);
  useLayoutEffect(() => {
    const field = layer.current?.querySelector('textarea');
    field?.focus({ preventScroll: true });
    field?.setSelectionRange(field.value.length, field.value.length);
  }, []);
  useEffect(() => {
    const box = layer.current;
    return () => {
      if (!box?.isConnected) finish();
    };
  }, []);

  /** As in other spreadsheets: Enter alone goes on to the next cell. */
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (!hasLines || event.key !== 'Enter' || !event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const field = event.currentTarget;
    field.setRangeText('\n', field.selectionStart, field.selectionEnd, 'end');
    onType(field.value);
  };

  return (
    <>
      <span ref={anchor} aria-hidden className="absolute inset-x-0 top-0 h-0" />
      <FloatingLayer
        anchor={anchor}
        layerRef={layer}
        data-cell-field
        className={classNames(
          'max-w-full cursor-auto rounded-panel border border-line-strong bg-panel p-2 text-left font-normal whitespace-normal text-ink shadow-float select-text',
          hasLines ? 'w-160' : 'w-112',
        )}
      >
        <TextArea
          aria-label={label}
          value={text}
          onChange={onType}
          onBlur={onFinish}
          onKeyDown={onKeyDown}
          isInvalid={isOver}
          minRows={hasLines ? 8 : 1}
          maxRows={16}
          spellCheck
          enterKeyHint="next"
        />
        <p className="flex flex-wrap justify-between gap-x-4 px-1 pt-1 text-sm text-muted">
          <span>{hintOf(long, length)}</span>
          <span className={classNames('tabular-nums', isOver && 'font-medium text-red')}>
            {formatInteger(length)} / {formatInteger(maxLength)}
          </span>
        </p>
      </FloatingLayer>
    </>
  );
}

function hintOf({ hasLines, maxLength }: NonNullable<Column['long']>, length: number): string {
  if (length > maxLength) return 'Длиннее, чем принимает маркетплейс';
  if (hasLines && length > USUAL_DESCRIPTION_LENGTH) {
    return 'Больше 2000 символов маркетплейс принимает не во всех категориях';
  }
  return hasLines ? 'Enter — готово, Alt+Enter — новая строка' : 'Enter — готово';
}
