import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { weeklyReportQueries } from '#api/weekly-reports.ts';
import type { ReportLineName, ReportMoneyRow, WeeklyReport } from '#contract/weekly-reports.ts';
import { formatDay } from '#lib/dates.ts';
import { formatKopecks } from '#lib/money.ts';
import { hrefTo } from '#lib/paths.ts';
import { everyRow } from '#parts/exports/every-row.ts';
import { ExportButton } from '#parts/exports/export-button.tsx';
import { ProblemOrSkeleton } from '#parts/problem-or-skeleton.tsx';
import { Button } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { reportRowColumns } from './report-line-columns.ts';
import { LINE_WORDS } from './report-words.ts';

interface ReportRowsProps {
  report: Pick<WeeklyReport, 'id' | 'reportId'>;
  line: ReportLineName;
  operation: string;
}

/** The rows of one operation, the largest first, a page at a time; all of them as a file. */
export function ReportRows({ report, line, operation }: ReportRowsProps) {
  const query = useInfiniteQuery(weeklyReportQueries.rows(report.id, line, operation));
  const queryClient = useQueryClient();
  const rows = query.data?.pages.flatMap((page) => page.results);
  if (!rows) {
    return (
      <ProblemOrSkeleton
        query={query}
        offlineText="Деньги не хранятся на устройстве. Строки появятся, когда будет связь."
        skeleton={<Skeleton className="h-24 w-full" />}
      />
    );
  }
  return (
    <>
      <ul aria-label={`Строки: ${operation}`} className="rounded-control border border-line-soft bg-panel">
        {rows.map((row) => (
          <RowOfReport key={row.rrdId} row={row} />
        ))}
      </ul>
      <div className="mt-2 flex flex-wrap gap-2">
        {query.hasNextPage ? (
          <Button size="sm" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Показать ещё
          </Button>
        ) : null}
        <ExportButton
          size="sm"
          fileName={`Отчёт № ${report.reportId}, ${LINE_WORDS[line]}`}
          sheet={LINE_WORDS[line]}
          columns={reportRowColumns}
          readRows={() =>
            everyRow(
              (offset) =>
                queryClient.fetchQuery(weeklyReportQueries.rowsPage(report.id, line, operation, offset)),
              ({ rrdId }) => String(rrdId),
            )
          }
        />
      </div>
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
