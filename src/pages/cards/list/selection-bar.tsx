import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useArchiveCards, useUndoCardOperation, type MoveProgress } from '#api/card-operations.ts';
import { isSelectionChanged } from '#api/cards.ts';
import { MAX_TABLE_ROWS } from '#contract/bulk-edits.ts';
import { formatInteger } from '#lib/numbers.ts';
import { paths } from '#lib/paths.ts';
import { countOf } from '#lib/plurals.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { BarButton, BarSeparator, FloatingBar } from '#ui/floating-bar.tsx';
import { showToast, toasts } from '#ui/toast-store.ts';
import { useMediaQuery } from '#ui/use-media-query.ts';
import type { CardListState } from './card-list-address.ts';
import { ExportMenu } from './export-menu.tsx';
import { tooManyNamed, toSelection } from './asked-selection.ts';
import { allMatching, chosenCount, NOTHING_CHOSEN, type ChosenCards } from './card-selection.ts';

const SendCardsDialog = lazy(() =>
  import('#pages/cards/send/send-cards-dialog.tsx').then((module) => ({ default: module.SendCardsDialog })),
);

const BulkChangeDialog = lazy(() =>
  import('#pages/cards/bulk/bulk-change-dialog.tsx').then((module) => ({ default: module.BulkChangeDialog })),
);

const LabelsDialog = lazy(() =>
  import('#pages/cards/labels/labels-dialog.tsx').then((module) => ({ default: module.LabelsDialog })),
);

const CARD_FORMS = ['карточка', 'карточки', 'карточек'] as const;

interface SelectionBarProps {
  chosen: ChosenCards;
  onChoose: (chosen: ChosenCards) => void;
  state: CardListState;
  /** All that the list has now; undefined while it is not known. */
  matching: number | undefined;
}

/** What can be done with the chosen cards, all at once. */
export function SelectionBar({ chosen, onChoose, state, matching }: SelectionBarProps) {
  const [open, setOpen] = useState<'send' | 'change' | 'labels' | null>(null);
  const onlineOnly = useOnlineOnly();
  const navigate = useNavigate();
  /** A phone has no room for a table. */
  const isWide = useMediaQuery('(min-width: 48rem)');
  const archive = useMoveToArchive();
  const count = chosenCount(chosen);
  const isArchive = state.state === 'ARCHIVED';
  const clear = () => onChoose(NOTHING_CHOSEN);
  const shown = useRef<ChosenCards>(null);
  useEffect(() => {
    shown.current = chosen;
    return () => {
      shown.current = null;
    };
  }, [chosen]);
  /** A big move takes a while: what was chosen meanwhile is another choice. */
  const clearMoved = () => {
    if (shown.current === chosen) clear();
  };
  const choice = { selection: toSelection(chosen, state), cardCount: count };
  const clearAndClose = () => {
    setOpen(null);
    clear();
  };
  const isWhole = chosen.kind === 'all' && chosen.except.size === 0 && chosen.matching === matching;

  return (
    <>
      <FloatingBar
        summary={archive.progress ? textOf(archive.progress) : `Выбрано ${formatInteger(count)}`}
        onClose={clear}
      >
        {isArchive ? null : (
          <BarButton
            isPrimary
            onClick={() => setOpen('send')}
            disabledReason={onlineOnly('Отправка доступна только при связи') ?? tooManyNamed(chosen)}
          >
            Отправить в магазины
          </BarButton>
        )}
        {matching !== undefined && count !== matching && !isWhole ? (
          <BarButton onClick={() => onChoose(allMatching(matching))}>
            Выбрать все {formatInteger(matching)}
          </BarButton>
        ) : null}
        <BarButton
          onClick={() => setOpen('change')}
          disabledReason={
            onlineOnly('Изменить многие карточки можно только при связи') ?? tooManyNamed(chosen)
          }
        >
          Изменить
        </BarButton>
        {isWide ? (
          <BarButton
            onClick={() =>
              void navigate(paths.cardTable, { state: { selection: toSelection(chosen, state) } })
            }
            disabledReason={
              onlineOnly('Таблица загружается только при связи') ??
              tooManyNamed(chosen) ??
              (count > MAX_TABLE_ROWS ? 'В таблице помещается до 10\u00a0000 карточек: сузьте выбор' : null)
            }
          >
            Таблица
          </BarButton>
        ) : null}
        <ExportMenu
          selection={toSelection(chosen, state)}
          disabledReason={onlineOnly('Скачать можно только при связи') ?? tooManyNamed(chosen)}
        />
        <BarButton
          onClick={() => setOpen('labels')}
          disabledReason={onlineOnly('Этикетки делает сервер: нужна связь') ?? tooManyNamed(chosen)}
        >
          Этикетки
        </BarButton>
        <BarSeparator />
        <BarButton
          onClick={() =>
            void archive.move({ selection: toSelection(chosen, state), isArchived: !isArchive }, clearMoved)
          }
          disabledReason={
            onlineOnly('Архив доступен только при связи') ??
            tooManyNamed(chosen) ??
            (archive.isPending ? 'Карточки переносятся' : null)
          }
        >
          {isArchive ? 'Вернуть из архива' : 'В архив'}
        </BarButton>
      </FloatingBar>
      <Suspense fallback={null}>
        {open === 'send' ? (
          <SendCardsDialog
            {...choice}
            onClose={() => setOpen(null)}
            onSent={clearAndClose}
            onSelectionChanged={clearAndClose}
          />
        ) : null}
        {open === 'change' ? (
          <BulkChangeDialog {...choice} onClose={() => setOpen(null)} onSelectionChanged={clearAndClose} />
        ) : null}
        {open === 'labels' ? (
          <LabelsDialog
            selection={choice.selection}
            onClose={() => setOpen(null)}
            onChooseAgain={clearAndClose}
          />
        ) : null}
      </Suspense>
    </>
  );
}

