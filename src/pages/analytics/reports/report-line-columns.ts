import type { Column } from '#contract/table-columns.ts';
import type { ReportLine, ReportMoneyRow, WeeklyReportDetail } from '#contract/weekly-reports.ts';
import { LINE_WORDS } from './report-words.ts';

interface LineRow {
  title: string;
  operation: string;
  rowCount: number | null;
  /** null: an operation, of which the marketplace says nothing apart. */
  reportedKopecks: number | null;
  /** null: no row was read yet. */
  reckonedKopecks: number | null;
  differenceKopecks: number | null;
}

/** A report's kinds, each with its operations below it, and what is to be paid: as they stand on the screen. */
export function reportLineRows(report: WeeklyReportDetail): LineRow[] {
  const isKnown = report.rowCount > 0;
  const compared = (title: string, of: WeeklyReportDetail | ReportLine): LineRow => ({
    title,
    operation: '',
    rowCount: null,
    reportedKopecks: of.reportedKopecks,
    reckonedKopecks: isKnown ? of.reckonedKopecks : null,
    differenceKopecks: isKnown ? of.differenceKopecks : null,
  });
  return [
    ...report.lines.flatMap((line) => [
      compared(LINE_WORDS[line.line], line),
      ...line.operations.map(({ operation, rowCount, reckonedKopecks }) => ({
        title: LINE_WORDS[line.line],
        operation: operation || 'Без названия',
        rowCount,
        reportedKopecks: null,
        reckonedKopecks,
        differenceKopecks: null,
      })),
    ]),
    compared('Итого к оплате', report),
  ];
}

export const reportLineColumns: Column<LineRow>[] = [
  { title: 'Вид', width: 30, value: (row) => row.title },
  { title: 'Операция', width: 40, value: (row) => row.operation },
  { title: 'Строк', width: 10, value: (row) => row.rowCount },
  { title: 'По отчёту, ₽', width: 16, value: (row) => ({ kopecks: row.reportedKopecks }) },
  { title: 'Рассчитано, ₽', width: 16, value: (row) => ({ kopecks: row.reckonedKopecks }) },
  { title: 'Разница, ₽', width: 16, value: (row) => ({ kopecks: row.differenceKopecks }) },
];

/** Of the rows of one operation of a report. */
export const reportRowColumns: Column<ReportMoneyRow>[] = [
  { title: 'День', width: 12, value: ({ day }) => ({ day }) },
  { title: 'Операция', width: 30, value: (row) => row.operation },
  { title: 'Возврат', width: 10, value: (row) => (row.isReturn ? 'да' : 'нет') },
  { title: 'Артикул WB', width: 14, value: ({ nmId }) => (nmId === 0 ? null : nmId) },
  { title: 'Артикул продавца', width: 22, value: (row) => row.vendorCode },
  { title: 'Наименование', width: 44, value: (row) => row.title },
  { title: 'srid', width: 34, value: (row) => row.srid },
  // As text: such numbers are longer than a spreadsheet keeps exactly.
  { title: 'Номер строки', width: 20, value: (row) => String(row.rrdId) },
  { title: 'Сумма, ₽', width: 16, value: ({ kopecks }) => ({ kopecks }) },
];
