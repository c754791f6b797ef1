import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { bulkEditQueries } from '#api/bulk-edits.ts';
import { isOfPrices } from '#contract/bulk-edit-profits.ts';
import { isOfGrid, isOfOwnPrices, type BulkChange } from '#contract/bulk-changes.ts';
import type { BulkEdit } from '#contract/bulk-edits.ts';
import type { BulkEditRow } from '#contract/bulk-rows.ts';
import { isStuck } from '#parts/is-stuck.ts';
import { LoadProblem } from '#parts/load-problem.tsx';
import { Button } from '#ui/button.tsx';
import { DataTable, HeadCell } from '#ui/data-table.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { useElementWidth } from '#ui/use-element-width.ts';
import { BulkEditItem, BulkEditTableRow } from './bulk-edit-row.tsx';
import { ChosenRowsBar } from './chosen-rows-bar.tsx';
import { OFFLINE_TEXT } from './edit-state.ts';
import { FoundRowsAction } from './found-rows-action.tsx';
import { PrepareAgain } from './prepare-again.tsx';
import { rowActOf } from './row-acts.ts';
import { columnsOf, type ValueColumn } from './row-changes.ts';
import { PROFIT_LABEL, RowProfits, useRowProfits } from './row-profit.tsx';
import { RowSearch, useRowSearch } from './row-search.tsx';
import { RowsDownload } from './rows-download.tsx';
import { rowTabsOf } from './row-tabs.ts';
import { useRowChoice } from './use-row-choice.ts';
import { useShopNames } from './use-shop-names.ts';

/** Until it is measured. */
const WIDEST_PX = 1600;
const NAME_PX = 240;
const ACTION_PX = 110;
const CHECKBOX_PX = 36;
/** «12 345 ₽ → 12 900 ₽» and «как в карточке → 12 900 ₽» with their paddings. */
const FIGURE_PX = 185;
const OWN_FIGURE_PX = 215;
const TEXT_PX = 260;
const PROFIT_PX = 250;
const LETTER_PX = 7.5;
const PADDINGS_PX = 24;

/** A table that is wider than its page is cut: its frame does not scroll, so that the head may stick to the window. */
function roomFor(columns: readonly ValueColumn[], change: BulkChange): number {
  const figurePx = isOfOwnPrices(change) || isOfGrid(change) ? OWN_FIGURE_PX : FIGURE_PX;
  const widths = columns.map(({ isText, label }) =>
    Math.max(isText ? TEXT_PX : figurePx, label.length * LETTER_PX + PADDINGS_PX),
  );
  const profitPx = isOfPrices(change) ? PROFIT_PX : 0;
  return CHECKBOX_PX + NAME_PX + widths.reduce((sum, px) => sum + px, 0) + profitPx + ACTION_PX;
}

