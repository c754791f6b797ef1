import type { Column } from '#contract/table-columns.ts';
import type { WeeklyReport } from '#contract/weekly-reports.ts';
import { MARK_WORDS } from './report-words.ts';

/** Of the weekly reports. What was not read is empty, not nought. */
export function reportColumns(shopLabel: (shopId: number) => string): Column<WeeklyReport>[] {
  return [
    { title: 'Номер отчёта', width: 16, value: (report) => report.reportId },
    { title: 'Начало', width: 12, value: ({ from }) => ({ day: from }) },
    { title: 'Конец', width: 12, value: ({ to }) => ({ day: to }) },
    { title: 'Магазин', width: 20, value: (report) => shopLabel(report.shopId) },
    { title: 'По отчёту, ₽', width: 16, value: (report) => ({ kopecks: report.reportedKopecks }) },
    { title: 'Рассчитано, ₽', width: 16, value: (report) => known(report, report.reckonedKopecks) },
    { title: 'Разница, ₽', width: 16, value: (report) => known(report, report.differenceKopecks) },
    { title: 'Состояние', width: 14, value: ({ mark }) => MARK_WORDS[mark].label },
    { title: 'Заметка', width: 40, value: (report) => report.note },
  ];
}

function known({ rowCount }: WeeklyReport, kopecks: number) {
  return { kopecks: rowCount > 0 ? kopecks : null };
}
