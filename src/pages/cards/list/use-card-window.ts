import { useQueries, useQueryClient, type QueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { cardQueries } from '#api/cards.ts';
import { storedStamp } from '#api/response-age.ts';
import type { CardRow } from '#contract/card-list.ts';
import type { FoundRows } from '#offline/catalogue/replica.ts';
import { waitsOfKnownCards, withWaitingRow } from '#offline/outbox/overlay.ts';
import { useOutboxContent } from '#offline/outbox/use-outbox.ts';
import { findOnDevice } from '#parts/cards/find-cards.ts';
import { isStuck } from '#parts/is-stuck.ts';
import { cardListQuery, cardListSearchParams, type CardListState } from './card-list-address.ts';
import { PAGE_SIZE, pageOf } from './card-list-reads.ts';
import { useIsSettled, useReplicaPages } from './use-replica-pages.ts';
import { usePageAhead, type Travel } from './use-page-ahead.ts';

/** Rows beyond those in sight are drawn frame by frame: so far goes the middle of a list that nobody moves. */
const DRAWN_LATER_ROWS = 4;
/** The same where only the ids are wanted. */
const RANGE_PAGE_SIZE = 200;

/** Where the device answers, the server is asked once typing has ended. */
const SERVER_DELAY_MS = 300;

type Page = { count: number; results: CardRow[] };
type PageQuery = Pick<
  UseQueryResult<Page>,
  'data' | 'dataUpdatedAt' | 'error' | 'isFetching' | 'fetchStatus' | 'errorUpdateCount'
>;

/** The pages of the rows in sight, of the list at this address. */
interface PageRange {
  address: string;
  firstPage: number;
  lastPage: number;
  travel: Travel;
}

export interface CardWindow {
  /** The tab, the filter, the search and the ordering whose rows these are to be. */
  address: string;
  /** Of all that match; undefined until the first answer to this very question. */
  count: number | undefined;
  /** How many rows are drawn: those of the question before, while this one is on its way. */
  shownCount: number | undefined;
  /** With what waits on this device; undefined while the row is not loaded. */
  rowAt(index: number): CardRow | undefined;
  /** Some of the card is only on this device. */
  isWaiting(id: number): boolean;
  loadedIds: number[];
  /** Ids of the rows from one to another, both included; asks for those that are not loaded. Throws where neither the device nor the server says. */
  idsBetween(first: number, last: number): Promise<number[]>;
  onRangeChange(first: number, last: number): void;
  /** The first page: its age, error and state speak for the list. */
  firstPage: PageQuery;
  isFetching: boolean;
  /** The rows come from this device, on the next frame. */
  isFromReplica: boolean;
  /** The rows shown belong to the question before this one, whose answer is on its way: nothing may be done to them. */
  isPrevious: boolean;
  /** There is nothing to show and nothing on its way: the question failed, or waits for a connection. */
  isStuck: boolean;
  /** Rows in sight are neither here nor on their way: not kept on the device, or refused. */
  isCutOff: boolean;
  retry(): void;
}

/**
 * The list is never loaded whole: pages are asked for as they come into sight, so that a hundred thousand cards cost
 * what one screen costs. The first page stays, because it tells how many there are.
 */
export function useCardWindow(state: CardListState): CardWindow {
  const address = cardListSearchParams(state).toString();
  const outbox = useOutboxContent();
  const [range, setRange] = useState(() => topOf(address));
  // A range belongs to its filter: a new one starts at the top.
  const { firstPage, lastPage, travel } = range.address === address ? range : topOf(address);

  const offsets = useMemo(() => {
    const pages = Array.from({ length: lastPage - firstPage + 1 }, (_, index) => firstPage + index);
    return [...new Set([0, ...pages])].map((page) => page * PAGE_SIZE);
  }, [firstPage, lastPage]);

  const replica = useReplicaPages(state, address, offsets);
  const queryClient = useQueryClient();
  const isServerAsked = useIsSettled(address, SERVER_DELAY_MS) || !replica.isWhole;
  const queryOf = (offset: number) => pageOf(state, offset);
  const [asked, setAsked] = useState({ state, offsets });
  const isAsked = asked.state === state && asked.offsets === offsets;
  if (isServerAsked && !isAsked) setAsked({ state, offsets });
  // While somebody types they stay those of the list before: other ones would have the whole list drawn once more for each letter.
  const results: UseQueryResult<Page>[] = useQueries({
    queries: asked.offsets.map((offset) => pageOf(asked.state, offset)),
  });
  const queries = isAsked ? results : offsets.map((offset) => knownPage(queryClient, queryOf(offset)));

  const isEdited = waitsOfKnownCards(outbox);
  const pages = new Map<number, Page>();
  for (const [index, offset] of offsets.entries()) {
    const page = truerOf(queries[index], replica.pages.get(offset), isEdited);
    if (page) pages.set(offset, page);
  }
  const [firstOfServer] = queries;
  if (!firstOfServer) throw new Error('The first page is always among the offsets');
  const firstOfReplica = replica.pages.get(0);
  const { isFetching, fetchStatus, errorUpdateCount } = firstOfServer;
  const firstQuery: PageQuery =
    firstOfReplica && pages.get(0) === firstOfReplica
      ? {
          data: firstOfReplica,
          dataUpdatedAt: storedStamp(firstOfReplica.currentAtMs),
          error: null,
          isFetching,
          fetchStatus,
          errorUpdateCount,
        }
      : firstOfServer;
  // After the pages in sight, which take a request over from it.
  usePageAhead(queryOf, { firstPage, lastPage, travel, count: firstQuery.data?.count, pageSize: PAGE_SIZE });
  const shown = useLastShown(address, pages, firstQuery);

  const middle = useRef<{ address: string; row: number } | null>(null);
  const onRangeChange = useCallback(
    (first: number, last: number) => {
      const row = (first + last) / 2;
      const before = middle.current?.address === address ? middle.current.row : row;
      const travel = travelFrom(before, row);
      if (travel !== 0 || before === row) middle.current = { address, row };
      const pages = { firstPage: Math.floor(first / PAGE_SIZE), lastPage: Math.floor(last / PAGE_SIZE) };
      setRange((last) => {
        const now = last.address === address ? last : topOf(address);
        const next: PageRange = { address, ...pages, travel: travel === 0 ? now.travel : travel };
        // Most rows that come into sight are of the same pages: the list around them is not drawn again.
        return isSameRange(now, next) ? last : next;
      });
    },
    [address],
  );

  const idsBetween = async (from: number, to: number) => {
    const ids: number[] = [];
    for (let offset = pageStart(from, RANGE_PAGE_SIZE); offset <= to; offset += RANGE_PAGE_SIZE) {
      const query = cardListQuery(state, { limit: RANGE_PAGE_SIZE, offset });
      const found = await findOnDevice(query);
      const { results } =
        found ??
        (await queryClient.fetchQuery({
          ...cardQueries.list(query),
          meta: { isQuiet: true, isNotKept: true },
        }));
      const ofPage = results.filter((_, index) => offset + index >= from && offset + index <= to);
      ids.push(...ofPage.map((row) => row.id));
    }
    return ids;
  };

  const isPrevious = shown.address !== address;
  const shownCount = shown.pages.get(0)?.count;
  return {
    address,
    count: isPrevious ? undefined : shownCount,
    shownCount,
    rowAt: (index) => {
      const row = shown.pages.get(pageStart(index, PAGE_SIZE))?.results[index % PAGE_SIZE];
      return row && withWaitingRow(row, outbox);
    },
    isWaiting: (id) => outbox.records.some(({ entity, entityId }) => entity === 'card' && entityId === id),
    loadedIds: isPrevious
      ? []
      : [...shown.pages.values()].flatMap((page) => page.results.map((row) => row.id)),
    idsBetween,
    onRangeChange,
    firstPage: firstQuery,
    isFetching: queries.some((query) => query.isFetching),
    isFromReplica: replica.isWhole,
    isPrevious,
    isStuck: firstQuery.data === undefined && isStuck(firstQuery),
    isCutOff:
      !isPrevious && queries.some((query, index) => !pages.has(offsets[index] ?? 0) && isStuck(query)),
    retry: () => {
      for (const query of results) void query.refetch();
    },
  };
}

const NOTHING_KNOWN = { data: undefined, dataUpdatedAt: 0, error: null, errorUpdateCount: 0 };
const NOT_ASKED = { isFetching: false, fetchStatus: 'idle' } as const;

/** What the server has said of a page that it is not asked for. */
function knownPage(queryClient: QueryClient, { queryKey }: ReturnType<typeof pageOf>): PageQuery {
  return { ...NOTHING_KNOWN, ...queryClient.getQueryState(queryKey), ...NOT_ASKED };
}

/** Of what the server said and what the device holds, the later word; the device's while an edit waits, of which the server knows nothing. */
function truerOf(
  query: PageQuery | undefined,
  ofReplica: FoundRows | undefined,
  isEdited: boolean,
): Page | undefined {
  if (!query?.data || !ofReplica) return query?.data ?? ofReplica;
  return isEdited || ofReplica.currentAtMs > query.dataUpdatedAt ? ofReplica : query.data;
}

/** Keeps the rows of the filter before on the screen until the new ones come or fail: the list does not blink. */
function useLastShown(address: string, pages: Map<number, Page>, firstQuery: PageQuery) {
  const [last, setLast] = useState<{ address: string; pages: Map<number, Page> }>({ address, pages });
  const isSettled = firstQuery.data !== undefined || isStuck(firstQuery);
  const isSame = last.address === address && samePages(last.pages, pages);
  if (isSettled && !isSame) setLast({ address, pages });
  return isSettled || last.pages.size === 0 ? { address, pages } : last;
}

function pageStart(index: number, pageSize: number): number {
  return Math.floor(index / pageSize) * pageSize;
}

function samePages(a: Map<number, Page>, b: Map<number, Page>): boolean {
  return a.size === b.size && [...a].every(([offset, page]) => b.get(offset) === page);
}

function travelFrom(before: number, row: number): Travel {
  if (Math.abs(row - before) <= DRAWN_LATER_ROWS) return 0;
  return row > before ? 1 : -1;
}

function topOf(address: string): PageRange {
  return { address, firstPage: 0, lastPage: 0, travel: 0 };
}

function isSameRange(a: PageRange, b: PageRange): boolean {
  return (
    a.address === b.address &&
    a.firstPage === b.firstPage &&
    a.lastPage === b.lastPage &&
    a.travel === b.travel
  );
}
