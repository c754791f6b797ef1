import {
  MAX_TABLE_VALUES_CARDS,
  readCardTableEndpoint,
  readTableValuesEndpoint,
  type TableCard,
} from '#contract/card-table.ts';
import type { CardOrdering } from '#contract/card-list.ts';
import type { CardSelection } from '#contract/card-operations.ts';
import { api } from './api.ts';

const PART_TIMEOUT_MS = 60_000;

interface TableQuestion {
  selection: CardSelection;
  /** Of the list that they were chosen in. */
  ordering: CardOrdering | undefined;
}

/** The chosen cards as the list has them, asked for part by part; `onProgress` is told how many are here. */
export async function readCardTable(
  { selection, ordering }: TableQuestion,
  onProgress: (read: number, total: number) => void,
  signal: AbortSignal,
): Promise<TableCard[]> {
  const cards: TableCard[] = [];
  const places = new Map<number, number>();
  let afterId: number | null | undefined;
  while (afterId !== null) {
    const { results, order, cardTotal, nextAfterId } = await api.call(readCardTableEndpoint, {
      body: { selection, ordering, ...(afterId !== undefined && { afterId }) },
      signal,
      timeoutMs: PART_TIMEOUT_MS,
    });
    cards.push(...results);
    order?.forEach((id, place) => places.set(id, place));
    afterId = nextAfterId;
    onProgress(cards.length, cardTotal);
  }
  const placeOf = ({ id }: TableCard) => places.get(id) ?? places.size;
  return cards.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** What the named cards have of the named characteristics, part by part: by characteristic, then by card. */
export async function readTableValues(
  cardIds: readonly number[],
  characteristicIds: readonly number[],
  signal: AbortSignal,
): Promise<Map<number, Map<number, string[]>>> {
  const values = new Map(characteristicIds.map((id) => [id, new Map<number, string[]>()]));
  for (let from = 0; from < cardIds.length; from += MAX_TABLE_VALUES_CARDS) {
    const { results } = await api.call(readTableValuesEndpoint, {
      body: {
        cardIds: cardIds.slice(from, from + MAX_TABLE_VALUES_CARDS),
        characteristicIds: [...characteristicIds],
      },
      signal,
      timeoutMs: PART_TIMEOUT_MS,
    });
    for (const { cardId, characteristics } of results) {
      for (const one of characteristics) values.get(one.id)?.set(cardId, one.values);
    }
  }
  return values;
}
