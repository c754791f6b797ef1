import { expect, it } from 'vitest';
import { EMPTY_REPORT_ROW } from '#tests/fixtures/report-row.ts';
import { turnsOf } from '#tests/support/turns-of.ts';
import { PART_LENGTH } from './list-in-parts.ts';
import { readResponse } from './read-response.ts';
import { reportOperations } from './report-operations.ts';
import type { Send } from './request.ts';

const sent = (text: string): Send => {
  return (request) => readResponse(request, { status: 200, retryAfterSeconds: undefined, text });
};

it.each([
  [
    'reportRows',
    (send: Send) => reportOperations(send).reportRows({ dateFrom: '', dateTo: '', afterRrdId: 0 }),
  ],
  [
    'dailyReportRows',
    (send: Send) => reportOperations(send).dailyReportRows({ dateFrom: '', dateTo: '', afterRrdId: 0 }),
  ],
  ['listOrders', (send: Send) => reportOperations(send).listOrders('2026-01-01')],
  ['listSales', (send: Send) => reportOperations(send).listSales('2026-01-01')],
])(
  'BW-13: a long list of %s is read in parts, and others have their turn between two',
  async (_name, read) => {
    const rows = Array.from({ length: 2_000 }, (_, at) => ({
      ...EMPTY_REPORT_ROW,
      rrdId: at + 1,
      rrDate: '2026-03-01',
      srid: String(at),
      saleID: at === 1_000 ? 7 : `S${at}`,
      date: '2026-03-01T10:00:00',
      lastChangeDate: '2026-03-01T10:00:00',
      supplierArticle: 'x'.repeat(400),
      priceWithDisc: 1,
      finishedPrice: 1,
      isCancel: false,
    }));
    const text = JSON.stringify(rows);
    const reading = read(sent(text));
    const turns = await turnsOf(reading);
    const { rows: readable, unread } = await reading;
    expect(readable.length + unread.length).toBe(rows.length);
    expect(turns).toBeGreaterThanOrEqual(Math.floor(text.length / (PART_LENGTH + 2_000)) - 1);
    expect(turns).toBeGreaterThan(5);
  },
);

it('BW-13: a long list that breaks off is not understood', async () => {
  const text = JSON.stringify(Array.from({ length: 5_000 }, () => EMPTY_REPORT_ROW)).slice(0, -5);
  await expect(
    reportOperations(sent(text)).reportRows({ dateFrom: '', dateTo: '', afterRrdId: 0 }),
  ).rejects.toMatchObject({ kind: 'unavailable', detail: ['Wildberries прислал непонятный ответ'] });
});
