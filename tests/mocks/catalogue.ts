import { listCatalogueChangesEndpoint } from '#contract/catalogue-feed.ts';
import type { MockFeed } from '#tests/support/catalogue/mock-feed.ts';
import { mock } from './mock-endpoint.ts';

/** The feed of changes; `onAsk` hears what it is asked with, and may hold the answer. */
export function catalogueHandler(feed: MockFeed, onAsk: (since: string | null) => unknown = () => undefined) {
  return mock(listCatalogueChangesEndpoint, async ({ query }) => {
    const since = query.since ?? null;
    await onAsk(since);
    return feed.portion(since);
  });
}
