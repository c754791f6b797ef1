import { memo, useMemo } from 'react';
import { useDraft } from '#offline/drafts/use-draft.ts';
import { userDrafts } from '#offline/drafts/user-drafts.ts';
import { DraftNotice } from '#parts/draft-notice.tsx';
import { UnsavedGuard } from '#parts/unsaved-guard.tsx';
import type { GridContent } from './column.ts';
import type { Edits } from './edits.ts';
import { keptCells, keptCellsSchema, type KeptCell } from './kept-cells.ts';

interface TableDraftProps {
  content: GridContent;
  edits: Edits;
  /** An edit was made of it, which the server keeps. */
  isSent: boolean;
  /** A window that is narrow for a while shows no table; what is typed into it is kept all the same. */
  isShown: boolean;
  onRestore: (cells: KeptCell[]) => void;
}

/** Keeps what is typed on the device. By itself: many cells are written anew only when one of them has changed. */
export const TableDraft = memo(function TableDraft({
  content,
  edits,
  isSent,
  isShown,
  onRestore,
}: TableDraftProps) {
  const cells = useMemo(() => keptCells(content, edits), [content, edits]);
  const isDirty = cells.length > 0 && !isSent;
  const draft = useDraft({ key: 'card-table', value: cells, schema: keptCellsSchema, isDirty });
  return (
    <>
      {isShown ? <DraftNotice draft={draft} onRestore={onRestore} /> : null}
      <UnsavedGuard isDirty={isDirty} isKeptAsDraft={userDrafts() !== undefined && !draft.hasFailed} />
    </>
  );
});
