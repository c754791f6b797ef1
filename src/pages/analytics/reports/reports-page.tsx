import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { userQueries } from '#api/users.ts';
import { weeklyReportQueries } from '#api/weekly-reports.ts';
import { reportMarks, type WeeklyReports } from '#contract/weekly-reports.ts';
import { classNames } from '#lib/class-names.ts';
import { formatKopecks } from '#lib/money.ts';
import { paths } from '#lib/paths.ts';
import { countOf } from '#lib/plurals.ts';
import { DataAgeNote } from '#parts/data-age-note.tsx';
import { everyRow } from '#parts/exports/every-row.ts';
import { ExportButton } from '#parts/exports/export-button.tsx';
import { useShopLabel } from '#parts/exports/use-shop-label.ts';
import { isStuck } from '#parts/is-stuck.ts';
import { LoadProblem } from '#parts/load-problem.tsx';
import { NoShops } from '#parts/no-shops.tsx';
import { ShopChoice } from '#parts/shop-choice.tsx';
import { ShopProblems } from '#parts/shop-problems.tsx';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { StatTile } from '#ui/stat-tile.tsx';
import { PeriodChoice } from '../period-choice.tsx';
import { periodDays } from '../profit-address.ts';
import { useToday } from '../use-today.ts';
import { Difference } from './difference.tsx';
import { reportColumns } from './report-columns.ts';
import { MARK_WORDS } from './report-words.ts';
import { parseReportsState, reportsSearch, type ReportsState } from './reports-address.ts';
import { ReportsTable } from './reports-table.tsx';

const OFFLINE_TEXT =
  'Деньги не хранятся на устройстве: старая сверка обманула бы. Отчёты появятся, когда будет связь.';
const TILES = 'grid gap-3 md:grid-cols-3';
const REPORTS = ['отчёт', 'отчёта', 'отчётов'] as const;

/** «Сверка отчётов»: what the marketplace says it pays for a week beside what its rows add up to, down to the row. */
export function ReportsPage() {
  const [searchParams, setSearchParams] = useSearchParams();
  const state = useMemo(() => parseReportsState(searchParams), [searchParams]);
  const change = (changed: Partial<ReportsState>) =>
    setSearchParams(reportsSearch({ ...state, ...changed }), { replace: true, preventScrollReset: true });

  const { data: profile } = useQuery(userQueries.me());
  const shopLabel = useShopLabel();
  const today = useToday();
  const asked = {
    ...periodDays(state.period, today),
    shop: state.shopIds.map(String),
    ...(state.mark ? { mark: [state.mark] } : {}),
    ...(state.isDifferent ? { isDifferent: 'true' as const } : {}),
  };
  const queryClient = useQueryClient();
  const everyReport = () =>
    everyRow(
      (offset) => queryClient.fetchQuery(weeklyReportQueries.wholePage(asked, offset)),
      ({ id }) => String(id),
    );
  const query = useInfiniteQuery({ ...weeklyReportQueries.list(asked), placeholderData: keepPreviousData });
  const first = query.data?.pages[0];
  const reports = query.data?.pages.flatMap((page) => page.results);
  const isFailed = first === undefined && isStuck(query);
  const isLoading = first === undefined && !isFailed;
  const isFiltered = state.mark !== null || state.isDifferent;

  return (
    <>
      <PageHeader
        title="Сверка отчётов"
        note={first ? countOf(first.count, REPORTS) : null}
        subtitle={<DataAgeNote query={query} />}
        actions={
          <>
            <ShopChoice
              shops={profile?.shops ?? []}
              chosen={state.shopIds}
              onChange={(shopIds) => change({ shopIds })}
            />
            <PeriodChoice period={state.period} today={today} onChange={(period) => change({ period })} />
            {first?.count === 0 ? null : (
              <ExportButton
                fileName={`Сверка ${asked.from} — ${asked.to}`}
                sheet="Сверка отчётов"
                columns={reportColumns(shopLabel)}
                readRows={everyReport}
              />
            )}
          </>
        }
      />
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Segmented
          label="Какие отчёты показать"
          value={state.mark ?? 'ALL'}
          onChange={(mark) => change({ mark: mark === 'ALL' ? null : mark })}
          options={[
            { value: 'ALL', label: 'Все' },
            ...reportMarks.map((mark) => ({ value: mark, label: MARK_WORDS[mark].label })),
          ]}
        />
        <Checkbox
          checked={state.isDifferent}
          onChange={(isDifferent) => change({ isDifferent })}
          label="Только с разницей"
        />
      </div>
      {isFailed ? (
        <LoadProblem error={query.error} onRetry={() => void query.refetch()} offlineText={OFFLINE_TEXT} />
      ) : null}
      {isLoading ? <LoadingReports /> : null}
      {first && reports ? (
        <div
          aria-busy={query.isPlaceholderData}
          className={classNames(
            'mt-4 flex flex-col gap-4',
            query.isPlaceholderData && 'opacity-60 transition-opacity',
          )}
        >
          <ShopProblems title="Отчёты не всех магазинов прочитаны" problems={first.problems} />
          {reports.length > 0 ? (
            <>
              <Totals totals={first.totals} count={first.count} />
              <ReportsTable
                reports={reports}
                openId={state.openId}
                onOpenChange={(openId) => change({ openId })}
              />
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
          ) : (
            <NoReports
              isFiltered={isFiltered}
              isNeverRead={first.syncedAt === null}
              hasShops={profile?.shops.length !== 0}
              onReset={() => change({ mark: null, isDifferent: false })}
            />
          )}
        </div>
      ) : null}
    </>
  );
}

