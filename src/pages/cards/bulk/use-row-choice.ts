import { useState } from 'react';
import type { BulkEditRow } from '#contract/bulk-rows.ts';

export interface RowChoice {
  /** Of the rows that are shown. */
  cardIds: number[];
  isChosen: (cardId: number) => boolean;
  /** As a range: all rows from the one that was pressed before. */
  toggle: (cardId: number, isOn: boolean, isRange: boolean) => void;
  setAll: (isOn: boolean) => void;
}

interface Choice {
  list: string;
  ids: ReadonlySet<number>;
  /** The row that was pressed last. */
  anchorId: number | null;
}

/** Rows that are chosen of a list; another list begins with none. */
export function useRowChoice(list: string, rows: readonly BulkEditRow[]): RowChoice {
  const [kept, setChoice] = useState<Choice>({ list, ids: new Set(), anchorId: null });
  const choice: Choice = kept.list === list ? kept : { list, ids: new Set(), anchorId: null };
  const shown = rows.map((row) => row.cardId);
  return {
    cardIds: shown.filter((id) => choice.ids.has(id)),
    isChosen: (cardId) => choice.ids.has(cardId),
    toggle: (cardId, isOn, isRange) => {
      const here = shown.indexOf(cardId);
      const from = isRange && choice.anchorId !== null ? shown.indexOf(choice.anchorId) : -1;
      const pressed = from < 0 ? [cardId] : shown.slice(Math.min(from, here), Math.max(from, here) + 1);
      const ids = new Set(choice.ids);
      for (const id of pressed) {
        if (isOn) ids.add(id);
        else ids.delete(id);
      }
      setChoice({ list, ids, anchorId: cardId });
    },
    setAll: (isOn) => setChoice({ list, ids: new Set(isOn ? shown : []), anchorId: null }),
  };
}
