import { queryOptions } from '@tanstack/react-query';
import { listRecentOrdersEndpoint } from '#contract/recent-orders.ts';
import { fetchQuery } from './fetch-query.ts';

/** A part of what the sales jobs read: cleared with profit. */
export function recentOrdersOf(cardIds: readonly number[]) {
  return queryOptions({
    queryKey: ['Profit', 'recent-orders', cardIds],
    queryFn: (context) =>
      fetchQuery(context, listRecentOrdersEndpoint, { query: { card: cardIds.map(String) } }),
    // Kept as little as the rest of the analytics. A column without its numbers says so.
    meta: { isNotKept: true, isQuiet: true },
  });
}
