import { useRef } from 'react';
import { newIdempotencyKey } from './idempotency-key.ts';

/** Pressed again after a lost answer, it is the same request, and has the same key. */
export function useKeyOfRequest() {
  const last = useRef({ text: '', key: '' });
  return (request: object) => {
    const text = JSON.stringify(request);
    if (last.current.text !== text) last.current = { text, key: newIdempotencyKey() };
    return last.current.key;
  };
}
