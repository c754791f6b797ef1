import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WeeklyReport } from '#contract/weekly-reports.ts';
import type { Database } from '#server/db/database.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import { insertAccount } from '#tests/support/analytics/fixtures.ts';
import {
  chanceOfYear,
  spoilKinds,
  spoilReport,
  type Spoilt,
} from '#tests/support/analytics/spoil-reports.ts';
import { clientOfYear, readRawYear, WEEKS, YEAR } from '#tests/support/analytics/year-of-reports.ts';
import { readWeeklyReport } from './read-weekly-report.ts';
import { readWeeklyReports } from './read-weekly-reports.ts';
import { syncReport, syncSales } from './sync-sales.ts';
import { syncWeeklyReports } from './sync-weekly-reports.ts';

/** A year of generated reports, half of them with an error: of each kind two or three. */
const SEED = 7;
const chance = chanceOfYear(SEED);
const spoilt = new Map<number, Spoilt>();
let database: Database;
let accountId: number;
let reports: WeeklyReport[];

beforeAll(async () => {
  const year = await readRawYear(SEED);
  const shuffled = year.reports
    .filter(({ reportType }) => reportType === 1)
    .toSorted((one, other) => chance(one.reportId, 'whether') - chance(other.reportId, 'whether'));
  for (const [index, report] of shuffled.slice(0, WEEKS / 2).entries()) {
    const kind = spoilKinds[index % spoilKinds.length] ?? 'row missing';
    spoilt.set(report.reportId, spoilReport(year, report, kind, chance));
  }
  database = await openTestDatabase();
  const { db } = database;
  const account = await insertAccount(db);
  ({ accountId } = account);
  const shop = { db, accountId, shopId: account.shopIds[0] ?? 0, client: clientOfYear(year) };
  const sync = { ...shop, now: new Date('2026-11-23T09:00:00Z'), onUnreadRows: () => undefined };
  await syncSales(sync);
  await syncReport(sync);
  await syncWeeklyReports(sync);
  reports = (await readWeeklyReports(db, accountId, { ...YEAR, limit: 200, offset: 0 })).results;
}, 120_000);
afterAll(() => database.close());

it('WR-08: the year has 52 weeks, and errors of each kind in half of them', () => {
  expect(reports.filter(({ type }) => type === 1)).toHaveLength(WEEKS);
  expect(new Set([...spoilt.values()].map(({ kind }) => kind))).toEqual(new Set(spoilKinds));
  expect(spoilt.size).toBe(WEEKS / 2);
});

it('WR-08: the reports that were spoilt differ, to the kopeck, and no others', async () => {
  const { results, totals } = await readWeeklyReports(database.db, accountId, {
    ...YEAR,
    isDifferent: true,
    limit: 200,
    offset: 0,
  });
  const found = results.map((one) => [one.reportId, one.differenceKopecks] as const);
  const expected = [...spoilt.values()].map((one) => [one.reportId, one.differenceKopecks] as const);
  expect(new Map(found)).toEqual(new Map(expected));
  expect(totals).toMatchObject({
    different: spoilt.size,
    differenceKopecks: expected.reduce((sum, [, kopecks]) => sum + kopecks, 0),
  });
});

it('WR-08: a clean report has no difference in any line, and nothing is found in it', async () => {
  const clean = reports.filter(({ reportId }) => !spoilt.has(reportId));
  expect(clean.length).toBeGreaterThanOrEqual(WEEKS / 2);
  for (const { id } of clean) {
    const report = await readWeeklyReport(database.db, accountId, id);
    expect(report).toMatchObject({ differenceKopecks: 0, ownDifferenceKopecks: 0, findings: [] });
    expect(report.lines.filter((line) => line.differenceKopecks !== 0)).toEqual([]);
  }
});

describe.each(spoilKinds)('WR-08: «%s»', (kind) => {
  it('is in its line, and its row is named', async () => {
    const ofKind = [...spoilt.values()].filter((one) => one.kind === kind);
    for (const { reportId, lines, ownDifferenceKopecks, named } of ofKind) {
      const id = reports.find((one) => one.reportId === reportId)?.id ?? 0;
      const report = await readWeeklyReport(database.db, accountId, id);
      const different = report.lines.filter((line) => line.differenceKopecks !== 0);
      expect(Object.fromEntries(different.map((line) => [line.line, line.differenceKopecks]))).toEqual(lines);
      expect(report.ownDifferenceKopecks).toBe(ownDifferenceKopecks);
      for (const finding of named)
        expect(report.findings, String(reportId)).toContainEqual(expect.objectContaining(finding));
      const differing = Object.keys(lines);
      expect(report.findings.filter(({ line }) => line !== null && !differing.includes(line))).toEqual([]);
    }
  });
});
