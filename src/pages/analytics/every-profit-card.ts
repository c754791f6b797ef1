import { analyticsQueries } from '#api/analytics.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { ProfitCard } from '#contract/analytics.ts';

/** Fewer came than there are: whoever saves them must know it. */
export class IncompleteCardsError extends Error {
  override name = 'IncompleteCardsError';
  readonly received: number;
  readonly count: number;

  constructor(received: number, count: number) {
    super(`${received} of ${count} cards came`);
    this.received = received;
    this.count = count;
  }
}

/**
 * Every card of a period, asked of the server page by page. What the screen holds is not enough, fresh as it may be: it
 * is only as many pages as were scrolled to. Throws IncompleteCardsError when the cards are not exactly as many as the
 * server counts: sales that were read meanwhile may have moved some from page to page.
 */
export async function everyProfitCard(
  queryClient: QueryClient,
  query: Parameters<typeof analyticsQueries.profitCards>[0],
): Promise<ProfitCard[]> {
  const cards = new Map<string, ProfitCard>();
  for (let offset = 0; ;) {
    const page = await queryClient.fetchQuery(analyticsQueries.profitCardsPage(query, offset));
    for (const card of page.results) cards.set(`${card.shopId}:${card.nmId}`, card);
    offset += page.results.length;
    if (page.next !== null && page.results.length > 0) continue;
    if (cards.size !== page.count) throw new IncompleteCardsError(cards.size, page.count);
    return [...cards.values()];
  }
}
