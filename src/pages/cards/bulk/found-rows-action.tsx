import { useState } from 'react';
import { useRollBackBulkEdit } from '#api/bulk-edits.ts';
import type { BulkEdit, FoundRows } from '#contract/bulk-edits.ts';
import { formatInteger } from '#lib/numbers.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { Button } from '#ui/button.tsx';
import { RollBackDialog } from './roll-back-dialog.tsx';
import { ACT_LABELS, type RowAct } from './row-acts.ts';
import { useMoveRows } from './use-move-rows.ts';

interface FoundRowsActionProps {
  edit: BulkEdit;
  /** null: there is nothing to be done with these rows. */
  act: RowAct | null;
  found: FoundRows;
  /** How many are found; null: that is not known yet. */
  count: number | null;
}

/** The same done with all rows that are looked at, loaded or not. */
export function FoundRowsAction({ edit, act, found, count }: FoundRowsActionProps) {
  const [isAsking, setAsking] = useState(false);
  const move = useMoveRows(edit.id);
  const rollBack = useRollBackBulkEdit(edit.id);
  const offline = useOnlineOnly()('Доступно только при связи');
  const isSearch = found.search !== undefined;
  // The whole edit goes back by the button of the page.
  if (act === null || count === 0 || (act === 'ROLL_BACK' && !isSearch)) return null;
  const known = count ?? 0;
  return (
    <>
      <Button
        {...(act === 'ROLL_BACK' ? { icon: 'undo' as const } : {})}
        loading={move.isPending || rollBack.isPending}
        disabledReason={offline ?? (count === null ? 'Считаем карточки' : null)}
        onClick={() => {
          if (act === 'ROLL_BACK') setAsking(true);
          else void move.moveFound(found, act === 'LEAVE_OUT', known);
        }}
      >
        {ACT_LABELS[act]} {isSearch ? 'найденные' : 'все'}
        {count === null ? '' : ` ${formatInteger(count)}`}
      </Button>
      <RollBackDialog
        open={isAsking}
        count={known}
        onClose={() => setAsking(false)}
        onConfirm={() => rollBack.mutate({ found, expectedCount: known })}
      />
    </>
  );
}
