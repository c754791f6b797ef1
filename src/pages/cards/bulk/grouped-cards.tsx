import { lazy, Suspense, useState } from 'react';
import { isMoving, useUndoGroupMove } from '#api/card-groups.ts';
import { groupMoveHistoryQueries } from '#api/group-move-history.ts';
import type { GroupChange } from '#contract/card-groups.ts';
import type { ListedGroupMove } from '#contract/group-move-history.ts';
import { formatDateTime } from '#lib/dates.ts';
import { formatInteger } from '#lib/numbers.ts';
import { countOf } from '#lib/plurals.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { CARD_FORMS } from './edit-state.ts';
import { HistoryCards } from './history-cards.tsx';
import { HistoryLine } from './history-line.tsx';

const MoveDialog = lazy(() =>
  import('#pages/cards/groups/move-dialog.tsx').then((module) => ({ default: module.MoveDialog })),
);

const DONE: Record<GroupChange, string> = { MERGE: 'Объединено в склейку', SPLIT: 'Разъединено' };
/** «вернутся 2 карточки». */
const BACK_FORMS = ['карточка вернётся', 'карточки вернутся', 'карточек вернутся'] as const;

/** A merge of cards or a split, what has become of it, and the way back. */
export function GroupedCards({ move }: { move: ListedGroupMove }) {
  const { id, change, shopName, cardCount, movedCount, canTakeBackCount, createdAt, userName } = move;
  const [isAsked, setIsAsked] = useState(false);
  /** What takes it back. */
  const [followedId, setFollowedId] = useState<number | null>(null);
  const undo = useUndoGroupMove();
  const offline = useOnlineOnly()('Склейки меняются на Wildberries: нужна связь');
  const what = `${DONE[change]}: ${countOf(isMoving(move) ? cardCount : movedCount, CARD_FORMS)} · ${shopName}`;
  return (
    <HistoryLine
      state={moveText(move)}
      at={Date.parse(createdAt)}
      userName={userName}
      action={
        canTakeBackCount > 0 ? (
          <Button
            size="sm"
            icon="undo"
            aria-label={`Вернуть: ${what}`}
            loading={undo.isPending}
            onClick={() => setIsAsked(true)}
            disabledReason={offline}
          >
            Вернуть
          </Button>
        ) : null
      }
    >
      <HistoryCards what={what} cards={groupMoveHistoryQueries.cards(id)} />
      <ConfirmDialog
        open={isAsked}
        onClose={() => setIsAsked(false)}
        title="Вернуть прежние склейки?"
        confirmLabel="Вернуть"
        onConfirm={() => {
          setIsAsked(false);
          undo.mutate(id, { onSuccess: (back) => setFollowedId(back.id) });
        }}
      >
        {countOf(canTakeBackCount, BACK_FORMS)} туда, где {canTakeBackCount === 1 ? 'была' : 'были'}.
        {canTakeBackCount < movedCount
          ? ` Остальные (${formatInteger(movedCount - canTakeBackCount)}) останутся: их склейку с тех пор изменили.`
          : ''}
      </ConfirmDialog>
      {followedId === null ? null : (
        <Suspense fallback={null}>
          <MoveDialog moveId={followedId} onClose={() => setFollowedId(null)} />
        </Suspense>
      )}
    </HistoryLine>
  );
}

/** Where the move stands, in a line. */
function moveText(move: ListedGroupMove): string {
  const { cardCount, movedCount, canTakeBackCount, takenBack } = move;
  const ofAll = (count: number, all: number) => `${formatInteger(count)} из ${formatInteger(all)}`;
  if (isMoving(move)) return `переносится: ${ofAll(movedCount, cardCount)}`;
  const done = movedCount < cardCount ? `перенесено ${ofAll(movedCount, cardCount)}` : 'перенесено';
  if (takenBack === null) {
    if (canTakeBackCount === 0) return `${done}, потом склейки изменили ещё раз`;
    const since = movedCount - canTakeBackCount;
    return since > 0 ? `${done} · склейку изменили позже у ${formatInteger(since)}` : done;
  }
  if (isMoving(takenBack)) return `возвращается: ${ofAll(takenBack.movedCount, movedCount)}`;
  const back =
    takenBack.movedCount === 0
      ? 'вернуть не удалось'
      : `возвращено ${ofAll(takenBack.movedCount, movedCount)}`;
  return `${back} · ${formatDateTime(Date.parse(takenBack.createdAt))}, ${takenBack.userName}`;
}
