import { useState } from 'react';
import type { ReactNode } from 'react';

interface HeldProps<Value> {
  start: Value;
  children: (value: Value, setValue: (value: Value) => void) => ReactNode;
}

/** Holds what is typed or chosen, as a page would. */
export function Held<Value>({ start, children }: HeldProps<Value>) {
  const [value, setValue] = useState(start);
  return children(value, setValue);
}
