import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type SignedIn, type TestApp } from '#tests/setup/test-app.ts';
import { addTestShop } from '#tests/support/cards/fixtures.ts';
import { finishSyncCursor } from '#server/sync/sync-cursors.ts';
import { reportRow, weeklyReport } from '#tests/support/analytics/fixtures.ts';
import { storeReportRows } from './store-sales.ts';
import { storeWeeklyReports } from './store-weekly-reports.ts';

let api: TestApp;
let seller: SignedIn;
let shopId: number;

beforeAll(async () => {
  api = await buildTestApp();
  seller = await api.signIn();
  const { db } = api.database;
  shopId = await addTestShop(db, seller.accountId);
  await storeReportRows(
    db,
    seller.accountId,
    shopId,
    [1, 2, 3].map((rrdId) =>
      reportRow({ rrdId, day: '2026-03-03', reportId: 1, operation: 'Логистика', deliveryKopecks: 50_00 }),
    ),
  );
  await storeWeeklyReports(db, { accountId: seller.accountId, shopId, takenAt: new Date() }, [
    weeklyReport({ reportId: 1, deliveryKopecks: 100_00, bankPaymentKopecks: -100_00 }),
    weeklyReport({ reportId: 2, dateFrom: '2026-03-09', dateTo: '2026-03-15', createdOn: null }),
  ]);
});
afterAll(() => api.close());

const call = (method: 'GET' | 'PUT', path: string, payload?: object) =>
  api.app.inject({
    method,
    url: path.startsWith('/api') ? path : `/api/v1/analytics/weekly-reports/${path}`,
    headers: seller.headers,
    ...(payload && { payload }),
  });

async function idOf(reportId: number): Promise<number> {
  const { results } = (await call('GET', '?from=2026-03-01&to=2026-03-31')).json();
  return results.find((report: { report_id: number }) => report.report_id === reportId)?.id;
}

describe('the API of weekly reports', () => {
  it('pages reports under the totals of all, and the pages lead to each other', async () => {
    const first = (await call('GET', '?from=2026-03-01&to=2026-03-31&limit=1')).json();
    expect(first).toMatchObject({
      count: 2,
      previous: null,
      results: [{ report_id: 2, row_count: 0, created_on: null }],
      totals: {
        reported_kopecks: -100_00,
        reckoned_kopecks: -150_00,
        difference_kopecks: 50_00,
        different: 1,
      },
    });
    const next = (await call('GET', first.next)).json();
    expect(next).toMatchObject({ next: null, results: [{ report_id: 1, difference_kopecks: 50_00 }] });
  });

  it('opens a report into lines and rows', async () => {
    const id = await idOf(1);
    expect((await call('GET', `${id}/`)).json()).toMatchObject({
      lines: [
        {
          line: 'LOGISTICS',
          difference_kopecks: 50_00,
          operations: [{ operation: 'Логистика', row_count: 3, reckoned_kopecks: -150_00 }],
        },
      ],
      findings: Array(3).fill(expect.objectContaining({ kind: 'NOT_IN_TOTAL' })),
    });
    const rows = (await call('GET', `${id}/rows/?line=LOGISTICS&limit=2`)).json();
    expect(rows).toMatchObject({ count: 3, results: [{ rrd_id: 1 }, { rrd_id: 2 }] });
    expect(rows.next).toContain('offset=2');
  });

  it('keeps a mark, with a line in the journal and without its note there', async () => {
    const id = await idOf(1);
    const marked = await call('PUT', `${id}/mark/`, { mark: 'DISPUTED', note: '  Обращение 17 ' });
    expect(marked.json()).toMatchObject({ mark: 'DISPUTED', note: 'Обращение 17' });
    expect((await call('GET', '?from=2026-03-01&to=2026-03-31&mark=DISPUTED')).json().count).toBe(1);
    const line = await api.database.db
      .selectFrom('audit_events')
      .select(['action', 'result', 'facts'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(line).toMatchObject({ action: 'report-marked', result: 'ok', facts: { id } });
    expect(JSON.stringify(line)).not.toContain('Обращение');
  });

  it.each([
    ['?from=2026-03-05&to=2026-03-04', 'from'],
    ['?from=2026-03-01&to=2026-03-31&mark=LOST', 'mark'],
  ])('refuses %s and names the field', async (path, field) => {
    const response = await call('GET', path);
    expect(response.statusCode).toBe(400);
    expect(response.json().errors[0].field).toContain(field);
  });

  it('refuses a mark that it does not know and a note without an end', async () => {
    const id = await idOf(2);
    expect((await call('PUT', `${id}/mark/`, { mark: 'LOST', note: '' })).statusCode).toBe(400);
    const long = await call('PUT', `${id}/mark/`, { mark: 'PAID', note: 'я'.repeat(501) });
    expect(long.json().errors).toMatchObject([{ field: 'note' }]);
  });
});

it('a shop of the sandbox, whose reports are never read, takes no age away from the others', async () => {
  const { db } = api.database;
  const { accountId } = seller;
  const at = new Date('2026-04-01T10:00:00Z');
  await finishSyncCursor(db, { accountId, shopId, kind: 'weekly-reports' }, {}, at);
  const sandbox = { account_id: accountId, name: 'Песочница', sid: randomUUID(), is_sandbox: true };
  await db.insertInto('shops').values(sandbox).execute();
  const { synced_at: syncedAt } = (await call('GET', '?from=2026-03-01&to=2026-03-31')).json();
  expect(new Date(syncedAt)).toEqual(at);
});
