import { useInfiniteQuery } from '@tanstack/react-query';
import { bulkEditQueries } from '#api/bulk-edits.ts';
import { copyingQueries } from '#api/copying-history.ts';
import { groupMoveHistoryQueries } from '#api/group-move-history.ts';
import { operationHistoryQuery } from '#api/operation-history.ts';
import { isStuck } from '#parts/is-stuck.ts';
import {
  entryOfCopying,
  entryOfEdit,
  entryOfGroupMove,
  entryOfOperation,
  mergeByTime,
  type HistoryEntry,
} from './history-by-time.ts';

/** What was done as one list by time: nothing is shown of one source before the others are read as far. */
export function useHistory() {
  const edits = useInfiniteQuery(bulkEditQueries.history());
  const operations = useInfiniteQuery(operationHistoryQuery);
  const copyings = useInfiniteQuery(copyingQueries.history());
  const groupMoves = useInfiniteQuery(groupMoveHistoryQueries.history());
  const queries = [edits, operations, copyings, groupMoves] as const;
  const common = {
    stuck: queries.find((query) => query.data === undefined && isStuck(query)),
    isReadingOn: queries.some((query) => query.isFetchingNextPage),
  };
  const sources = [
    sourceOf(edits, entryOfEdit),
    sourceOf(operations, entryOfOperation),
    sourceOf(copyings, entryOfCopying),
    sourceOf(groupMoves, entryOfGroupMove),
  ];
  const read = sources.filter((source) => source !== null);
  if (read.length < sources.length) {
    return { ...common, entries: undefined, hasMore: false, readOn: () => undefined };
  }
  const merged = mergeByTime(read);
  return {
    ...common,
    entries: merged.shown,
    hasMore: merged.readOn.length > 0,
    readOn: () => {
      for (const source of merged.readOn) void queries[source]?.fetchNextPage();
    },
  };
}

interface ReadParts<Row> {
  data: { pages: { results: Row[] }[] } | undefined;
  hasNextPage: boolean;
}

/** null: nothing of it has come yet. */
function sourceOf<Row>({ data, hasNextPage }: ReadParts<Row>, entryOf: (row: Row) => HistoryEntry) {
  if (!data) return null;
  return { entries: data.pages.flatMap(({ results }) => results.map(entryOf)), hasMore: hasNextPage };
}
