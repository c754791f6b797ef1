import { isChoiceLost } from '#api/selections.ts';
import type { CardSelection } from '#contract/card-operations.ts';
import { countOf } from '#lib/plurals.ts';
import { paths } from '#lib/paths.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { CardPhoto } from '#parts/cards/card-photo.tsx';
import { isStuck } from '#parts/is-stuck.ts';
import { LoadProblem } from '#parts/load-problem.tsx';
import { UnsavedGuard } from '#parts/unsaved-guard.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { showToast } from '#ui/toast-store.ts';
import { BarcodesButton } from './barcodes-button.tsx';
import { CopiesMade } from './copies-made.tsx';
import { CopiesTable } from './copies-table.tsx';
import type { CellWriting } from './copy-edits.ts';
import { useCopiesOfMany } from './use-copies-of-many.ts';

const OFFLINE_TEXT = 'Свободные артикулы знает сервер: таблица копий загрузится, когда появится связь.';

/** A copy of each chosen card: what they are to be called; all are made at once. */
export function CopiesOfMany({ selection }: { selection: CardSelection }) {
  const table = useCopiesOfMany(selection);
  const { query, sources, rows } = table;
  const onlineOnly = useOnlineOnly();

  const paste = (writings: readonly CellWriting[], cutRows: number) => {
    table.write(writings);
    const cut = cutRows > 0 ? `. Не поместилось строк: ${cutRows}` : '';
    showToast({
      type: 'info',
      text: `Вставлено: ${countOf(writings.length, ['ячейка', 'ячейки', 'ячеек'])}${cut}`,
      action: { label: 'Отменить', onClick: table.takeBack },
    });
  };

  if (table.created) return <CopiesMade cards={table.created} onAgain={table.again} />;
  if (isChoiceLost(query.error)) return <LostChoice />;
  if (query.data === undefined && isStuck(query)) {
    return (
      <LoadProblem error={query.error} onRetry={() => void query.refetch()} offlineText={OFFLINE_TEXT} />
    );
  }
  if (query.data === undefined) return <Skeleton className="mt-4 h-60 w-full" />;
  return (
    <form
      className="mt-4 flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!table.hasErrors && !table.isCreating) table.create();
      }}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          type="submit"
          variant="primary"
          loading={table.isCreating}
          disabledReason={
            (table.hasErrors ? 'Исправьте отмеченные ячейки' : null) ??
            onlineOnly('Копии создаются только при связи')
          }
        >
          Создать {countOf(rows.length, ['копию', 'копии', 'копий'])}
        </Button>
        <BarcodesButton barcodes={table.barcodes} />
        <p className="min-w-60 flex-1 text-sm text-muted">
          Артикулы и наименования уже свободные: измените, что нужно, или вставьте столбец из Excel. Пустые
          баркоды создаст маркетплейс.
        </p>
      </div>
      <CopiesTable
        columns={table.columns}
        columnsOfRow={table.columnsOfRow}
        sources={sources.map(({ cardId, photo, sourceTitle, sourceVendorCode }) => (
          <span key={cardId} className="flex w-32 items-center gap-2 md:w-56">
            <CardPhoto src={photo} className="h-10 w-7.5 shrink-0 max-md:hidden" />
            <span className="min-w-0">
              <span className="block truncate">{sourceTitle || 'Без названия'}</span>
              <span className="block truncate text-sm text-muted">{sourceVendorCode}</span>
            </span>
          </span>
        ))}
        rows={rows}
        errors={table.errors}
        doubts={table.doubts}
        onWrite={table.write}
        onPaste={paste}
      />
      <UnsavedGuard isDirty={table.isEdited && !table.isCreating} isKeptAsDraft={false} />
    </form>
  );
}

function LostChoice() {
  return (
    <EmptyState
      icon="copy"
      title="Выбор карточек устарел"
      text="Часть карточек удалена, или с выбора прошло больше часа. Выберите карточки в списке ещё раз."
      action={
        <LinkButton to={paths.cards} variant="primary">
          К списку карточек
        </LinkButton>
      }
    />
  );
}
