import { useState } from 'react';
import type { ComponentProps } from 'react';
import { classNames } from '#lib/class-names.ts';
import { formatNumber, parseNumber } from '#lib/numbers.ts';
import { useFieldControl } from './field-context.ts';
import { INPUT_STYLES } from './input-styles.ts';

interface NumberInputProps extends Omit<
  ComponentProps<'input'>,
  'value' | 'onChange' | 'type' | 'min' | 'max' | 'step'
> {
  value: number | null;
  /** Called with every text that is a number, and with null when the field is emptied. */
  onChange: (value: number | null) => void;
  /** Digits after the comma that may be typed; 0 by default. */
  maxDigits?: number;
  canBeNegative?: boolean;
  /** Shown at the right end, as «₽», «%», «см». */
  unit?: string;
  isInvalid?: boolean | undefined;
}

/**
 * A number as Russians write it: a decimal comma (a point is understood), thousands by spaces. While one types the text
 * stays as typed; on leaving it is tidied, and a text that is no number gives way to the last one that was.
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
  ...rest
}: NumberInputProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const isDraftBroken =
    draft !== null && draft.trim() !== '' && parseNumber(draft) === null && !isUnfinished(draft);
  const control = useFieldControl({ id, isInvalid: isDraftBroken || isInvalid });

  const handleChange = (text: string) => {
    const kept = keepNumberCharacters(text, maxDigits, canBeNegative);
    setDraft(kept);
    const parsed = parseNumber(kept);
    if (parsed !== null || kept.trim() === '') onChange(parsed);
  };

  return (
    <div className={classNames('relative min-w-0', className)}>
      <input
        {...control}
        {...rest}
        type="text"
        inputMode={maxDigits > 0 ? 'decimal' : 'numeric'}
        autoComplete="off"
        value={draft ?? (value === null ? '' : formatNumber(value, { maxDigits }))}
        onChange={(event) => handleChange(event.target.value)}
        onBlur={(event) => {
          setDraft(null);
          onBlur?.(event);
        }}
        className={classNames(INPUT_STYLES, 'h-control text-right tabular-nums', unit && 'pr-9')}
      />
      {unit ? (
        <span
          aria-hidden
          className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-muted"
        >
          {unit}
        </span>
      ) : null}
    </div>
  );
}

/** A sign or a comma alone: a number is on its way. */
function isUnfinished(text: string): boolean {
  return /^[-−–]?[.,]?$/.test(text.trim());
}

/** Drops letters and what else can be no part of a number, so that a pasted «1 234 ₽» is 1 234. */
function keepNumberCharacters(text: string, maxDigits: number, canBeNegative: boolean): string {
  const kept = text.replace(/[^\d\s.,\-−–]/g, '').replace(/(?!^\s*)[-−–]/g, '');
  const signed = canBeNegative ? kept : kept.replace(/[-−–]/g, '');
  const [, whole = '', separator = '', fraction = ''] = /^([^.,]*)([.,]?)(.*)$/s.exec(signed) ?? [];
  // «1.234,50» may be 1 234,50 or a slip: it stays as it is and is marked.
  if (/[.,]/.test(fraction)) return signed;
  // The comma stays where no digits may follow it: without it «12,9» would become 129.
  return `${whole}${separator}${fraction.slice(0, maxDigits)}`;
}
