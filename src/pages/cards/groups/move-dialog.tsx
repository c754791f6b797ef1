import { useQuery } from '@tanstack/react-query';
import { groupQueries, isMoving, useUndoGroupMove } from '#api/card-groups.ts';
import type { GroupMove } from '#contract/card-groups.ts';
import { countOf } from '#lib/plurals.ts';
import { inQuotes } from '#lib/text.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Notice } from '#ui/notice.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

const CARD_FORMS = ['карточка', 'карточки', 'карточек'] as const;
const TITLES: Record<GroupMove['change'], string> = {
  MERGE: 'Объединение карточек',
  SPLIT: 'Разъединение карточек',
  UNDO: 'Возврат прежних склеек',
};

interface MoveDialogProps {
  moveId: number;
  /** Follows the move back. Absent: there is none from here. */
  onUndo?: (moveId: number) => void;
  onClose: () => void;
}

/** How a move goes, what has come of it, and the way back. */
export function MoveDialog({ moveId, onUndo, onClose }: MoveDialogProps) {
  const { data: move } = useQuery(groupQueries.move(moveId));
  const undo = useUndoGroupMove();
  const offlineReason = useOnlineOnly()('Склейки меняются на Wildberries: нужна связь');
  return (
    <Dialog
      open
      onClose={onClose}
      title={move ? TITLES[move.change] : 'Перенос карточек'}
      footer={
        <>
          {move?.canUndo === true && onUndo ? (
            <Button
              icon="undo"
              loading={undo.isPending}
              disabledReason={offlineReason}
              onClick={() => undo.mutate(moveId, { onSuccess: ({ id }) => onUndo(id) })}
            >
              Вернуть как было
            </Button>
          ) : null}
          <Button variant="primary" onClick={onClose}>
            {move && isMoving(move) ? 'Закрыть' : 'Готово'}
          </Button>
        </>
      }
    >
      <div aria-live="polite">{move ? <MoveState move={move} /> : <Skeleton className="h-16 w-full" />}</div>
    </Dialog>
  );
}

function MoveState({ move }: { move: GroupMove }) {
  const { state, cardCount, movedCount, shopName, errors } = move;
  if (isMoving(move)) {
    return (
      <>
        <ProgressBar label="Перенесено карточек" done={movedCount} total={cardCount} hasCaption />
        <p className="mt-3 text-muted">
          {state === 'SENDING'
            ? `Отправляем в ${inQuotes(shopName)}.`
            : `${inQuotes(shopName)}: Wildberries принял запрос, ждём, когда он его выполнит. Обычно это минута.`}{' '}
          Окно можно закрыть: перенос продолжится без него.
        </p>
      </>
    );
  }
  const done = `${countOf(movedCount, CARD_FORMS)} из ${cardCount}`;
  return (
    <>
      {state === 'DONE' ? (
        <Notice tone="success" title="Готово">
          Перенесено в {inQuotes(shopName)}: {countOf(movedCount, CARD_FORMS)}.
        </Notice>
      ) : (
        <Notice
          tone={state === 'PARTLY' ? 'warning' : 'error'}
          title={state === 'PARTLY' ? `Перенесено не всё: ${done}` : 'Перенести не удалось'}
        >
          <ul>
            {errors.map((error) => (
              <li key={error}>{error}</li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}
