import { useState } from 'react';
import { copyingQueries, useArchiveCopies } from '#api/copying-history.ts';
import type { Copying } from '#contract/copying-history.ts';
import { formatInteger } from '#lib/numbers.ts';
import { countOf } from '#lib/plurals.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { showToast } from '#ui/toast-store.ts';
import { CARD_FORMS } from './edit-state.ts';
import { HistoryCards } from './history-cards.tsx';
import { HistoryLine } from './history-line.tsx';

const COPY_FORMS = ['копия', 'копии', 'копий'] as const;
/** «убрать 21 копию». */
const MOVED_COPY_FORMS = ['копию', 'копии', 'копий'] as const;

/** Copies that were made together, where they are now, and the way to put them aside. */
export function CopiedCards({ copying }: { copying: Copying }) {
  const { id, count, draftCount, createdAt, userName } = copying;
  const [isAsked, setIsAsked] = useState(false);
  const archive = useArchiveCopies();
  const offline = useOnlineOnly()('Доступно только при связи');
  const what = `Скопировано: ${countOf(count, CARD_FORMS)}`;
  return (
    <HistoryLine
      state={placesText(copying)}
      at={Date.parse(createdAt)}
      userName={userName}
      action={
        draftCount > 0 ? (
          <Button
            size="sm"
            aria-label={`В архив: ${what}`}
            loading={archive.isPending}
            onClick={() => setIsAsked(true)}
            disabledReason={offline}
          >
            В архив
          </Button>
        ) : null
      }
    >
      <HistoryCards what={what} count={count} cards={copyingQueries.cards(id)} />
      <ConfirmDialog
        open={isAsked}
        onClose={() => setIsAsked(false)}
        title={`Убрать в архив ${countOf(draftCount, MOVED_COPY_FORMS)}?`}
        confirmLabel="Убрать в архив"
        onConfirm={() => {
          setIsAsked(false);
          archive.mutate(id, { onSuccess: (moved) => tellMoved(moved.count) });
        }}
      >
        {restText(copying)} Вернуть убранные можно здесь же, в «Истории изменений».
      </ConfirmDialog>
    </HistoryLine>
  );
}

function tellMoved(count: number): void {
  showToast({ type: 'success', text: `В архиве: ${countOf(count, COPY_FORMS)}` });
}

/** «черновики 3 · в магазинах 1 · в архиве 2». */
function placesText({ draftCount, sentCount, archivedCount }: Copying): string {
  const parts: [string, number][] = [
    ['черновики', draftCount],
    ['отправлены в магазины', sentCount],
    ['в архиве', archivedCount],
  ];
  return parts
    .filter(([, count]) => count > 0)
    .map(([label, count]) => `${label} ${formatInteger(count)}`)
    .join(' · ');
}

/** Which copies stay where they are, and why. */
function restText({ count, sentCount, archivedCount }: Copying): string {
  if (sentCount === 0 && archivedCount === 0) {
    return count === 1 ? 'Её ещё никуда не отправляли.' : 'Их ещё никуда не отправляли.';
  }
  const stay = [
    ...(sentCount > 0 ? [`отправлены в магазины — ${formatInteger(sentCount)}`] : []),
    ...(archivedCount > 0 ? [`уже в архиве — ${formatInteger(archivedCount)}`] : []),
  ];
  return `Останутся как есть: ${stay.join(', ')}.`;
}
