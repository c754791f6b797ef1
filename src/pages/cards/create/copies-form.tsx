import { MAX_COPIES } from '#contract/card-copies.ts';
import type { Card } from '#contract/cards.ts';
import { countOf } from '#lib/plurals.ts';
import { hrefTo } from '#lib/paths.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { CardPhoto } from '#parts/cards/card-photo.tsx';
import { isStuck } from '#parts/is-stuck.ts';
import { UnsavedGuard } from '#parts/unsaved-guard.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Link } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { NumberInput } from '#ui/number-input.tsx';
import { Panel } from '#ui/panel.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { showToast } from '#ui/toast-store.ts';
import { BarcodesButton } from './barcodes-button.tsx';
import { CopiesMade } from './copies-made.tsx';
import { CopiesProblem } from './copies-problem.tsx';
import { CopiesTable } from './copies-table.tsx';
import type { CellWriting } from './copy-edits.ts';
import { SHOP_TITLES_STAY } from './shop-titles-stay.ts';
import { shownProblem } from './shown-problem.ts';
import { useCopies } from './use-copies.ts';

/** How many copies, what each is called and what tells it from the others; all are made at once. */
export function CopiesForm({ card }: { card: Card }) {
  const table = useCopies(card);
  const { copies, isWrong, names, rows } = table;
  const onlineOnly = useOnlineOnly();
  const isWaiting = isWrong ? false : rows.length !== copies;

  const problem = shownProblem(table.problem, table);

  const paste = (writings: readonly CellWriting[], cutRows: number) => {
    table.write(writings);
    const cut = cutRows > 0 ? `. Не поместилось строк: ${cutRows} — увеличьте число копий` : '';
    showToast({
      type: 'info',
      text: `Вставлено: ${countOf(writings.length, ['ячейка', 'ячейки', 'ячеек'])}${cut}`,
      action: { label: 'Отменить', onClick: table.takeBack },
    });
  };

  if (table.created)
    return (
      <CopiesMade
        cards={table.created}
        count={table.created.length}
        sharedBarcodes={table.sharedBarcodes}
        onAgain={table.again}
      />
    );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isWrong && !isWaiting && !table.hasErrors && !table.isCreating) table.create();
      }}
    >
      <Panel className="mt-4">
        <div className="flex items-center gap-3">
          <CardPhoto src={card.photos[0]} className="h-16 w-12" />
          <div className="min-w-0">
            <Link to={hrefTo.card({ id: card.id })} className="font-medium hover:text-accent-ink">
              {card.title || 'Без названия'}
            </Link>
            <div className="text-sm text-muted">{card.vendorCode}</div>
          </div>
        </div>
        <div className="mt-5 flex flex-wrap items-end gap-3">
          <Field
            label="Сколько копий"
            error={isWrong ? `От 1 до ${MAX_COPIES} копий` : undefined}
            className="w-40"
          >
            <NumberInput value={copies} onChange={table.setCopies} />
          </Field>
          <BarcodesButton barcodes={table.barcodes} />
          <Button
            type="submit"
            variant="primary"
            loading={table.isCreating}
            disabledReason={reasonOf(table, isWaiting) ?? onlineOnly('Копии создаются только при связи')}
          >
            Создать {countOf(isWrong || copies === null ? 0 : copies, ['копию', 'копии', 'копий'])}
          </Button>
        </div>
        <p className="mt-2 text-sm text-muted">
          Артикулы и наименования уже свободные: измените в таблице, что нужно, или вставьте столбец из Excel.
          Пустые баркоды создаст маркетплейс.
          {card.shopTexts?.some(({ title }) => title !== '') === true ? ` ${SHOP_TITLES_STAY}` : null}
        </p>
      </Panel>
      {problem ? (
        <CopiesProblem problem={problem} madeCount={0} leftCount={rows.length} className="mt-4" />
      ) : null}
      {rows.length > 0 ? (
        <div className="mt-4">
          <CopiesTable
            columns={table.columns}
            columnsOfRow={table.columnsOfRow}
            rows={rows}
            errors={table.errors}
            doubts={table.doubts}
            onWrite={table.write}
            onPaste={paste}
          />
        </div>
      ) : null}
      {rows.length === 0 && !isWrong && !isStuck(names) ? <Skeleton className="mt-4 h-24 w-full" /> : null}
      {names.data === undefined && isStuck(names) ? (
        <Notice
          tone="warning"
          className="mt-4"
          title="Таблица копий не загрузилась"
          action={
            <Button size="sm" onClick={() => void names.refetch()}>
              Повторить
            </Button>
          }
        >
          Свободные артикулы знает сервер: нужна связь с ним.
        </Notice>
      ) : null}
      <UnsavedGuard isDirty={table.isEdited && !table.isCreating} isKeptAsDraft={false} />
    </form>
  );
}

function reasonOf(table: ReturnType<typeof useCopies>, isWaiting: boolean): string | null {
  if (table.isWrong) return `Укажите от 1 до ${MAX_COPIES}`;
  if (table.hasErrors) return 'Исправьте отмеченные ячейки';
  return isWaiting ? 'Таблица ещё загружается' : null;
}
