import { useState, type ReactNode } from 'react';
import type { WeeklyReport } from '#contract/weekly-reports.ts';
import { formatPeriod } from '#lib/dates.ts';
import { formatKopecks } from '#lib/money.ts';
import { Badge } from '#ui/badge.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { Cell, DataTable, HeadCell, Row, TwoLines } from '#ui/data-table.tsx';
import { Icon } from '#ui/icon.tsx';
import { useMediaQuery } from '#ui/use-media-query.ts';
import { Difference } from './difference.tsx';
import { MarkDialog } from './mark-dialog.tsx';
import { ReportLines } from './report-lines.tsx';
import { MARK_WORDS, typeNote } from './report-words.ts';

interface ReportsTableProps {
  reports: readonly WeeklyReport[];
  openId: number | null;
  onOpenChange: (id: number | null) => void;
}

/** Reports with what they say beside what their rows give; one of them opens into its kinds and rows. */
export function ReportsTable({ reports, openId, onOpenChange }: ReportsTableProps) {
  const isTable = useMediaQuery('(min-width: 1024px)');
  const isWide = useMediaQuery('(min-width: 1280px)');
  const [markedId, setMarkedId] = useState<number | null>(null);
  const marked = reports.find(({ id }) => id === markedId);
  const partsOf = (report: WeeklyReport) => ({
    report,
    isOpen: report.id === openId,
    onToggle: () => onOpenChange(report.id === openId ? null : report.id),
    onMark: () => setMarkedId(report.id),
  });
  return (
    <>
      {isTable ? (
        <DataTable label="Отчёты Wildberries" className="table-fixed">
          <thead>
            <tr>
              <HeadCell>Отчёт</HeadCell>
              {isWide ? <HeadCell>Магазин</HeadCell> : null}
              <HeadCell align="end" className="w-34">
                По отчёту
              </HeadCell>
              <HeadCell align="end" className="w-34">
                Рассчитано
              </HeadCell>
              <HeadCell align="end" className="w-34">
                Разница
              </HeadCell>
              <HeadCell className="w-34">Состояние</HeadCell>
            </tr>
          </thead>
          <tbody>
            {reports.map((report) => (
              <ReportRow key={report.id} {...partsOf(report)} isWide={isWide} />
            ))}
          </tbody>
        </DataTable>
      ) : (
        <ul aria-label="Отчёты Wildberries" className="rounded-panel border border-line bg-panel">
          {reports.map((report) => (
            <ReportItem key={report.id} {...partsOf(report)} />
          ))}
        </ul>
      )}
      {marked ? <MarkDialog report={marked} onClose={() => setMarkedId(null)} /> : null}
    </>
  );
}

interface ReportParts {
  report: WeeklyReport;
  isOpen: boolean;
  onToggle: () => void;
  onMark: () => void;
}

function ReportRow({ report, isOpen, onToggle, onMark, isWide }: ReportParts & { isWide: boolean }) {
  const isKnown = report.rowCount > 0;
  return (
    <>
      <Row onOpen={onToggle}>
        <Cell>
          <TwoLines
            main={<ReportNumber report={report} isOpen={isOpen} onToggle={onToggle} />}
            below={
              <>
                {periodAndType(report)}
                {isWide ? '' : ` · ${report.shopName}`}
              </>
            }
          />
        </Cell>
        {isWide ? <Cell className="truncate">{report.shopName}</Cell> : null}
        <Cell align="end">{formatKopecks(report.reportedKopecks)}</Cell>
        <Cell align="end">{isKnown ? formatKopecks(report.reckonedKopecks) : <NotRead />}</Cell>
        <Cell align="end">
          <Difference kopecks={report.differenceKopecks} isKnown={isKnown} />
        </Cell>
        <Cell>
          <Mark report={report} onMark={onMark} />
        </Cell>
      </Row>
      {isOpen ? (
        <tr>
          <td colSpan={isWide ? 6 : 5} className="border-b border-line bg-sunken px-4 py-3 md:px-6">
            <ReportLines id={report.id} />
          </td>
        </tr>
      ) : null}
    </>
  );
}

/** The same facts for a narrow screen. */
function ReportItem({ report, isOpen, onToggle, onMark }: ReportParts) {
  const isKnown = report.rowCount > 0;
  return (
    <li className="border-b border-line-soft px-4 py-3 last:border-b-0">
      {/* In a large font the mark goes below: the number is what a report is known by. */}
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <ReportNumber report={report} isOpen={isOpen} onToggle={onToggle} />
        <Mark report={report} onMark={onMark} />
      </div>
      <div className="text-sm text-muted">{periodAndType(report)}</div>
      <div className="truncate text-sm text-muted">{report.shopName}</div>
      {/* On the narrowest screens, or in a large font, below each other: no sum is broken. */}
      <dl className="mt-1.5 grid grid-cols-[repeat(auto-fit,minmax(6rem,1fr))] gap-x-3 text-sm tabular-nums">
        <Fact name="по отчёту">{formatKopecks(report.reportedKopecks)}</Fact>
        <Fact name="рассчитано">{isKnown ? formatKopecks(report.reckonedKopecks) : <NotRead />}</Fact>
        <Fact name="разница">
          <Difference kopecks={report.differenceKopecks} isKnown={isKnown} />
        </Fact>
      </dl>
      {isOpen ? (
        <div className="-mx-1 mt-3 rounded-control bg-sunken p-3">
          <ReportLines id={report.id} />
        </div>
      ) : null}
    </li>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted">{name}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  );
}

/** Beside the number it would leave no room for it on a phone. */
function periodAndType(report: WeeklyReport): string {
  const note = typeNote(report);
  return `${formatPeriod(report.from, report.to)}${note ? ` · ${note}` : ''}`;
}

function ReportNumber({ report, isOpen, onToggle }: Omit<ReportParts, 'onMark'>) {
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onToggle}
        className="inline-flex min-h-6 min-w-0 items-center gap-1.5 rounded-md font-medium hover:text-accent-ink"
      >
        <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={14} className="shrink-0" />
        <span className="truncate">№ {report.reportId}</span>
      </button>
      <CopyButton text={String(report.reportId)} what="номер отчёта" />
    </span>
  );
}

function Mark({ report, onMark }: Pick<ReportParts, 'report' | 'onMark'>) {
  const { label, tone } = MARK_WORDS[report.mark];
  return (
    <button
      type="button"
      onClick={onMark}
      title={report.note || 'Изменить пометку'}
      aria-label={`Пометка отчёта № ${report.reportId}: ${label}`}
      className="inline-flex min-h-6 items-center gap-1 rounded-full"
    >
      <Badge tone={tone}>{label}</Badge>
      <Icon name="chevron-down" size={12} className="text-muted" />
    </button>
  );
}

function NotRead() {
  return <span className="text-sm text-muted">строк нет</span>;
}
