import {
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { useLocation } from 'react-router-dom';
import { z } from 'zod/mini';
import { errorTexts } from '#api/http/api-error.ts';
import { freezeAgainInput, isChoiceLost, isExpired, useFreezeChoice } from '#api/selections.ts';
import { cardOrderings } from '#contract/card-list.ts';
import { cardSelectionSchema } from '#contract/card-operations.ts';
import type { TableCard } from '#contract/card-table.ts';
import { formatInteger } from '#lib/numbers.ts';
import { countOf } from '#lib/plurals.ts';
import { paths } from '#lib/paths.ts';
import { LoadProblem } from '#parts/load-problem.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { useMediaQuery } from '#ui/use-media-query.ts';
import { CardGrid } from './card-grid.tsx';
import { ColumnPicker } from './column-picker.tsx';
import { COLUMNS } from './columns.ts';
import { countEdits, editedKeys } from './edits.ts';
import { GridFoot } from './grid-foot.tsx';
import { beginGrid, gridReducer } from './grid-state.ts';
import { takeBehind, type KeptCell } from './kept-cells.ts';
import type { Place } from './range.ts';
import { TableActions } from './table-actions.tsx';
import { TableDraft } from './table-draft.tsx';
import { rememberColumns, rememberedColumns } from './remembered-columns.ts';
import { revealRow } from './reveal-cell.ts';
import { useColumns } from './use-columns.ts';
import { useTableCards } from './use-table-cards.ts';
import { useTypingAgain } from './use-typing-again.ts';

const CARD_FORMS = ['карточка', 'карточки', 'карточек'] as const;
const OFFLINE_TEXT = 'Карточки таблицы читаются с сервера: они загрузятся, когда появится связь.';
/** What a table is opened for most. */
const FIRST_COLUMN = COLUMNS.findIndex(({ key }) => key === 'priceKopecks');
const FIRST_CELL = { top: 0, left: FIRST_COLUMN, bottom: 0, right: FIRST_COLUMN };
const carriedSchema = z.object({
  selection: cardSelectionSchema,
  /** What was chosen, to choose it again: what was frozen is kept for an hour. */
  source: z.optional(cardSelectionSchema),
  /** Of the list that they were chosen in: what is pasted beside it stands as it does there. */
  ordering: z.optional(z.enum(cardOrderings)),
});
const NO_CARDS: readonly TableCard[] = [];

/** The chosen cards as a table to type in. The choice comes with the way here and stays with it, over a reload too. */
export function CardTablePage() {
  const { state: carried, key: place } = useLocation();
  const { ordering, source = null, selection: first = null } = carriedIn(carried);
  const [selection, setSelection] = useState(first);
  const freeze = useFreezeChoice();
  const [state, dispatch] = useReducer(gridReducer, FIRST_COLUMN, beginGrid);
  const [isSent, setSent] = useState(false);
  const { edits } = state.history;
  const [chosen, setChosen] = useState(rememberedColumns);
  /** Typed before, to be typed again once the cards and their columns are here. */
  const [waiting, setWaiting] = useState<readonly KeptCell[] | null>(null);
  const restore = useCallback((cells: readonly KeptCell[]) => {
    setWaiting(cells);
    setChosen((before) => [...new Set([...before, ...cells.map(({ field }) => field)])]);
  }, []);
  const { cards, progress, error, retry } = useTableCards(selection, ordering, () => {
    const cells = takeBehind(place);
    if (cells) restore(cells);
  });
  const edited = useMemo(() => editedKeys(edits), [edits]);
  const counts = useMemo(() => countEdits(edits), [edits]);
  // Of many cells it is long to write: what was typed is seen first.
  const draftedEdits = useDeferredValue(edits);
  const { columns, wanted, isSettled, ...characteristics } = useColumns({
    cards: cards ?? NO_CARDS,
    selection,
    chosen,
    edited,
  });
  const content = useMemo(() => ({ cards: cards ?? NO_CARDS, columns }), [cards, columns]);
  const tableRef = useRef<HTMLTableElement>(null);
  const leaveRef = useRef<HTMLDivElement>(null);
  const isWide = useMediaQuery('(min-width: 48rem)');

  useTypingAgain({
    cells: waiting,
    content,
    isReady: cards !== undefined && isSettled,
    dispatch,
    range: FIRST_CELL,
  });

  /** Cards of the draft that are not here come with it. */
  const restoreDraft = useCallback(
    (cells: KeptCell[]) => {
      const here = new Set(cards?.map(({ id }) => id));
      const missing = [...new Set(cells.map(({ cardId }) => cardId))].filter((id) => !here.has(id));
      if (!cards || missing.length > 0) setSelection({ ids: [...here, ...missing] });
      restore(cells);
    },
    [cards, restore],
  );
  const chooseColumns = (keys: readonly string[]) => {
    setChosen(keys);
    rememberColumns(keys);
    // Where a column has come or gone, a place means another one.
    dispatch({ type: 'go', to: { row: state.active.row, column: FIRST_COLUMN } });
  };
  const go = (to: Place) => {
    dispatch({ type: 'go', to });
    revealRow(tableRef.current, to.row);
    tableRef.current?.focus({ preventScroll: true });
  };
  const walk = (type: 'undo' | 'redo') => {
    dispatch({ type, content });
    tableRef.current?.focus({ preventScroll: true });
  };

  // Whoever opens a table is about to type. A focus that was moved meanwhile stays where it is.
  const isHere = isWide && cards !== undefined;
  useEffect(() => {
    const { activeElement } = document;
    const isNowhere = activeElement === document.body || activeElement?.id === 'main';
    if (isHere && isNowhere) tableRef.current?.focus({ preventScroll: true });
  }, [isHere]);

  // Undone or done again far away: there it is seen.
  const { row } = state.active;
  useEffect(() => {
    if (tableRef.current?.contains(document.activeElement)) revealRow(tableRef.current, row);
  }, [row]);

  return (
    <div className="flex grow flex-col gap-4">
      <PageHeader
        title="Таблица"
        note={cards ? countOf(cards.length, CARD_FORMS) : null}
        subtitle={
          isWide && cards ? (
            <span id="table-hint">
              Вставляйте столбцы из Excel и Google Таблиц. Ctrl+D — заполнить вниз, Ctrl+Z — отменить, Delete
              — очистить (цену, скидки и наименование — вернуть как было), Ctrl+Delete — вернуть как было,
              Escape — выйти из таблицы.
            </span>
          ) : null
        }
        actions={
          isWide && cards ? (
            <div ref={leaveRef} className="flex items-center gap-2">
              {selection ? (
                <ColumnPicker
                  selection={selection}
                  chosen={wanted}
                  edited={edited}
                  onChoose={chooseColumns}
                />
              ) : null}
              <TableActions
                content={content}
                history={state.history}
                counts={counts}
                place={place}
                onWalk={walk}
                onSent={() => setSent(true)}
              />
            </div>
          ) : null
        }
      />
      <TableDraft
        content={content}
        edits={draftedEdits}
        isSent={isSent}
        isShown={isWide}
        onRestore={restoreDraft}
      />
      {tableOrReason()}
    </div>
  );

  function againButton() {
    if (!source || !selection || !('id' in selection)) return <ToList />;
    const choice = { selection: { id: selection.id }, cardCount: 0, source };
    const again = () =>
      freeze.mutate(freezeAgainInput(choice, error), {
        onSuccess: (frozen) => setSelection(frozen.selection),
      });
    return (
      <div className="flex flex-wrap justify-center gap-2">
        <Button variant="primary" loading={freeze.isPending} onClick={again}>
          {isExpired(error) ? 'Выбрать снова' : 'Продолжить без них'}
        </Button>
        <LinkButton to={paths.cards}>К списку карточек</LinkButton>
      </div>
    );
  }

  function tableOrReason() {
    if (!isWide) return <TooNarrow />;
    if (selection === null) return <NothingChosen />;
    if (isChoiceLost(error)) return <AnotherChoice error={error} again={againButton()} />;
    if (error !== undefined) return <LoadProblem error={error} onRetry={retry} offlineText={OFFLINE_TEXT} />;
    if (!cards) return <Reading {...progress} />;
    return (
      <>
        {characteristics.error === undefined ? null : (
          <p className="flex flex-wrap items-center gap-2 text-sm text-red" role="alert">
            Не удалось прочитать характеристики: их столбцов пока нет
            <Button size="sm" onClick={characteristics.retry}>
              Повторить
            </Button>
          </p>
        )}
        <CardGrid
          content={content}
          state={state}
          dispatch={dispatch}
          tableRef={tableRef}
          onLeave={() => leaveRef.current?.querySelector('button')?.focus()}
        />
        <GridFoot content={content} edits={edits} counts={counts} active={state.active} onGo={go} />
      </>
    );
  }
}

/** What the way here carries; nothing where the address was opened by itself. */
function carriedIn(carried: unknown): Partial<z.infer<typeof carriedSchema>> {
  return carriedSchema.safeParse(carried).data ?? {};
}

function Reading({ read, total }: { read: number; total: number }) {
  return (
    <ProgressBar
      label={total === 0 ? 'Читаем карточки' : `Прочитано ${formatInteger(read)} из ${formatInteger(total)}`}
      done={read}
      total={Math.max(total, 1)}
    />
  );
}

function NothingChosen() {
  return (
    <EmptyState
      icon="table"
      title="Выберите карточки для таблицы"
      text="Отметьте их в списке и нажмите «Таблица» внизу. Цены, скидки, себестоимость, названия и описания меняются здесь как в Excel."
      action={<ToList />}
    />
  );
}

/** Asking again would be answered the same. */
function AnotherChoice({ error, again }: { error: unknown; again: ReactNode }) {
  return (
    <EmptyState
      icon="table"
      title={isExpired(error) ? 'Выбор устарел' : 'Выбор изменился'}
      text={errorTexts(error, '').join(' ')}
      action={again}
    />
  );
}

function TooNarrow() {
  return (
    <EmptyState
      icon="table"
      title="Таблице нужен экран шире"
      text="Откройте её на планшете или компьютере. На телефоне отметьте карточки в списке и нажмите «Изменить»."
      action={<ToList />}
    />
  );
}

function ToList() {
  return (
    <LinkButton to={paths.cards} variant="primary">
      К списку карточек
    </LinkButton>
  );
}
