import { readCardTable } from '#api/card-table.ts';
import type { CardOrdering } from '#contract/card-list.ts';
import type { CardSelection } from '#contract/card-operations.ts';
import type { TableCard } from '#contract/card-table.ts';
import { useReadInParts } from '#parts/cards/use-read-in-parts.ts';

/** The chosen cards as the list that they were chosen in has them, all or none. */
export function useTableCards(
  selection: CardSelection | null,
  ordering: CardOrdering | undefined,
  onRead: (cards: TableCard[]) => void,
) {
  const { read: cards, ...reading } = useReadInParts({
    question: selection === null ? '' : JSON.stringify(selection),
    readAll: async (onProgress, signal) =>
      selection === null ? [] : await readCardTable({ selection, ordering }, onProgress, signal),
    onRead,
  });
  return { cards, ...reading };
}
