import { useId, useState } from 'react';
import type { ChangeEvent, ComponentProps, KeyboardEvent } from 'react';
import { classNames } from '#lib/class-names.ts';
import { parseNumber } from '#lib/typed-numbers.ts';
import { formatNumber } from '#lib/numbers.ts';
import { useFieldControl } from './field-context.ts';
import { INPUT_STYLES } from './input-styles.ts';
import { isUnfinished, numberProblem, withoutUnits } from './typed-number.ts';

interface NumberInputProps extends Omit<
  ComponentProps<'input'>,
  'value' | 'onChange' | 'type' | 'min' | 'max' | 'step'
> {
  value: number | null;
  /** Called with every text that is a number, with null when the field is emptied, and with what was before. */
  onChange: (value: number | null) => void;
  /** Digits after the comma that may be typed; 0 by default. */
  maxDigits?: number;
  canBeNegative?: boolean;
  /** Shown at the right end, as «₽», «%», «см». */
  unit?: string;
  isInvalid?: boolean | undefined;
}

/** What is in the field while one types, and the value that stands when it turns out to be no number. */
interface Draft {
  text: string;
  before: number | null;
}

/**
 * A number as Russians write it: a decimal comma (a point is understood), thousands by spaces. While one types the text
 * stays as typed; on leaving it is tidied. A text that is no number, or may be read in two ways, is never guessed at: it
 * is marked, the value goes back to what it was before the typing, and the field says so.
 */
export function NumberInput({
  value,
  onChange,
  maxDigits = 0,
  canBeNegative = false,
  unit,
  isInvalid,
  id,
  className,
  onBlur,
  onKeyDown,
  ...rest
}: NumberInputProps) {
  const [draft, setDraft] = useState<Draft | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const limits = { maxDigits, canBeNegative };
  const problem = draft === null ? null : numberProblem(draft.text, limits);
  const control = useFieldControl({ id, isInvalid: problem !== null || isInvalid });
  const messageId = useId();
  const unitId = useId();
  const shown = value === null ? '' : formatNumber(value, { maxDigits });
  const message = problem ?? refused;

  const handleChange = (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.target;
    const text = isTyped(event.nativeEvent) ? withoutLetters(input) : withoutUnits(input.value);
    const before = draft === null ? value : draft.before;
    setDraft({ text, before });
    setRefused(null);
    const next =
      numberProblem(text, limits) === null && !isUnfinished(text) ? parseNumber(text, limits) : before;
    if (text.trim() === '') onChange(null);
    else if (next !== value) onChange(next);
  };

  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // Enter would act on a number that is not the one in sight.
    if (event.key === 'Enter' && problem !== null) event.preventDefault();
    else onKeyDown?.(event);
  };

  return (
    <div className={classNames('min-w-0', className)}>
      <div className="relative">
        <input
          {...control}
          {...rest}
          aria-describedby={
            classNames(message === null ? '' : messageId, control['aria-describedby'], unit ? unitId : '') ||
            undefined
          }
          type="text"
          inputMode={maxDigits > 0 ? 'decimal' : 'numeric'}
          autoComplete="off"
          value={draft?.text ?? shown}
          onChange={handleChange}
          onKeyDown={handleKeyDown}
          onBlur={(event) => {
            setRefused(
              problem === null
                ? null
                : `${problem}. ${shown === '' ? 'Поле осталось пустым' : `Осталось ${shown}`}`,
            );
            setDraft(null);
            onBlur?.(event);
          }}
          className={classNames(INPUT_STYLES, 'h-control text-right tabular-nums')}
          // «г/м²» needs more room than «₽».
          style={unit ? { paddingRight: `calc(${unit.length}ch + 1.5rem)` } : undefined}
        />
        {unit ? (
          // Said with the field, and not once more beside it.
          <span
            id={unitId}
            aria-hidden
            className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-muted"
          >
            {unit}
          </span>
        ) : null}
      </div>
      {message === null ? null : (
        <p id={messageId} role="alert" className="mt-1 text-left text-sm whitespace-normal text-red">
          {message}
        </p>
      )}
    </div>
  );
}

/** One key was pressed: the text is not from a clipboard. */
function isTyped(event: Event): boolean {
  return event instanceof InputEvent && event.inputType === 'insertText' && event.data?.length === 1;
}

/** Refuses a typed letter, and leaves the caret where it was: React would put it at the end. */
function withoutLetters(input: HTMLInputElement): string {
  const keep = (text: string) => text.replace(/[^\d\s.,\-−–]/g, '');
  const kept = keep(input.value);
  if (kept === input.value) return kept;
  const caret = keep(input.value.slice(0, input.selectionStart ?? input.value.length)).length;
  input.value = kept;
  input.setSelectionRange(caret, caret);
  return kept;
}
