import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';

interface CellEditorProps {
  text: string;
  label: string;
  isNumber: boolean;
  /** What holds while nothing is typed. */
  placeholder: string;
  onType: (text: string) => void;
  /** The field went away with its row, or the focus left it. */
  onFinish: () => void;
}

/** The field of the cell that one types into. Its keys are the table's. */
export function CellEditor({ text, label, isNumber, placeholder, onType, onFinish }: CellEditorProps) {
  const ref = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const input = ref.current;
    input?.focus({ preventScroll: true });
    input?.setSelectionRange(input.value.length, input.value.length);
  }, []);
  const finish = useEffectEvent(onFinish);
  useEffect(() => {
    const input = ref.current;
    return () => {
      if (!input?.isConnected) finish();
    };
  }, []);
  return (
    <input
      ref={ref}
      value={text}
      aria-label={label}
      placeholder={placeholder}
      inputMode={isNumber ? 'decimal' : 'text'}
      enterKeyHint="next"
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => onType(event.target.value)}
      onBlur={onFinish}
      className={`absolute inset-0 bg-panel px-2 xl:px-3 text-ink outline-2 -outline-offset-2 outline-accent-mark ${
        isNumber ? 'text-right' : ''
      }`}
    />
  );
}