/** What becomes of each card, by what is to be done about it. */
export function BulkEditRows({ edit }: { edit: BulkEdit }) {
  const [searchParams] = useSearchParams();
  const tabs = rowTabsOf(edit);
  const current = tabs.find(({ key }) => key === searchParams.get('tab')) ?? tabs[0];
  const [search, setSearch] = useRowSearch();
  const query = useInfiniteQuery(bulkEditQueries.rows(edit.id, { ...current?.filter, search }));
  const shopNameOf = useShopNames();
  const columns = columnsOf(edit.change, shopNameOf);
  const hasProfits = isOfPrices(edit.change);
  const pages = query.data?.pages.map((page) => page.results) ?? [];
  const profitOf = useRowProfits(edit.id, hasProfits ? pages : []);
  const profitCell = (row: BulkEditRow) =>
    hasProfits ? { profit: <RowProfits profit={profitOf(row.cardId)} shopNameOf={shopNameOf} /> } : {};
  const [frameRef, widthPx] = useElementWidth(WIDEST_PX);
  const isNarrow = widthPx < roomFor(columns, edit.change);
  const rows = query.data?.pages.flatMap((page) => page.results);
  const [state] = current?.filter.state ?? [];
  const act = state ? rowActOf(edit, state) : null;
  const choice = useRowChoice(`${current?.key} ${search}`, rows ?? []);
  const choiceOfRows = act === null ? undefined : choice;
  if (!current) return null;
  const count = query.isPlaceholderData ? null : (query.data?.pages[0]?.count ?? null);
  return (
    <div ref={frameRef} className="flex flex-col gap-4">
      <Tabs
        label="Карточки изменения"
        isReplacing
        items={tabs.map(({ key, label, count, tone }) => ({
          key,
          label,
          count,
          tone,
          isCurrent: key === current.key,
          to: {
            search: `?${new URLSearchParams({ id: String(edit.id), tab: key, ...(search && { q: search }) })}`,
          },
        }))}
      />
      <div className="flex flex-wrap items-center gap-2" data-print="hide">
        <RowSearch />
        <FoundRowsAction
          edit={edit}
          act={act}
          found={{
            ...(search === '' ? {} : { search }),
            ...(current.filter.warned ? { isWarned: true as const } : {}),
          }}
          count={count}
        />
        <RowsDownload editId={edit.id} search={search} />
      </div>
      {current.leftAs ? <PrepareAgain edit={edit} only={current.leftAs} /> : null}
      {rows === undefined && isStuck(query) ? (
        <LoadProblem error={query.error} onRetry={() => void query.refetch()} offlineText={OFFLINE_TEXT} />
      ) : null}
      {rows === undefined && !isStuck(query) ? <Skeleton className="h-40 w-full" /> : null}
      {rows?.length === 0 && search === '' ? <EmptyState icon="check" title="Здесь пусто" /> : null}
      {rows?.length === 0 && search !== '' ? (
        <EmptyState
          icon="search"
          title="Ничего не найдено"
          text={`На вкладке «${current.label}» нет таких карточек.`}
          action={<Button onClick={() => setSearch('')}>Сбросить поиск</Button>}
        />
      ) : null}
      {rows && rows.length > 0 && isNarrow ? (
        <ul aria-label="Карточки" className="overflow-clip rounded-panel border border-line bg-panel">
          {rows.map((row) => (
            <BulkEditItem
              key={row.cardId}
              edit={edit}
              row={row}
              columns={columns}
              choice={choiceOfRows}
              {...profitCell(row)}
            />
          ))}
        </ul>
      ) : null}
      {rows && rows.length > 0 && !isNarrow ? (
        <DataTable label="Карточки">
          <thead>
            <tr>
              {choiceOfRows ? (
                <HeadCell className="pr-0 pl-3">
                  <Checkbox
                    checked={choice.cardIds.length === rows.length}
                    isIndeterminate={choice.cardIds.length > 0 && choice.cardIds.length < rows.length}
                    aria-label="Выбрать загруженные карточки"
                    onChange={choice.setAll}
                  />
                </HeadCell>
              ) : null}
              <HeadCell>Карточка</HeadCell>
              {columns.map(({ label, isText }) => (
                <HeadCell key={label} align={isText ? 'start' : 'end'}>
                  {label}
                </HeadCell>
              ))}
              {hasProfits ? <HeadCell align="end">{PROFIT_LABEL}</HeadCell> : null}
              <HeadCell>
                <span className="sr-only">Действия</span>
              </HeadCell>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <BulkEditTableRow
                key={row.cardId}
                edit={edit}
                row={row}
                columns={columns}
                choice={choiceOfRows}
                {...profitCell(row)}
              />
            ))}
          </tbody>
        </DataTable>
      ) : null}
      {query.hasNextPage ? (
        <Button
          className="self-center"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Показать ещё
        </Button>
      ) : null}
      {act === null ? null : <ChosenRowsBar edit={edit} act={act} choice={choice} />}
    </div>
  );
}
