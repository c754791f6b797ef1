import { useEffect, useRef, useState } from 'react';

/**
 * A text field whose value is passed on once typing pauses. A value that changes from outside (Back, «Сбросить») is
 * taken over at once.
 */
export function useDebouncedText(
  value: string,
  onChange: (value: string) => void,
  delayMs: number,
): [string, (text: string) => void] {
  const [text, setText] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  if (value !== lastValue) {
    setLastValue(value);
    setText(value);
  }
  useEffect(() => () => clearTimeout(timer.current), []);

  const type = (next: string) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onChange(next), delayMs);
  };
  return [text, type];
}