/**
 * Moves, says how many have really moved, and offers to take that back. By promises, not by the mutation's callbacks, which a
 * bar that is closed meanwhile would not hear.
 */
function useMoveToArchive() {
  const archive = useArchiveCards();
  const undo = useUndoCardOperation();

  const takeBack = async (operationId: number, wasArchived: boolean) => {
    let waitingId: number | undefined;
    const onProgress = () => {
      waitingId ??= showToast({ type: 'info', text: 'Возвращаем карточки…', durationMs: Infinity });
    };
    try {
      const { count, movedSince } = await undo.mutateAsync({ operationId, onProgress });
      const rest =
        movedSince > 0 ? ` · остались на месте, их перенесли позже: ${formatInteger(movedSince)}` : '';
      const done = wasArchived ? 'Возвращено из архива' : 'Снова в архиве';
      showToast({ type: 'success', text: `${done}: ${countOf(count, CARD_FORMS)}${rest}` });
    } catch {
      // The mutation's own failure notice has told it.
    } finally {
      if (waitingId !== undefined) toasts.dismiss(waitingId);
    }
  };

  return {
    isPending: archive.isPending,
    progress: archive.progress,
    async move(input: Parameters<typeof archive.mutateAsync>[0], onOver: () => void) {
      try {
        const { count, operationId } = await archive.mutateAsync(input);
        onOver();
        const done = input.isArchived ? 'В архиве' : 'Возвращено из архива';
        showToast({
          type: 'success',
          text: `${done}: ${countOf(count, CARD_FORMS)}`,
          action: { label: 'Вернуть', onClick: () => void takeBack(operationId, input.isArchived) },
        });
      } catch (error) {
        // The mutation's own failure notice has told it.
        if (isSelectionChanged(error)) onOver();
      }
    },
  };
}

function textOf({ count, total }: MoveProgress): string {
  return `Перенесено ${formatInteger(count)} из ${formatInteger(total)}`;
}
