import { lazy, Suspense, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { downloadCards } from '#api/card-export.ts';
import type { MoveProgress } from '#api/card-operations.ts';
import type { FrozenChoice } from '#api/selections.ts';
import type { GroupChange } from '#contract/card-groups.ts';
import { MAX_TABLE_ROWS } from '#contract/selection-limits.ts';
import { formatInteger } from '#lib/numbers.ts';
import { paths } from '#lib/paths.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { FreezeAgainContext } from '#parts/cards/freeze-again.ts';
import { downloads } from '#parts/downloads/downloads.ts';
import { BarButton, BarSeparator, FloatingBar } from '#ui/floating-bar.tsx';
import { useMediaQuery } from '#ui/use-media-query.ts';
import type { CardListState } from './card-list-address.ts';
import { ExportMenu } from './export-menu.tsx';
import { MoreMenu } from './more-menu.tsx';
import { tooManyNamed } from './asked-selection.ts';
import { parseLook, readKeptLook } from './card-list-look.ts';
import { allMatching, chosenCount, NOTHING_CHOSEN, type ChosenCards } from './card-selection.ts';
import { useBegin } from './use-begin.ts';
import { useLetGo } from './use-let-go.ts';
import { useMoveToArchive } from './use-move-to-archive.ts';

const SendCardsDialog = lazy(() =>
  import('#pages/cards/send/send-cards-dialog.tsx').then((module) => ({ default: module.SendCardsDialog })),
);

const BulkChangeDialog = lazy(() =>
  import('#pages/cards/bulk/bulk-change-dialog.tsx').then((module) => ({ default: module.BulkChangeDialog })),
);

const LabelsDialog = lazy(() =>
  import('#pages/cards/labels/labels-dialog.tsx').then((module) => ({ default: module.LabelsDialog })),
);

const ExportDialog = lazy(() =>
  import('#pages/cards/export/export-dialog.tsx').then((module) => ({ default: module.ExportDialog })),
);

const GroupsDialog = lazy(() =>
  import('#pages/cards/groups/groups-dialog.tsx').then((module) => ({ default: module.GroupsDialog })),
);

const TakeCardsDialog = lazy(() =>
  import('./take-cards-dialog.tsx').then((module) => ({ default: module.TakeCardsDialog })),
);

interface SelectionBarProps {
  chosen: ChosenCards;
  onChoose: (chosen: ChosenCards) => void;
  state: CardListState;
  /** All that the list has now; undefined while it is not known. */
  matching: number | undefined;
}

/** What can be done with the chosen cards, all at once. */
export function SelectionBar({ chosen, onChoose, state, matching }: SelectionBarProps) {
  const [open, setOpen] = useState<{
    dialog: 'send' | 'change' | 'columns' | 'labels' | 'take' | GroupChange;
    choice: FrozenChoice;
  } | null>(null);
  const { begin, againFor, clearIfSame, beginning } = useBegin(chosen, state, onChoose);
  const onlineOnly = useOnlineOnly();
  const navigate = useNavigate();
  const [searchParams] = useSearchParams();
  /** A phone has no room for a table. */
  const isWide = useMediaQuery('(min-width: 48rem)');
  const archive = useMoveToArchive();
  const count = chosenCount(chosen);
  const isArchive = state.state === 'ARCHIVED';
  const close = () => setOpen(null);
  const clear = () => onChoose(NOTHING_CHOSEN);
  useLetGo(clear);
  const refusal = (offlineText: string) => onlineOnly(offlineText) ?? tooManyNamed(chosen);
  const opens = (dialog: NonNullable<typeof open>['dialog']) => ({
    onClick: () => void begin(dialog, (choice) => setOpen({ dialog, choice })),
    loading: beginning === dialog,
  });
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
            {...opens('send')}
            disabledReason={refusal('Отправка доступна только при связи')}
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
          {...opens('change')}
          disabledReason={refusal('Изменить многие карточки можно только при связи')}
        >
          Изменить
        </BarButton>
        {isWide ? (
          <BarButton
            onClick={() =>
              void begin(
                'table',
                ({ selection, source }) =>
                  void navigate(paths.cardTable, { state: { selection, source, ordering: state.ordering } }),
              )
            }
            loading={beginning === 'table'}
            disabledReason={
              refusal('Таблица загружается только при связи') ??
              (count > MAX_TABLE_ROWS ? 'В таблице помещается до 10\u00a0000 карточек: сузьте выбор' : null)
            }
          >
            Таблица
          </BarButton>
        ) : null}
        <ExportMenu
          isBeginning={beginning === 'export' || beginning === 'columns'}
          onChoose={(format) =>
            void begin('export', ({ selection }) =>
              downloads.start((hooks) => downloadCards({ selection, format }, hooks)),
            )
          }
          onChooseColumns={opens('columns').onClick}
          disabledReason={refusal('Скачать можно только при связи')}
        />
        <BarButton {...opens('labels')} disabledReason={refusal('Этикетки делает сервер: нужна связь')}>
          Этикетки
        </BarButton>
        <MoreMenu
          count={count}
          isBeginning={beginning === 'copies' || beginning === 'groups' || beginning === 'take'}
          onTake={() => void begin('take', (choice) => setOpen({ dialog: 'take', choice }))}
          onDuplicate={() =>
            void begin(
              'copies',
              ({ selection }) => void navigate(paths.cardDuplicate, { state: { selection } }),
            )
          }
          onGroup={(change) => void begin('groups', (choice) => setOpen({ dialog: change, choice }))}
          refusal={refusal}
        />
        <BarSeparator />
        {archive.progress ? (
          <BarButton
            onClick={() => archive.stop(archive.progress?.operationId ?? 0)}
            loading={archive.isStopping}
            disabledReason={onlineOnly('Остановить можно только при связи')}
          >
            Остановить
          </BarButton>
        ) : (
          <BarButton
            onClick={() =>
              void begin('archive', (choice) => void archive.move(choice, !isArchive, clearIfSame))
            }
            loading={beginning === 'archive'}
            disabledReason={
              refusal('Архив доступен только при связи') ??
              (archive.isPending ? 'Карточки переносятся' : null)
            }
          >
            {isArchive ? 'Вернуть из архива' : 'В архив'}
          </BarButton>
        )}
      </FloatingBar>
      {open ? (
        <FreezeAgainContext
          value={againFor(open.choice, (choice) => setOpen(choice && { dialog: open.dialog, choice }))}
        >
          <Suspense fallback={null}>{dialogOf(open)}</Suspense>
        </FreezeAgainContext>
      ) : null}
    </>
  );

  function dialogOf({ dialog, choice: { selection, cardCount } }: NonNullable<typeof open>) {
    if (dialog === 'labels') return <LabelsDialog selection={selection} onClose={close} />;
    if (dialog === 'columns')
      return (
        <ExportDialog
          {...{ selection, cardCount }}
          // The address says how the list is drawn, unless it is as usual.
          listColumns={(parseLook(searchParams) ?? readKeptLook()).columns}
          onClose={close}
        />
      );
    if (dialog === 'take') return <TakeCardsDialog selection={selection} onClose={close} />;
    if (dialog === 'change') {
      return <BulkChangeDialog selection={selection} cardCount={cardCount} onClose={close} />;
    }
    if (dialog === 'MERGE' || dialog === 'SPLIT') {
      return <GroupsDialog selection={selection} change={dialog} onClose={close} />;
    }
    const closeAndClear = () => {
      close();
      clear();
    };
    return (
      <SendCardsDialog selection={selection} cardCount={cardCount} onClose={close} onSent={closeAndClear} />
    );
  }
}

function textOf({ count, total }: MoveProgress): string {
  return `Перенесено ${formatInteger(count)} из ${formatInteger(total)}`;
}
