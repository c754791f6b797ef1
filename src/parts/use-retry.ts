import { useState } from 'react';

interface Retry {
  /** What it failed with last; stays while it is tried again. */
  error: unknown;
  isTrying: boolean;
  /** It was pressed, and has failed again. */
  hasFailedAgain: boolean;
  retry: () => void;
}

/** What «Повторить» beside a problem says of itself: a query that is tried again has no error meanwhile, and a new one afterwards. */
export function useRetry(error: unknown, onRetry: () => void): Retry {
  const [last, setLast] = useState(error);
  if (error !== null && error !== last) setLast(error);
  const [pressedAt, setPressedAt] = useState<unknown>(null);
  return {
    error: error ?? last,
    isTrying: error === null,
    hasFailedAgain: pressedAt !== null && error !== null && error !== pressedAt,
    retry: () => {
      setPressedAt(last);
      onRetry();
    },
  };
}
