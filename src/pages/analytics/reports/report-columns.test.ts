import { expect, it } from 'vitest';
import type { WeeklyReport } from '#contract/weekly-reports.ts';
import { reportsCsv } from './reports-csv.ts';

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

it('writes a line for each report, with kopecks and without formulas', () => {
  expect(reportsCsv([report]).split('\r\n')[1]).toBe(
    "17;2026-11-02;2026-11-08;Северика;99880,05;100000,00;-119,95;Спорный;'=1+1",
  );
});

it('leaves empty what is not known', () => {
  const line = reportsCsv([{ ...report, rowCount: 0 }]).split('\r\n')[1];
  expect(line).toBe("17;2026-11-02;2026-11-08;Северика;99880,05;;;Спорный;'=1+1");
});
