import { useEffect, useRef, useState } from 'react';

/**
 * A text field whose value is passed on once typing pauses. What is typed after a pause, while nothing else is being
 * answered, is passed on at once; a first letter waits all the same, because others follow it. With no delay nothing waits, not
 * even for a timer: the letter's own frame would come before it. A value that changes from outside (Back, «Сбросить») is taken
 * over at once; one that was passed on from here and comes back later does not undo what was typed since.
 *
 * The third of what is returned is for whoever passes a text on by himself, now: what still waits is forgotten, before anything
 * is drawn anew.
 */
export function useDebouncedText(
  value: string,
  onChange: (value: string) => void,
  delayMs: number,
  isAnswered = false,
): [text: string, type: (text: string) => void, settle: (text: string) => void] {
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
  const shown = useRef(text);
  useEffect(() => {
    shown.current = text;
  }, [text]);

  const type = (next: string) => {
    const isAtOnce = delayMs === 0 || (timer.current === undefined && isAnswered && next.length !== 1);
    const passOn = () => {
      if (next !== value) setOnTheirWay((before) => [...before, next]);
      onChange(next);
    };
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      timer.current = undefined;
      // What came from outside meanwhile has taken its place.
      if (!isAtOnce && shown.current === next) passOn();
    }, delayMs);
    if (isAtOnce) passOn();
  };
  const settle = (next: string) => {
    clearTimeout(timer.current);
    timer.current = undefined;
    setText(next);
    if (next !== value) setOnTheirWay((before) => [...before, next]);
  };
  return [text, type, settle];
}
