import type { HttpHandler } from 'msw';
import {
  getWeeklyReportEndpoint,
  listReportRowsEndpoint,
  listWeeklyReportsEndpoint,
  markWeeklyReportEndpoint,
  type WeeklyReport,
  type WeeklyReportDetail,
} from '#contract/weekly-reports.ts';
import { mock, mockError } from './mock-endpoint.ts';

const usual = {
  shopId: 1,
  shopName: 'Московский',
  type: 1,
  rowCount: 240,
  mark: 'UNPAID',
  note: '',
  markedAt: null,
} as const;

/** Three weeks: one adds up, one does not, one has no rows yet. */
function mockReports(): WeeklyReport[] {
  return [
    {
      ...usual,
      id: 3,
      reportId: 307_401_556,
      from: '2026-11-09',
      to: '2026-11-15',
      createdOn: '2026-11-16',
      reportedKopecks: 80_000_00,
      reckonedKopecks: 0,
      differenceKopecks: 80_000_00,
      rowCount: 0,
    },
    {
      ...usual,
      id: 2,
      reportId: 307_401_555,
      type: 2,
      from: '2026-11-02',
      to: '2026-11-08',
      createdOn: '2026-11-09',
      reportedKopecks: 99_880_00,
      reckonedKopecks: 100_000_00,
      differenceKopecks: -120_00,
    },
    {
      ...usual,
      id: 1,
      reportId: 307_401_554,
      from: '2026-10-26',
      to: '2026-11-01',
      createdOn: '2026-11-02',
      reportedKopecks: 50_000_50,
      reckonedKopecks: 50_000_50,
      differenceKopecks: 0,
      mark: 'PAID',
      note: 'Пришло 10 ноября',
      markedAt: '2026-11-10T10:00:00+03:00',
    },
  ];
}

/** What the second report's difference is made of. */
export function mockReportDetail(
  report: WeeklyReport,
  changes: Partial<WeeklyReportDetail> = {},
): WeeklyReportDetail {
  return {
    ...report,
    lines: [
      {
        line: 'FOR_PAY',
        reportedKopecks: 130_000_00,
        reckonedKopecks: 130_000_00,
        differenceKopecks: 0,
        operations: [{ operation: 'Продажа', rowCount: 120, reckonedKopecks: 130_000_00 }],
      },
      {
        line: 'LOGISTICS',
        reportedKopecks: -30_120_00,
        reckonedKopecks: -30_000_00,
        differenceKopecks: -120_00,
        operations: [{ operation: 'Логистика', rowCount: 120, reckonedKopecks: -30_000_00 }],
      },
    ],
    ownDifferenceKopecks: 0,
    otherSignOf: null,
    findings: [
      {
        kind: 'TWICE_IN_TOTAL',
        line: 'LOGISTICS',
        rrdId: 9001,
        operation: 'Логистика',
        srid: 'srid-9001',
        nmId: 150_000_001,
        day: '2026-11-03',
        kopecks: -120_00,
        isOneOfTwo: false,
        detail: '',
      },
    ],
    unnumberedRowCount: 0,
    ...changes,
  };
}

export function weeklyReportHandlers(): HttpHandler[] {
  let reports = mockReports();
  return [
    mock(listWeeklyReportsEndpoint, ({ query }) => {
      const found = reports.filter(
        (report) =>
          (!query.mark?.length || query.mark.includes(report.mark)) &&
          (query.isDifferent !== true || (report.rowCount > 0 && report.differenceKopecks !== 0)),
      );
      const known = found.filter(({ rowCount }) => rowCount > 0);
      const sum = (amount: (report: WeeklyReport) => number) =>
        known.reduce((total, report) => total + amount(report), 0);
      return {
        count: found.length,
        next: null,
        previous: null,
        results: found,
        totals: {
          reportedKopecks: sum((report) => report.reportedKopecks),
          reckonedKopecks: sum((report) => report.reckonedKopecks),
          differenceKopecks: sum((report) => report.differenceKopecks),
          different: known.filter((report) => report.differenceKopecks !== 0).length,
          withoutRows: found.length - known.length,
        },
        problems: [],
        syncedAt: '2026-11-20T13:30:00+03:00',
      };
    }),
    mock(getWeeklyReportEndpoint, ({ params }) => {
      const report = reports.find(({ id }) => id === params.id);
      return report ? mockReportDetail(report) : mockError(404, { detail: ['Отчёт не найден'] });
    }),
    mock(listReportRowsEndpoint, ({ query }) => ({
      count: 1,
      next: null,
      previous: null,
      results: [
        {
          rrdId: 9001,
          day: '2026-11-03',
          operation: query.operation ?? '',
          isReturn: false,
          nmId: 150_000_001,
          cardId: 1,
          title: 'Кружка керамическая с крышкой 450 мл',
          vendorCode: 'MUG-450-GR',
          srid: 'srid-9001',
          kopecks: -120_00,
        },
      ],
    })),
    mock(markWeeklyReportEndpoint, ({ params, body }) => {
      const markedAt = '2026-11-20T13:30:00+03:00';
      reports = reports.map((report) =>
        report.id === params.id ? { ...report, ...body, markedAt } : report,
      );
      return { ...body, markedAt };
    }),
  ];
}
