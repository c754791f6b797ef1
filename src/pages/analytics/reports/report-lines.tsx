import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { weeklyReportQueries } from '#api/weekly-reports.ts';
import type { ReportLine, WeeklyReportDetail } from '#contract/weekly-reports.ts';
import { formatKopecks } from '#lib/money.ts';
import { countOf } from '#lib/plurals.ts';
import { ExportButton } from '#parts/exports/export-button.tsx';
import { ProblemOrSkeleton } from '#parts/problem-or-skeleton.tsx';
import { Icon } from '#ui/icon.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Difference } from './difference.tsx';
import { ReportFindings } from './report-findings.tsx';
import { reportLineColumns, reportLineRows } from './report-line-columns.ts';
import { ReportRows } from './report-rows.tsx';
import { LINE_WORDS } from './report-words.ts';

const NUMBER = 'w-32 py-1.5 pl-3 text-right align-top whitespace-nowrap max-md:w-auto max-md:pl-0';
/** On a narrow screen a kind's name stands above its three sums. */
const LINE = 'max-md:grid max-md:grid-cols-3 max-md:gap-x-2';
const NAME = 'py-1.5 text-left font-medium max-md:col-span-3 max-md:pb-0';

/** A report opened: its kinds side by side, each down to the rows. */
export function ReportLines({ id }: { id: number }) {
  const query = useQuery(weeklyReportQueries.one(id));
  const report = query.data;
  if (!report) {
    return (
      <ProblemOrSkeleton
        query={query}
        offlineText="Деньги не хранятся на устройстве. Отчёт появится, когда будет связь."
        skeleton={<Skeleton className="h-48 w-full" />}
      />
    );
  }
  return (
    <div className="flex flex-col gap-3">
      {report.note ? <p className="text-sm break-words text-ink-2">Заметка: {report.note}</p> : null}
      <ReportFindings report={report} />
      <table aria-label={`Отчёт № ${report.reportId} по видам`} className="w-full tabular-nums max-md:block">
        <thead className="max-md:block">
          <tr className={`text-sm text-muted ${LINE}`}>
            <th scope="col" className={NAME}>
              Вид
            </th>
            <th scope="col" className={`${NUMBER} font-medium`}>
              По отчёту
            </th>
            <th scope="col" className={`${NUMBER} font-medium`}>
              Рассчитано
            </th>
            <th scope="col" className={`${NUMBER} font-medium`}>
              Разница
            </th>
          </tr>
        </thead>
        <tbody className="max-md:block">
          {report.lines.map((line) => (
            <LineRow key={line.line} report={report} line={line} isKnown={report.rowCount > 0} />
          ))}
          <TotalRow report={report} />
        </tbody>
      </table>
      <div>
        <ExportButton
          size="sm"
          fileName={`Отчёт № ${report.reportId} по видам`}
          sheet="Отчёт по видам"
          columns={reportLineColumns}
          readRows={() => reportLineRows(report)}
        />
      </div>
    </div>
  );
}

interface LineRowProps {
  report: WeeklyReportDetail;
  line: ReportLine;
  isKnown: boolean;
}

function LineRow({ report, line, isKnown }: LineRowProps) {
  const [openOperation, setOpenOperation] = useState<string | null>(null);
  return (
    <>
      <tr className={`border-t border-line-soft max-md:border-line ${LINE}`}>
        <th scope="row" className={NAME}>
          {LINE_WORDS[line.line]}
        </th>
        <td className={NUMBER}>{formatKopecks(line.reportedKopecks)}</td>
        <td className={NUMBER}>{formatKopecks(line.reckonedKopecks)}</td>
        <td className={NUMBER}>
          <Difference kopecks={line.differenceKopecks} isKnown={isKnown} />
        </td>
      </tr>
      {line.operations.map(({ operation, rowCount, reckonedKopecks }) => {
        const isOpen = openOperation === operation;
        return (
          <OperationRows
            key={operation}
            operation={operation}
            note={countOf(rowCount, ['строка', 'строки', 'строк'])}
            kopecks={reckonedKopecks}
            isOpen={isOpen}
            onToggle={() => setOpenOperation(isOpen ? null : operation)}
          >
            <ReportRows report={report} line={line.line} operation={operation} />
          </OperationRows>
        );
      })}
    </>
  );
}

interface OperationRowsProps {
  operation: string;
  note: string;
  kopecks: number;
  isOpen: boolean;
  onToggle: () => void;
  children: ReactNode;
}

function OperationRows({ operation, note, kopecks, isOpen, onToggle, children }: OperationRowsProps) {
  return (
    <>
      <tr className={`text-sm text-ink-2 ${LINE}`}>
        <td className="py-1 pl-2 max-md:col-span-2 max-md:pl-0" colSpan={2}>
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={onToggle}
            className="inline-flex min-h-6 max-w-full items-start gap-1.5 rounded-md text-left hover:text-ink"
          >
            <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={14} className="mt-0.5 shrink-0" />
            <span className="min-w-0 break-words">
              {operation || 'Без названия'} <span className="text-muted">· {note}</span>
            </span>
          </button>
        </td>
        <td className={NUMBER}>{formatKopecks(kopecks)}</td>
        <td className={`${NUMBER} max-md:hidden`}>&nbsp;</td>
      </tr>
      {isOpen ? (
        <tr className="max-md:block">
          <td colSpan={4} className="pb-3 max-md:block">
            {children}
          </td>
        </tr>
      ) : null}
    </>
  );
}

function TotalRow({ report }: { report: WeeklyReportDetail }) {
  return (
    <tr className={`border-t border-line font-heading ${LINE}`}>
      <th scope="row" className={NAME}>
        Итого к оплате
      </th>
      <td className={NUMBER}>{formatKopecks(report.reportedKopecks)}</td>
      <td className={NUMBER}>{formatKopecks(report.reckonedKopecks)}</td>
      <td className={NUMBER}>
        <Difference kopecks={report.differenceKopecks} isKnown={report.rowCount > 0} />
      </td>
    </tr>
  );
}
