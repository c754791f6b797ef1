import { useState } from 'react';
import { useRollBackBulkEdit } from '#api/bulk-edits.ts';
import { MAX_LEFT_OUT_AT_ONCE, type BulkEdit } from '#contract/bulk-edits.ts';
import { formatInteger } from '#lib/numbers.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { BarButton, FloatingBar } from '#ui/floating-bar.tsx';
import { RollBackDialog } from './roll-back-dialog.tsx';
import { ACT_LABELS, type RowAct } from './row-acts.ts';
import { useMoveRows } from './use-move-rows.ts';
import type { RowChoice } from './use-row-choice.ts';

interface ChosenRowsBarProps {
  edit: BulkEdit;
  act: RowAct;
  choice: RowChoice;
}

/** What is done with a row, done with the chosen ones together. */
export function ChosenRowsBar({ edit, act, choice: { cardIds, setAll } }: ChosenRowsBarProps) {
  const [isAsking, setAsking] = useState(false);
  const move = useMoveRows(edit.id);
  const rollBack = useRollBackBulkEdit(edit.id);
  const offline = useOnlineOnly()('Доступно только при связи');
  const count = cardIds.length;
  if (count === 0) return null;
  const tooMany =
    count > MAX_LEFT_OUT_AT_ONCE
      ? `За один раз — до ${formatInteger(MAX_LEFT_OUT_AT_ONCE)} карточек. Больше можно через поиск`
      : null;
  return (
    <>
      <FloatingBar summary={`Выбрано ${formatInteger(count)}`} onClose={() => setAll(false)}>
        <BarButton
          isPrimary
          loading={move.isPending || rollBack.isPending}
          disabledReason={offline ?? tooMany}
          onClick={() => {
            if (act === 'ROLL_BACK') setAsking(true);
            else void move.moveNamed(cardIds, act === 'LEAVE_OUT');
          }}
        >
          {ACT_LABELS[act]} выбранные
        </BarButton>
      </FloatingBar>
      <RollBackDialog
        open={isAsking}
        count={count}
        onClose={() => setAsking(false)}
        onConfirm={() => rollBack.mutate({ cardIds })}
      />
    </>
  );
}
