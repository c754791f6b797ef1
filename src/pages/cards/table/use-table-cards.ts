import { useEffect, useEffectEvent, useState } from 'react';
import { readCardTable } from '#api/card-table.ts';
import type { CardSelection } from '#contract/card-operations.ts';
import type { TableCard } from '#contract/card-table.ts';

export interface TableCards {
  /** undefined until all are here. */
  cards: TableCard[] | undefined;
  /** Of the reading that goes on; `total` is 0 until the first part is here. */
  progress: { read: number; total: number };
  /** undefined: none. */
  error: unknown;
  retry: () => void;
}

const BEGINNING = { read: 0, total: 0 };

interface Reading {
  key: string;
  cards?: TableCard[];
  progress: { read: number; total: number };
  error?: unknown;
}

/**
 * The chosen cards, read once. Not a query that follows what others change: a figure must not move under what is typed over
 * it, and the edit that is made of it says what was seen.
 */
export function useTableCards(
  selection: CardSelection | null,
  onRead: (cards: TableCard[]) => void,
): TableCards {
  const [attempt, setAttempt] = useState(0);
  const [reading, setReading] = useState<Reading>({ key: '', progress: BEGINNING });
  const choice = selection === null ? '' : JSON.stringify(selection);
  const key = `${attempt}/${choice}`;

  const finish = useEffectEvent((cards: TableCard[]) => {
    setReading({ key, cards, progress: { read: cards.length, total: cards.length } });
    onRead(cards);
  });
  useEffect(() => {
    if (choice === '') return undefined;
    const abort = new AbortController();
    const onProgress = (read: number, total: number) => setReading({ key, progress: { read, total } });
    // It was made a text above, by which it is known whether it is another one.
    readCardTable(JSON.parse(choice) as CardSelection, onProgress, abort.signal).then(
      (cards) => finish(cards),
      (error: unknown) => {
        if (!abort.signal.aborted) setReading({ key, progress: BEGINNING, error });
      },
    );
    return () => abort.abort();
  }, [key, choice]);

  const current: Reading = reading.key === key ? reading : { key, progress: BEGINNING };
  return {
    cards: current.cards,
    progress: current.progress,
    error: current.error,
    retry: () => setAttempt((before) => before + 1),
  };
}
