import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { bulkEditQueries } from '#api/bulk-edits.ts';
import { isOfPrices } from '#contract/bulk-edit-profits.ts';
import type { BulkChange, BulkEdit, BulkEditRow } from '#contract/bulk-edits.ts';
import { isStuck } from '#parts/is-stuck.ts';
import { LoadProblem } from '#parts/load-problem.tsx';
import { Button } from '#ui/button.tsx';
import { DataTable, HeadCell } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { useElementWidth } from '#ui/use-element-width.ts';
import { BulkEditItem, BulkEditTableRow } from './bulk-edit-row.tsx';
import { OFFLINE_TEXT } from './edit-state.ts';
import { PrepareAgain } from './prepare-again.tsx';
import { columnsOf, type ValueColumn } from './row-changes.ts';
import { PROFIT_LABEL, RowProfits, useRowProfits } from './row-profit.tsx';
import { rowTabsOf } from './row-tabs.ts';
import { useShopNames } from './use-shop-names.ts';

/** Until it is measured. */
const WIDEST_PX = 1440;
const NAME_PX = 240;
const ACTION_PX = 110;
/** «12 345 ₽ → 12 900 ₽» and «как в карточке → 12 900 ₽» with their paddings. */
const FIGURE_PX = 185;
const OWN_FIGURE_PX = 215;
const TEXT_PX = 260;
const PROFIT_PX = 215;
const LETTER_PX = 7.5;
const PADDINGS_PX = 24;

/** A table that is wider than its page is cut: its frame does not scroll, so that the head may stick to the window. */
function roomFor(columns: readonly ValueColumn[], change: BulkChange): number {
  const figurePx = change.kind === 'OWN_PRICES' ? OWN_FIGURE_PX : FIGURE_PX;
  const widths = columns.map(({ isText, label }) =>
    Math.max(isText ? TEXT_PX : figurePx, label.length * LETTER_PX + PADDINGS_PX),
  );
  const profitPx = isOfPrices(change) ? PROFIT_PX : 0;
  return NAME_PX + widths.reduce((sum, px) => sum + px, 0) + profitPx + ACTION_PX;
}

/** What becomes of each card, by what is to be done about it. */
export function BulkEditRows({ edit }: { edit: BulkEdit }) {
  const [searchParams] = useSearchParams();
  const tabs = rowTabsOf(edit);
  const current = tabs.find(({ key }) => key === searchParams.get('tab')) ?? tabs[0];
  const query = useInfiniteQuery(bulkEditQueries.rows(edit.id, current?.filter ?? {}));
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
  if (tabs.length === 0) return null;
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
          isCurrent: key === current?.key,
          to: { search: `?${new URLSearchParams({ id: String(edit.id), tab: key })}` },
        }))}
      />
      {current?.leftAs ? <PrepareAgain edit={edit} only={current.leftAs} /> : null}
      {rows === undefined && isStuck(query) ? (
        <LoadProblem error={query.error} onRetry={() => void query.refetch()} offlineText={OFFLINE_TEXT} />
      ) : null}
      {rows === undefined && !isStuck(query) ? <Skeleton className="h-40 w-full" /> : null}
      {rows?.length === 0 ? <EmptyState icon="check" title="Здесь пусто" /> : null}
      {rows && rows.length > 0 && isNarrow ? (
        <ul aria-label="Карточки" className="overflow-clip rounded-panel border border-line bg-panel">
          {rows.map((row) => (
            <BulkEditItem key={row.cardId} edit={edit} row={row} columns={columns} {...profitCell(row)} />
          ))}
        </ul>
      ) : null}
      {rows && rows.length > 0 && !isNarrow ? (
        <DataTable label="Карточки">
          <thead>
            <tr>
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
    </div>
  );
}
