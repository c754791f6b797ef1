import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { bulkEditQueries } from '#api/bulk-edits.ts';
import type { BulkEdit } from '#contract/bulk-edits.ts';
import { isStuck } from '#parts/is-stuck.ts';
import { LoadProblem } from '#parts/load-problem.tsx';
import { Button } from '#ui/button.tsx';
import { DataTable, HeadCell } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { useMediaQuery } from '#ui/use-media-query.ts';
import { BulkEditItem, BulkEditTableRow } from './bulk-edit-row.tsx';
import { OFFLINE_TEXT } from './edit-state.ts';
import { changedLabels } from './row-changes.ts';
import { rowTabsOf } from './row-tabs.ts';

/** What becomes of each card, by what is to be done about it. */
export function BulkEditRows({ edit }: { edit: BulkEdit }) {
  const [searchParams] = useSearchParams();
  const tabs = rowTabsOf(edit);
  const current = tabs.find(({ key }) => key === searchParams.get('tab')) ?? tabs[0];
  const query = useInfiniteQuery(bulkEditQueries.rows(edit.id, current?.filter ?? {}));
  const isPhone = useMediaQuery('(max-width: 767px)');
  const rows = query.data?.pages.flatMap((page) => page.results);
  if (tabs.length === 0) return null;
  return (
    <>
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
      {rows === undefined && isStuck(query) ? (
        <LoadProblem error={query.error} onRetry={() => void query.refetch()} offlineText={OFFLINE_TEXT} />
      ) : null}
      {rows === undefined && !isStuck(query) ? <Skeleton className="h-40 w-full" /> : null}
      {rows?.length === 0 ? <EmptyState icon="check" title="Здесь пусто" /> : null}
      {rows && rows.length > 0 && isPhone ? (
        <ul aria-label="Карточки" className="overflow-clip rounded-panel border border-line bg-panel">
          {rows.map((row) => (
            <BulkEditItem key={row.cardId} edit={edit} row={row} />
          ))}
        </ul>
      ) : null}
      {rows && rows.length > 0 && !isPhone ? (
        <DataTable label="Карточки">
          <thead>
            <tr>
              <HeadCell>Карточка</HeadCell>
              {changedLabels(edit.change).map((label) => (
                <HeadCell key={label} align={edit.change.kind === 'REPLACE' ? 'start' : 'end'}>
                  {label}
                </HeadCell>
              ))}
              <HeadCell>
                <span className="sr-only">Действия</span>
              </HeadCell>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <BulkEditTableRow key={row.cardId} edit={edit} row={row} />
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
    </>
  );
}
