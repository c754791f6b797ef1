import { useState } from 'react';
import { COPIES_PER_PART, type CopySource } from '#api/card-copies.ts';
import { isChoiceLost } from '#api/selections.ts';
import type { CardSelection } from '#contract/card-operations.ts';
import { formatInteger } from '#lib/numbers.ts';
import { countOf } from '#lib/plurals.ts';
import { paths } from '#lib/paths.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { CardPhoto } from '#parts/cards/card-photo.tsx';
import { LoadProblem } from '#parts/load-problem.tsx';
import { UnsavedGuard } from '#parts/unsaved-guard.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Notice } from '#ui/notice.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { showToast } from '#ui/toast-store.ts';
import { BarcodesButton } from './barcodes-button.tsx';
import { CopiesMade } from './copies-made.tsx';
import { CopiesProblem } from './copies-problem.tsx';
import { CopiesSkeleton } from './copies-skeleton.tsx';
import { CopiesTable } from './copies-table.tsx';
import type { CellWriting } from './copy-edits.ts';
import { SHOP_TITLES_STAY } from './shop-titles-stay.ts';
import { shownProblem } from './shown-problem.ts';
import { useCopiesOfMany } from './use-copies-of-many.ts';

const COPY_FORMS = ['копия', 'копии', 'копий'] as const;
/** «создать 21 копию». */
const MADE_COPY_FORMS = ['копию', 'копии', 'копий'] as const;
const OFFLINE_TEXT = 'Свободные артикулы знает сервер: таблица копий загрузится, когда появится связь.';

/** A copy of each chosen card: what they are to be called. Many are made part by part, and gone on with where that ended. */
export function CopiesOfMany({ selection }: { selection: CardSelection }) {
  const table = useCopiesOfMany(selection);
  const { reading, sources, rows, madeCount } = table;
  const offline = useOnlineOnly()('Копии создаются только при связи');

  const paste = (writings: readonly CellWriting[], cutRows: number) => {
    table.write(writings);
    const cut = cutRows > 0 ? `. Не поместилось строк: ${formatInteger(cutRows)}` : '';
    showToast({
      type: 'info',
      text: `Вставлено: ${countOf(writings.length, ['ячейка', 'ячейки', 'ячеек'])}${cut}`,
      action: { label: 'Отменить', onClick: table.takeBack },
    });
  };

  if (isChoiceLost(reading.error)) return <LostChoice />;
  if (reading.error !== undefined) {
    return (
      <LoadProblem
        error={reading.error}
        onRetry={reading.retry}
        offlineText={OFFLINE_TEXT}
        missing={<LostChoice />}
      />
    );
  }
  if (!table.isRead) return <CopiesSkeleton {...reading.progress} />;
  if (rows.length === 0 && madeCount === 0) return <NothingToCopy />;
  if (rows.length === 0) {
    return (
      <CopiesMade
        cards={table.firstMade}
        count={madeCount}
        sharedBarcodes={table.sharedBarcodes}
        onAgain={table.again}
      />
    );
  }
  if (table.isCreating && rows.length > COPIES_PER_PART) {
    return (
      <>
        <Making done={madeCount} total={table.firstNumber - 1 + rows.length} onStop={table.stop} />
        <UnsavedGuard isDirty isKeptAsDraft={false} />
      </>
    );
  }
  const problem = shownProblem(table.problem, table);
  return (
    <form
      className="mt-4 flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!table.hasErrors && !table.isCreating) table.create();
      }}
    >
      {problem ? (
        <CopiesProblem
          problem={problem}
          madeCount={madeCount}
          leftCount={rows.length}
          onReload={table.reload}
        />
      ) : null}
      {madeCount > 0 && !problem ? (
        <Notice tone="info" title={`Создано: ${countOf(madeCount, COPY_FORMS)}`}>
          В таблице — остальные: продолжите, когда будет нужно. Второй раз те же копии не создаются.
        </Notice>
      ) : null}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          type="submit"
          variant="primary"
          loading={table.isCreating}
          disabledReason={(table.hasErrors ? 'Исправьте отмеченные ячейки' : null) ?? offline}
        >
          Создать {countOf(rows.length, MADE_COPY_FORMS)}
        </Button>
        <BarcodesButton barcodes={table.barcodes} />
        <p className="min-w-60 flex-1 text-sm text-muted">
          {offline === null
            ? 'Артикулы и наименования уже свободные: измените, что нужно, или вставьте столбец из Excel. Пустые баркоды создаст маркетплейс.'
            : `${offline}. Не закрывайте страницу: набранное останется в таблице.`}
          {sources.some(({ hasShopTitles }) => hasShopTitles === true) ? ` ${SHOP_TITLES_STAY}` : null}
        </p>
      </div>
      <CopiesTable
        columns={table.columns}
        columnsOfRow={table.columnsOfRow}
        sourceOf={(row) => <Source source={sources[row]} />}
        rows={rows}
        firstNumber={table.firstNumber}
        errors={table.errors}
        doubts={table.doubts}
        onWrite={table.write}
        onPaste={paste}
      />
      <UnsavedGuard
        isDirty={(table.isEdited || table.firstMade.length > 0) && !table.isCreating}
        isKeptAsDraft={false}
      />
    </form>
  );
}

function Source({ source }: { source: CopySource | undefined }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <CardPhoto src={source?.photo} className="h-10 w-7.5 shrink-0" />
      <span className="min-w-0">
        <span className="block truncate" title={source?.sourceTitle}>
          {source?.sourceTitle || 'Без названия'}
        </span>
        <span className="block truncate text-sm text-muted">{source?.sourceVendorCode}</span>
      </span>
    </span>
  );
}

function Making({ done, total, onStop }: { done: number; total: number; onStop: () => void }) {
  const [isStopping, setStopping] = useState(false);
  return (
    <div className="mt-4 flex max-w-xl flex-col items-start gap-4">
      <div className="w-full">
        <ProgressBar label="Создаём копии" hasCaption done={done} total={total} />
      </div>
      <Button
        loading={isStopping}
        onClick={() => {
          setStopping(true);
          onStop();
        }}
      >
        Остановить
      </Button>
      <p className="text-sm text-muted">
        Не закрывайте страницу: с ней создание остановится. Что уже создано, останется.
      </p>
    </div>
  );
}

function NothingToCopy() {
  return (
    <EmptyState
      icon="copy"
      title="Копировать нечего"
      text="В выборе не осталось ни одной карточки. Выберите карточки в списке ещё раз."
      action={
        <LinkButton to={paths.cards} variant="primary">
          К списку карточек
        </LinkButton>
      }
    />
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
