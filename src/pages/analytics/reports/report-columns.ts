import { csvTextCell } from '#contract/csv-text.ts';
import type { WeeklyReport } from '#contract/weekly-reports.ts';
import { csvRoubles } from '../profit-csv.ts';
import { MARK_WORDS } from './report-words.ts';

const HEAD = [
  'Номер отчёта',
  'Начало',
  'Конец',
  'Магазин',
  'По отчёту, ₽',
  'Рассчитано, ₽',
  'Разница, ₽',
  'Состояние',
  'Заметка',
];

/** One line per report, as a Russian spreadsheet opens it. What was not read is empty, not nought. */
export function reportsCsv(reports: readonly WeeklyReport[]): string {
  const lines = reports.map((report) => {
    const known = (kopecks: number) => (report.rowCount > 0 ? csvRoubles(kopecks) : '');
    return [
      String(report.reportId),
      report.from,
      report.to,
      csvTextCell(report.shopName),
      csvRoubles(report.reportedKopecks),
      known(report.reckonedKopecks),
      known(report.differenceKopecks),
      MARK_WORDS[report.mark].label,
      csvTextCell(report.note),
    ];
  });
  return `\ufeff${[HEAD, ...lines].map((cells) => cells.join(';')).join('\r\n')}\r\n`;
}
