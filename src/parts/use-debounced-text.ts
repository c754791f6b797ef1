import { useEffect, useRef, useState } from 'react';

/**
 * A text field whose value is passed on once typing pauses. A value that changes from outside (Back, «Сбросить») is
 * taken over at once; one that was passed on from here and comes back later does not undo what was typed since.
 */
export function useDebouncedText(
  value: string,
  onChange: (value: string) => void,
  delayMs: number,
): [string, (text: string) => void] {
  const [text, setText] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  /** Passed on, and not come back yet. */
  const [onTheirWay, setOnTheirWay] = useState<readonly string[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  if (value !== lastValue) {
    setLastValue(value);
    const own = onTheirWay.indexOf(value);
    if (own === -1) setText(value);
    setOnTheirWay(own === -1 ? [] : onTheirWay.slice(own + 1));
  }
  useEffect(() => () => clearTimeout(timer.current), []);

  const type = (next: string) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (next !== value) setOnTheirWay((before) => [...before, next]);
      onChange(next);
    }, delayMs);
  };
  return [text, type];
}
