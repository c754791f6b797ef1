import { useEffect, useState } from 'react';
import { readTableValues } from '#api/card-table.ts';
import type { SelectedCharacteristic } from '#contract/bulk-edits.ts';
import type { TableCard } from '#contract/card-table.ts';

/** By card; of cards that have any. */
type CardValues = ReadonlyMap<number, readonly string[]>;

interface TableValues {
  /** By characteristic; of those that have been read. */
  values: ReadonlyMap<number, CardValues>;
  isReading: boolean;
  /** undefined: none. */
  error: unknown;
  retry: () => void;
}

interface Read {
  /** Whose they are: of other cards they are read anew. */
  cards: readonly TableCard[];
  values: TableValues['values'];
}

const NOTHING: TableValues['values'] = new Map();

/**
 * What the cards have of the chosen characteristics, each read once and kept while its column is away: as with the cards, a
 * value must not move under what is typed over it.
 */
export function useTableValues(
  cards: readonly TableCard[],
  definitions: readonly SelectedCharacteristic[],
): TableValues {
  const [read, setRead] = useState<Read>({ cards, values: NOTHING });
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState<{ key: string; error: unknown }>();
  const known = read.cards === cards ? read.values : NOTHING;
  const asked = definitions.filter(({ id }) => !known.has(id));
  const key = `${attempt}/${asked.map(({ id }) => id).join()}`;

  useEffect(() => {
    if (asked.length === 0) return undefined;
    const abort = new AbortController();
    const ids = asked.map(({ id }) => id);
    const subjectIds = new Set(asked.flatMap(({ subjects = [] }) => subjects.map(({ id }) => id)));
    // Of another subject a card has none of them.
    const cardIds = cards.filter(({ subjectId = 0 }) => subjectIds.has(subjectId)).map(({ id }) => id);
    readTableValues(cardIds, ids, abort.signal).then(
      (values) => setRead({ cards, values: new Map([...known, ...values]) }),
      (error: unknown) => {
        if (!abort.signal.aborted) setFailed({ key, error });
      },
    );
    return () => abort.abort();
    // What is asked is said by the key.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [cards, key]);

  const hasFailed = failed?.key === key;
  return {
    values: known,
    isReading: asked.length > 0 && !hasFailed,
    error: hasFailed ? failed.error : undefined,
    retry: () => setAttempt((before) => before + 1),
  };
}
