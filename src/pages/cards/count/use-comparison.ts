import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { bulkEditQueries, isAtWork } from '#api/bulk-edits.ts';
import { ApiError } from '#api/http/api-error.ts';
import { countRowsQuery } from '#api/stock-counts.ts';
import type { BulkEdit } from '#contract/bulk-edits.ts';
import { isStuck } from '#parts/is-stuck.ts';
import { keepSent, lineOf, type CountDocument } from '#offline/counts/count-document.ts';
import { comparedLines, countFates, type LineComparison, type LineFate } from './compared-lines.ts';
import type { CountStep } from './use-counts.ts';

export interface Comparison {
  /** undefined: not compared, or not read yet. */
  edit: BulkEdit | undefined;
  /** Each line that could be compared; empty until the marketplace was read. */
  lines: ReadonlyMap<string, LineComparison>;
  fates: Record<LineFate, number>;
  isRead: boolean;
  /** The server keeps a comparison for a day. */
  isForgotten: boolean;
  /** What of it did not come, and has not since. */
  failed: { error: unknown; refetch: () => Promise<unknown> } | undefined;
}

const NOTHING: ReadonlyMap<string, LineComparison> = new Map();
const NO_EDIT = {
  id: 0,
  state: 'READY',
  counts: { ready: 0, leftOut: 0, refused: 0, applied: 0, changedSince: 0, rolledBack: 0, kept: 0 },
} as const;

/** What the server knows of the count's comparison. What was sent is kept in the document, whether its press was answered or not. */
export function useComparison(
  count: CountDocument,
  apply: (step: CountStep) => Promise<unknown>,
): Comparison {
  const { comparison, sent } = count;
  const editId = comparison?.editId ?? 0;
  const edit = useQuery({ ...bulkEditQueries.one(editId), enabled: editId > 0 });
  const isSettled = edit.data !== undefined && !isAtWork(edit.data);
  const rows = useQuery({ ...countRowsQuery(edit.data ?? NO_EDIT), enabled: isSettled });
  const isRead = comparison !== null && (editId === 0 || rows.data !== undefined);
  const lines = useMemo(
    () =>
      comparison && rows.data
        ? comparedLines(comparison, rows.data, (key) => lineOf(count, key)?.amount ?? 0)
        : NOTHING,
    [comparison, rows.data, count],
  );
  const fates = countFates(lines);

  const appliedAt = isSettled && isRead && edit.data.state === 'APPLIED' ? edit.data.appliedAt : null;
  const keepOutcome = useEffectEvent((atMs: number) => {
    if (sent && sent.lines !== null) return;
    const notSent = fates.NOT_SENT + fates.UNREAD + (comparison?.uncompared.length ?? 0);
    void apply((one) => keepSent(one, { atMs, lines: fates.SENT, notSent }));
  });
  useEffect(() => {
    if (appliedAt !== null) keepOutcome(Date.parse(appliedAt));
  }, [appliedAt]);

  const isAbout = comparison !== null && editId > 0;
  return {
    edit: isAbout ? edit.data : undefined,
    lines,
    fates,
    isRead,
    isForgotten: isAbout && edit.error instanceof ApiError && edit.error.status === 404,
    failed: isAbout ? [edit, rows].find((query) => query.data === undefined && isStuck(query)) : undefined,
  };
}
