import type { ReportFinding, WeeklyReportDetail } from '#contract/weekly-reports.ts';
import { formatDay } from '#lib/dates.ts';
import { formatKopecks } from '#lib/money.ts';
import { countOf } from '#lib/plurals.ts';
import { CopyButton } from '#ui/copy-button.tsx';
import { Notice } from '#ui/notice.tsx';
import { findingText, LINE_WORDS } from './report-words.ts';

/** What the difference may come from, and what stands in the way of knowing. */
export function ReportFindings({ report }: { report: WeeklyReportDetail }) {
  const { findings, ownDifferenceKopecks, otherSignOf, unnumberedRowCount, rowCount } = report;
  return (
    <>
      {rowCount === 0 ? (
        <Notice tone="info" title="Строки этого отчёта ещё не прочитаны">
          <p className="text-sm">
            Сравнить не с чем. Они придут со следующим чтением отчётов, за несколько часов.
          </p>
        </Notice>
      ) : null}
      {unnumberedRowCount > 0 ? (
        <Notice
          tone="info"
          title={`Номер отчёта неизвестен: ${countOf(unnumberedRowCount, ['строка', 'строки', 'строк'])} этих дней`}
        >
          <p className="text-sm">
            Они прочитаны раньше, чем Прилавок стал хранить номера. В сумме «рассчитано» их нет, пока
            Wildberries не пришлёт их снова.
          </p>
        </Notice>
      ) : null}
      {rowCount > 0 && ownDifferenceKopecks !== 0 ? (
        <Notice
          tone="warning"
          title={`Итог отчёта не равен сумме его же видов: ${formatKopecks(ownDifferenceKopecks)}`}
        >
          <p className="text-sm">
            {otherSignOf
              ? `Wildberries учёл «${LINE_WORDS[otherSignOf]}» с обратным знаком: разница ровно в этом.`
              : 'Строк, которые это объясняют, у Прилавка нет: спросите поддержку Wildberries.'}
          </p>
        </Notice>
      ) : null}
      {findings.length > 0 ? (
        <Notice tone="warning" title="Похоже на причину">
          <ul className="mt-1 flex flex-col gap-1 text-sm">
            {findings.map((finding, index) => (
              <li key={`${finding.kind} ${finding.rrdId ?? finding.srid} ${index}`} className="break-words">
                {findingText(finding)}
                <FindingFacts finding={finding} />
              </li>
            ))}
          </ul>
        </Notice>
      ) : null}
    </>
  );
}

function FindingFacts({ finding: { rrdId, srid, nmId, day, kopecks, detail } }: { finding: ReportFinding }) {
  const facts = [
    kopecks === null ? '' : formatKopecks(kopecks),
    day ? formatDay(day) : '',
    nmId === null ? '' : `артикул WB ${nmId}`,
    rrdId === null ? '' : `строка № ${rrdId}`,
    srid ? `srid ${srid}` : '',
    detail,
  ].filter(Boolean);
  return (
    <span className="text-ink-2">
      {facts.length > 0 ? `: ${facts.join(' · ')}` : ''}{' '}
      {srid ? <CopyButton text={srid} what="srid" /> : null}
    </span>
  );
}
