import type { BulkEdit } from '#contract/bulk-edits.ts';
import type { Copying } from '#contract/copying-history.ts';
import type { ListedGroupMove } from '#contract/group-move-history.ts';
import type { CardOperation } from '#contract/operation-history.ts';

interface Placed {
  key: string;
  at: number;
}

/** One line of «История изменений». */
export type HistoryEntry = Placed &
  ({ edit: BulkEdit } | { operation: CardOperation } | { copying: Copying } | { groupMove: ListedGroupMove });

export function entryOfEdit(edit: BulkEdit): HistoryEntry {
  return { key: `edit-${edit.id}`, at: Date.parse(edit.appliedAt ?? edit.createdAt), edit };
}

export function entryOfOperation(operation: CardOperation): HistoryEntry {
  return { key: `operation-${operation.id}`, at: Date.parse(operation.createdAt), operation };
}

export function entryOfCopying(copying: Copying): HistoryEntry {
  return { key: `copying-${copying.id}`, at: Date.parse(copying.createdAt), copying };
}

export function entryOfGroupMove(groupMove: ListedGroupMove): HistoryEntry {
  return { key: `group-move-${groupMove.id}`, at: Date.parse(groupMove.createdAt), groupMove };
}

interface Source<Entry> {
  /** What is read of it, the last first. */
  entries: readonly Entry[];
  hasMore: boolean;
}

/**
 * One list of several that are read in parts, the last first. What is older than the end of a part is not shown while more of its
 * source may come between: nothing is ever put in above what has been shown. `readOn` are the sources that hold the list up.
 */
export function mergeByTime<Entry extends Placed>(
  sources: readonly Source<Entry>[],
): { shown: Entry[]; readOn: number[] } {
  const ends = sources.map(({ entries, hasMore }) =>
    hasMore ? (entries.at(-1)?.at ?? Infinity) : -Infinity,
  );
  const end = Math.max(...ends);
  // A part by count tells an entry again when a new one has come before it.
  const byKey = new Map(sources.flatMap(({ entries }) => entries.map((entry) => [entry.key, entry])));
  const shown = [...byKey.values()].filter(({ at }) => at >= end).sort((a, b) => b.at - a.at);
  return { shown, readOn: end === -Infinity ? [] : ends.flatMap((at, index) => (at === end ? [index] : [])) };
}