function Totals({ totals, count }: Pick<WeeklyReports, 'totals' | 'count'>) {
  // Of reports without a row nothing is in the sums: that nothing is known is no zero, and adds up to nothing.
  if (totals.withoutRows === count) {
    const note = 'строки отчётов ещё не прочитаны';
    return (
      <div className={TILES}>
        {['По отчётам', 'Рассчитано', 'Разница'].map((label) => (
          <StatTile key={label} label={label} value="—" note={note} />
        ))}
      </div>
    );
  }
  return (
    <div className={TILES}>
      <StatTile
        label="По отчётам"
        value={formatKopecks(totals.reportedKopecks)}
        note={
          totals.withoutRows > 0
            ? `без ${countOf(totals.withoutRows, ['отчёта', 'отчётов', 'отчётов'])}, строки которых не прочитаны`
            : 'итого к оплате'
        }
      />
      <StatTile label="Рассчитано" value={formatKopecks(totals.reckonedKopecks)} note="по строкам отчётов" />
      <StatTile
        label="Разница"
        value={<Difference kopecks={totals.differenceKopecks} />}
        note={totals.different === 0 ? 'всё сходится' : `не сходится ${countOf(totals.different, REPORTS)}`}
      />
    </div>
  );
}

interface NoReportsProps {
  isFiltered: boolean;
  isNeverRead: boolean;
  hasShops: boolean;
  onReset: () => void;
}

function NoReports({ isFiltered, isNeverRead, hasShops, onReset }: NoReportsProps) {
  if (!hasShops) {
    return (
      <NoShops text="Отчёты появятся, когда вы добавите магазин с персональным токеном категории «Финансы»." />
    );
  }
  if (isFiltered) {
    return (
      <EmptyState
        icon="search"
        title="Таких отчётов нет"
        text="За этот период и в этих магазинах ничего не найдено."
        action={<Button onClick={onReset}>Показать все</Button>}
      />
    );
  }
  return (
    <EmptyState
      icon="table"
      title="За этот период отчётов нет"
      text={
        isNeverRead
          ? 'Они появятся, когда у магазина будет персональный токен категории «Финансы»: базовому Wildberries список отчётов не отдаёт.'
          : 'Wildberries публикует отчёт по понедельникам, за прошедшую неделю. Выберите другой период или другие магазины.'
      }
      action={isNeverRead ? <LinkButton to={paths.shops}>К магазинам</LinkButton> : null}
    />
  );
}

function LoadingReports() {
  return (
    <div aria-hidden className="mt-4 flex flex-col gap-4">
      <div className={TILES}>
        {Array.from({ length: 3 }, (_, tile) => (
          <Skeleton key={tile} className="h-24 w-full" />
        ))}
      </div>
      <Skeleton className="h-96 w-full" />
    </div>
  );
}
