import { useState } from 'react';
import { useStopCardOperation } from '#api/card-operations.ts';
import type { CardOperation } from '#contract/operation-history.ts';
import { formatDateTime } from '#lib/dates.ts';
import { formatInteger } from '#lib/numbers.ts';
import { countOf } from '#lib/plurals.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { useTakeCardsBack } from '#parts/use-take-cards-back.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { CARD_FORMS } from './edit-state.ts';
import { HistoryLine } from './history-line.tsx';

/** «перенесли 21 карточку». */
const MOVED_FORMS = ['карточку', 'карточки', 'карточек'] as const;

/** A move to the archive, or out of it, and the way back. */
export function MovedCards({ operation }: { operation: CardOperation }) {
  const { id, isArchived, count, total, canTakeBack } = operation;
  const [isAsked, setIsAsked] = useState(false);
  const { isPending, takeBack } = useTakeCardsBack();
  const stopping = useStopCardOperation();
  const offline = useOnlineOnly()('Доступно только при связи');
  const what = `${isArchived ? 'В архив' : 'Из архива'}: ${countOf(total ?? count, CARD_FORMS)}`;
  const stopButton =
    total === null ? null : (
      <Button
        size="sm"
        aria-label={`Остановить: ${what}`}
        loading={stopping.isPending}
        onClick={() => stopping.mutate(id)}
        disabledReason={offline}
      >
        Остановить
      </Button>
    );
  return (
    <HistoryLine
      state={moveText(operation)}
      at={Date.parse(operation.createdAt)}
      userName={operation.userName}
      action={
        canTakeBack ? (
          <Button
            size="sm"
            icon="undo"
            aria-label={`Вернуть: ${what}`}
            loading={isPending}
            onClick={() => setIsAsked(true)}
            disabledReason={offline}
          >
            Вернуть
          </Button>
        ) : (
          stopButton
        )
      }
    >
      {what}
      <ConfirmDialog
        open={isAsked}
        onClose={() => setIsAsked(false)}
        title={isArchived ? 'Вернуть карточки из архива?' : 'Вернуть карточки в архив?'}
        confirmLabel="Вернуть"
        onConfirm={() => {
          setIsAsked(false);
          void takeBack(id, isArchived);
        }}
      >
        {count === 1
          ? 'Карточка вернётся туда, где была.'
          : `Перенесли ${countOf(count, MOVED_FORMS)}. Вернутся те из них, которые с тех пор никто не переносил.`}
      </ConfirmDialog>
    </HistoryLine>
  );
}

/** Where the move stands, in a line. */
function moveText({ count, total, stoppedOf, canTakeBack, takenBack }: CardOperation): string {
  if (total !== null) return `переносится: ${formatInteger(count)} из ${formatInteger(total)}`;
  if (takenBack === null && canTakeBack && stoppedOf !== undefined) {
    return `остановлено: перенесено ${formatInteger(count)} из ${formatInteger(stoppedOf)}`;
  }
  if (takenBack === null) return canTakeBack ? 'перенесено' : 'перенесено, потом всё перенесли ещё раз';
  if (!takenBack.isDone) return `возвращается: ${formatInteger(takenBack.count)} из ${formatInteger(count)}`;
  const since = takenBack.movedSince > 0 ? [`перенесены позже ${formatInteger(takenBack.movedSince)}`] : [];
  const back = [`возвращено ${formatInteger(takenBack.count)}`, ...since].join(' · ');
  return `${back} · ${formatDateTime(takenBack.createdAt)}, ${takenBack.userName}`;
}
