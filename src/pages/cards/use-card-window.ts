import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { cardQueries } from '#api/cards.ts';
import type { CardRow } from '#contract/cards.ts';
import { withWaitingRow } from '#offline/outbox/overlay.ts';
import { useOutboxContent } from '#offline/outbox/use-outbox.ts';
import { cardListQuery, cardListSearchParams, type CardListState } from './card-list-address.ts';

/** Rows asked for at once: two screens of a large monitor. */
const PAGE_SIZE = 50;

type Page = { count: number; results: CardRow[] };
type PageQuery = Pick<
  UseQueryResult<Page>,
  'data' | 'dataUpdatedAt' | 'error' | 'isFetching' | 'fetchStatus'
>;

export interface CardWindow {
  /** Of all that match; undefined until the first answer. */
  count: number | undefined;
  /** With what waits on this device; undefined while the row is not loaded. */
  rowAt(index: number): CardRow | undefined;
  /** Some of the card is only on this device. */
  isWaiting(id: number): boolean;
  loadedIds: number[];
  onRangeChange(first: number, last: number): void;
  /** The first page: its age, error and state speak for the list. */
  firstPage: PageQuery;
  isFetching: boolean;
  /** The rows shown belong to the filter before this one, whose answer is on its way. */
  isPrevious: boolean;
  retry(): void;
}

/**
 * The list is never loaded whole: pages are asked for as they come into sight, so that a hundred thousand cards cost
 * what one screen costs. The first page stays, because it tells how many there are.
 */
export function useCardWindow(state: CardListState): CardWindow {
  const address = cardListSearchParams(state).toString();
  const outbox = useOutboxContent();
  const [range, setRange] = useState({ address, first: 0, last: 0 });
  // A range belongs to its filter: a new one starts at the top.
  const { first, last } = range.address === address ? range : { first: 0, last: 0 };

  const offsets = useMemo(() => {
    const firstPage = Math.floor(first / PAGE_SIZE);
    const lastPage = Math.floor(last / PAGE_SIZE);
    const pages = Array.from({ length: lastPage - firstPage + 1 }, (_, index) => firstPage + index);
    return [...new Set([0, ...pages])].map((page) => page * PAGE_SIZE);
  }, [first, last]);

  const queries: UseQueryResult<Page>[] = useQueries({
    queries: offsets.map((offset) => cardQueries.list(cardListQuery(state, { limit: PAGE_SIZE, offset }))),
  });

  const pages = new Map<number, Page>();
  for (const [index, offset] of offsets.entries()) {
    const data = queries[index]?.data;
    if (data) pages.set(offset, data);
  }
  const [firstQuery] = queries;
  if (!firstQuery) throw new Error('The first page is always among the offsets');
  const shown = useLastShown(address, pages, firstQuery);

  const onRangeChange = useCallback(
    (newFirst: number, newLast: number) => setRange({ address, first: newFirst, last: newLast }),
    [address],
  );

  return {
    count: shown.pages.get(0)?.count,
    rowAt: (index) => {
      const row = shown.pages.get(Math.floor(index / PAGE_SIZE) * PAGE_SIZE)?.results[index % PAGE_SIZE];
      return row && withWaitingRow(row, outbox);
    },
    isWaiting: (id) => outbox.records.some(({ entity, entityId }) => entity === 'card' && entityId === id),
    loadedIds: [...shown.pages.values()].flatMap((page) => page.results.map((row) => row.id)),
    onRangeChange,
    firstPage: firstQuery,
    isFetching: queries.some((query) => query.isFetching),
    isPrevious: shown.address !== address,
    retry: () => {
      for (const query of queries) void query.refetch();
    },
  };
}

/** Keeps the rows of the filter before on the screen until the new ones come or fail: the list does not blink. */
function useLastShown(address: string, pages: Map<number, Page>, firstQuery: PageQuery) {
  const [last, setLast] = useState<{ address: string; pages: Map<number, Page> }>({ address, pages });
  const isSettled = firstQuery.data !== undefined || (firstQuery.error !== null && !firstQuery.isFetching);
  const isSame = last.address === address && samePages(last.pages, pages);
  if (isSettled && !isSame) setLast({ address, pages });
  return isSettled || last.pages.size === 0 ? { address, pages } : last;
}

function samePages(a: Map<number, Page>, b: Map<number, Page>): boolean {
  return a.size === b.size && [...a].every(([offset, page]) => b.get(offset) === page);
}
