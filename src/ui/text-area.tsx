import type { ComponentProps } from 'react';
import { classNames } from '#lib/class-names.ts';
import { useFieldControl } from './field-context.ts';
import { INPUT_STYLES } from './input-styles.ts';

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'value' | 'onChange'> {
  value: string;
  onChange: (value: string) => void;
  isInvalid?: boolean | undefined;
  minRows?: number;
  maxRows?: number;
}

const LINE_REM = 1.25;
const FRAME_REM = 1.125;

/**
 * Grows with its text. An invisible copy of the text in the same grid cell gives the height, so nothing is measured and
 * the page never jumps while one types.
 */
export function TextArea({
  value,
  onChange,
  isInvalid,
  id,
  minRows = 3,
  maxRows = 16,
  className,
  ...rest
}: TextAreaProps) {
  const control = useFieldControl({ id, isInvalid });
  const limits = {
    minHeight: `${minRows * LINE_REM + FRAME_REM}rem`,
    maxHeight: `${maxRows * LINE_REM + FRAME_REM}rem`,
  };
  return (
    <div className={classNames('grid min-w-0', className)}>
      <div
        aria-hidden
        style={limits}
        className="invisible col-start-1 row-start-1 overflow-hidden border border-transparent px-3 py-2 text-base break-words whitespace-pre-wrap pointer-coarse:text-lg"
      >
        {value}{' '}
      </div>
      <textarea
        autoComplete="off"
        {...control}
        {...rest}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        style={limits}
        className={classNames(INPUT_STYLES, 'col-start-1 row-start-1 resize-none py-2')}
      />
    </div>
  );
}
