import { createCatalogue } from '#contract/catalogue/catalogue.ts';
import { isServerOrdering, listCardsEndpoint } from '#contract/card-list.ts';
import { catalogueStatus } from '#offline/catalogue/catalogue-status.ts';
import { keepResponses } from '#offline/catalogue/kept-responses.ts';
import type { MockFeed } from './mock-feed.ts';

/** The device holds what the feed has, as of then. */
export function showReplica(feed: MockFeed, currentAtMs: number, isWhole = true): void {
  const engine = createCatalogue();
  engine.put(feed.portion(null).columns);
  const current = { count: engine.size, bytes: 1000, currentAtMs, revision: engine.size + currentAtMs };
  const responses = keepResponses(async (asked) => {
    const { ordering, ...query } = listCardsEndpoint.query.parse(asked);
    if (isServerOrdering(ordering)) throw new Error('The device does not know it');
    const { count, rows } = engine.query(
      { ...query, ordering },
      { offset: query.offset, limit: query.limit },
    );
    return { count, results: rows, currentAtMs };
  });
  catalogueStatus.set(
    { current: isWhole ? current : null, next: isWhole ? null : { rows: engine.size } },
    {
      query: responses.query,
      answered: responses.answered,
      counters: async () => engine.counters(),
      suggest: async (search) => engine.suggest(search),
      refresh: () => undefined,
    },
  );
}
