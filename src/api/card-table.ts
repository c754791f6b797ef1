import { readCardTableEndpoint, type TableCard } from '#contract/card-table.ts';
import type { CardSelection } from '#contract/card-operations.ts';
import { api } from './api.ts';

const PART_TIMEOUT_MS = 60_000;

/** The chosen cards, asked for part by part; `onProgress` is told how many are here. */
export async function readCardTable(
  selection: CardSelection,
  onProgress: (read: number, total: number) => void,
  signal: AbortSignal,
): Promise<TableCard[]> {
  const cards: TableCard[] = [];
  let afterId: number | null | undefined;
  while (afterId !== null) {
    const { results, cardTotal, nextAfterId } = await api.call(readCardTableEndpoint, {
      body: { selection, ...(afterId !== undefined && { afterId }) },
      signal,
      timeoutMs: PART_TIMEOUT_MS,
    });
    cards.push(...results);
    afterId = nextAfterId;
    onProgress(cards.length, cardTotal);
  }
  return cards;
}
