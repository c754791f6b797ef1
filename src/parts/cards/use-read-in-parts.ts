import { useEffect, useEffectEvent, useState } from 'react';

export interface ReadInParts<Read> {
  /** undefined until all is here. */
  read: Read | undefined;
  /** Of the reading that goes on; `total` is 0 until the first part is here. */
  progress: { read: number; total: number };
  /** undefined: none. */
  error: unknown;
  retry: () => void;
}

interface Reader<Read> {
  /** What is read, as a text: another one is read anew. Empty: nothing is. */
  question: string;
  readAll: (onProgress: (read: number, total: number) => void, signal: AbortSignal) => Promise<Read>;
  onRead?: (read: Read) => void;
}

const BEGINNING = { read: 0, total: 0 };

interface Reading<Read> {
  key: string;
  read?: Read;
  progress: { read: number; total: number };
  error?: unknown;
}

/**
 * Many cards, read once. Not a query that follows what others change: a figure must not move under what is typed over it, and
 * what is made of it says what was seen.
 */
export function useReadInParts<Read>({ question, readAll, onRead }: Reader<Read>): ReadInParts<Read> {
  const [attempt, setAttempt] = useState(0);
  const [reading, setReading] = useState<Reading<Read>>({ key: '', progress: BEGINNING });
  const key = `${attempt}/${question}`;

  const begin = useEffectEvent(readAll);
  const finish = useEffectEvent((read: Read) => {
    setReading({ key, read, progress: BEGINNING });
    onRead?.(read);
  });
  useEffect(() => {
    if (question === '') return undefined;
    const abort = new AbortController();
    const onProgress = (read: number, total: number) => setReading({ key, progress: { read, total } });
    begin(onProgress, abort.signal).then(
      (read) => finish(read),
      (error: unknown) => {
        if (!abort.signal.aborted) setReading({ key, progress: BEGINNING, error });
      },
    );
    return () => abort.abort();
  }, [key, question]);

  const current: Reading<Read> = reading.key === key ? reading : { key, progress: BEGINNING };
  return {
    read: current.read,
    progress: current.progress,
    error: current.error,
    retry: () => setAttempt((before) => before + 1),
  };
}
