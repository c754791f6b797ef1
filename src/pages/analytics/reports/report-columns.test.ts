import { expect, it } from 'vitest';
import type { WeeklyReport } from '#contract/weekly-reports.ts';
import { cellsIn } from '#tests/support/exports/cells-in.ts';
import { reportColumns } from './report-columns.ts';

const report: WeeklyReport = {
  id: 1,
  shopId: 1,
  shopName: 'Северика',
  reportId: 17,
  type: 1,
  from: '2026-11-02',
  to: '2026-11-08',
  createdOn: null,
  reportedKopecks: 99_880_05,
  reckonedKopecks: 100_000_00,
  differenceKopecks: -119_95,
  rowCount: 3,
  mark: 'DISPUTED',
  note: '=1+1',
  markedAt: null,
};

it('says a report with its days and sums', () => {
  expect(
    cellsIn(
      reportColumns((shopId) => `Северика (${shopId})`),
      report,
    ),
  ).toEqual({
    'Номер отчёта': 17,
    Начало: { day: '2026-11-02' },
    Конец: { day: '2026-11-08' },
    Магазин: 'Северика (1)',
    'По отчёту, ₽': { kopecks: 99_880_05 },
    'Рассчитано, ₽': { kopecks: 100_000_00 },
    'Разница, ₽': { kopecks: -119_95 },
    Состояние: 'Спорный',
    Заметка: '=1+1',
  });
});

it('leaves empty what is not known', () => {
  expect(
    cellsIn(
      reportColumns((shopId) => `Северика (${shopId})`),
      { ...report, rowCount: 0 },
    ),
  ).toMatchObject({
    'По отчёту, ₽': { kopecks: 99_880_05 },
    'Рассчитано, ₽': { kopecks: null },
    'Разница, ₽': { kopecks: null },
  });
});
