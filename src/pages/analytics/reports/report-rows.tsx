import { useInfiniteQuery } from '@tanstack/react-query';
import { weeklyReportQueries } from '#api/weekly-reports.ts';
import type { ReportLineName, ReportMoneyRow } from '#contract/weekly-reports.ts';
import { formatDay } from '#lib/dates.ts';
import { formatKopecks } from '#lib/money.ts';
import { hrefTo } from '#lib/paths.ts';
import { isStuck } from '#parts/is-stuck.ts';
import { LoadProblem } from '#parts/load-problem.tsx';
import { Button } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextLink } from '#ui/text-link.tsx';

interface ReportRowsProps {
  reportId: number;
  line: ReportLineName;
  operation: string;
}

/** The rows of one operation, the largest first, a page at a time. */
export function ReportRows({ reportId, line, operation }: ReportRowsProps) {
  const query = useInfiniteQuery(weeklyReportQueries.rows(reportId, line, operation));
  const rows = query.data?.pages.flatMap((page) => page.results);
  if (!rows) {
    return isStuck(query) ? (
      <LoadProblem error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <Skeleton className="h-24 w-full" />
    );
  }
  return (
    <>
      <ul aria-label={`Строки: ${operation}`} className="rounded-control border border-line-soft bg-panel">
        {rows.map((row) => (
          <RowOfReport key={row.rrdId} row={row} />
        ))}
      </ul>
      {query.hasNextPage ? (
        <Button
          size="sm"
          className="mt-2"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Показать ещё
        </Button>
      ) : null}
    </>
  );
}

function RowOfReport({ row }: { row: ReportMoneyRow }) {
  const name = row.title || row.vendorCode || (row.nmId === 0 ? 'Без товара' : `Артикул WB ${row.nmId}`);
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 border-b border-line-soft px-3 py-1.5 last:border-b-0">
      <span className="w-24 shrink-0 text-sm text-muted">{formatDay(row.day)}</span>
      <span className="min-w-0 grow basis-48 truncate">
        {row.cardId === null ? (
          name
        ) : (
          <TextLink isAlone to={hrefTo.card({ id: row.cardId, tab: 'STATISTICS' })}>
            {name}
          </TextLink>
        )}
        {row.isReturn ? <span className="text-sm text-muted"> · возврат</span> : null}
      </span>
      <span className="flex max-w-full min-w-0 items-center gap-1 text-sm text-muted">
        <span className="truncate">{row.srid ? `srid ${row.srid}` : `строка № ${row.rrdId}`}</span>
        <CopyButton text={row.srid || String(row.rrdId)} what={row.srid ? 'srid' : 'номер строки'} />
      </span>
      <span className="ml-auto w-28 shrink-0 text-right whitespace-nowrap tabular-nums">
        {formatKopecks(row.kopecks)}
      </span>
    </li>
  );
}
