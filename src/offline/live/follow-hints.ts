import { matchQuery, type Query, type QueryClient } from '@tanstack/react-query';
import type { CardOrdering } from '#contract/card-list.ts';
import type { HintKind } from '#contract/live-hints.ts';
import type { CacheTag } from '#api/tags.ts';

/** What a hint makes old, as beginnings of query keys. Filters' lists of values change too seldom to be asked for each time. */
const KEYS_OF: Record<HintKind, readonly [CacheTag, ...(string | { ordering: CardOrdering })[]][]> = {
  cards: [['Cards', 'list'], ['CardCounters'], ['Card']],
  shipments: [['Shipments']],
  // A list in another order is as it was.
  orders: [
    ['Cards', 'list', { ordering: 'orders' }],
    ['Cards', 'list', { ordering: '-orders' }],
    ['Profit', 'recent-orders'],
  ],
};

/** The answer to a save of one's own is asked for in this time: its hint then finds nothing left to do. */
const GATHER_MS = 100;
/** After a round: one change comes at once, a long run of them ever more seldom, and a server that takes long has its rest. */
const FIRST_REST_MS = 250;
const LONGEST_REST_MS = 2_000;
const REST_PER_WORK = 2;
/** So long without a hint, and the next one is the first again. */
const QUIET_MS = 5_000;

export interface HintFollower {
  /** Something changed `agoMs` ago, at the latest: now, where that is left out. */
  note(kinds: readonly HintKind[], agoMs?: number): void;
  /** The page is looked at again, or no longer: nothing is asked for behind one's back. */
  look(): void;
  stop(): void;
}

/**
 * Asks again for what is on the screen and was asked for before the hint. Stored copies stay where they are: a hint may be followed by
 * a dead network. What comes back from them later and is older than a hint is asked for then.
 */
export function followHints(queryClient: QueryClient, isVisible: () => boolean): HintFollower {
  const hintedAt = new Map<HintKind, number>();
  const waiting = new Set<HintKind>();
  /** By query: what it shows, or is about to show, was asked for then. */
  const askedAt = new WeakMap<Query, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isBusy = false;
  let restMs = FIRST_REST_MS;
  let lastRoundAt = -Infinity;

  function isOld(query: Query, kind: HintKind): boolean {
    const since = hintedAt.get(kind) ?? 0;
    return (
      (askedAt.get(query) ?? query.state.dataUpdatedAt) <= since &&
      KEYS_OF[kind].some((queryKey) => matchQuery({ queryKey }, query))
    );
  }

  async function refetchOld(kinds: readonly HintKind[]) {
    const predicate = (query: Query) => kinds.some((kind) => isOld(query, kind));
    await queryClient.invalidateQueries({ predicate, refetchType: 'active' });
  }

  function flushLater(ms: number) {
    timer ??= setTimeout(() => void flush(), ms);
  }

  async function flush() {
    timer = undefined;
    if (isBusy || waiting.size === 0 || !isVisible()) return;
    isBusy = true;
    const kinds = [...waiting];
    waiting.clear();
    const startedAt = Date.now();
    await refetchOld(kinds);
    isBusy = false;
    const isRun = startedAt - lastRoundAt < QUIET_MS;
    restMs = isRun ? Math.min(restMs * 2, LONGEST_REST_MS) : FIRST_REST_MS;
    lastRoundAt = Date.now();
    // The rest is there even if nothing waits yet: the next hint comes into it.
    timer = setTimeout(() => void flush(), Math.max(restMs, (lastRoundAt - startedAt) * REST_PER_WORK));
  }

  const stopWatching = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const query: Query = event.query;
    if (event.action.type === 'fetch') askedAt.set(query, Date.now());
    // Only what comes back from the device has its state set (copies/persister.ts).
    if (event.action.type !== 'setState') return;
    askedAt.set(query, query.state.dataUpdatedAt);
    if (query.state.fetchStatus === 'idle' && [...hintedAt.keys()].some((kind) => isOld(query, kind))) {
      void queryClient.refetchQueries({ queryKey: query.queryKey, exact: true, type: 'active' });
    }
  });

  return {
    note(kinds, agoMs = 0) {
      for (const kind of kinds) {
        hintedAt.set(kind, Math.max(hintedAt.get(kind) ?? 0, Date.now() - agoMs));
        waiting.add(kind);
      }
      if (!isBusy) flushLater(GATHER_MS);
    },
    look() {
      if (!isBusy) flushLater(0);
    },
    stop() {
      clearTimeout(timer);
      waiting.clear();
      stopWatching();
    },
  };
}
