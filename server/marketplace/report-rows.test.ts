import { describe, expect, it } from 'vitest';
import { z } from 'zod/mini';
import { EMPTY_REPORT_ROW } from '#tests/fixtures/report-row.ts';
import type { ShopClient } from './shop-client.ts';
import { reportOperations } from './report-operations.ts';
import { rowsOf } from './report-rows.ts';

const row = z.object({ id: z.int(), day: z.string(), sum: z.string() });
const parse = (rows: unknown) =>
  rowsOf(row, { keyField: 'id', dayField: 'day', mayBeBodyless: true }).parse(rows);

describe('rows of a report', () => {
  it('are read one by one; what cannot be read is handed on with its number, day and cause', () => {
    const good = { id: 1, day: '2026-03-01', sum: '1' };
    expect(parse([good, { id: 2, day: '2026-03-02T10:00:00', sum: 3 }, { id: '7', day: 'вчера' }])).toEqual({
      rows: [good],
      unread: [
        { key: '2', day: '2026-03-02', detail: 'sum «3»' },
        { key: '7', day: null, detail: 'id «7», нет sum' },
      ],
    });
  });

  it('without a number are told apart by what is in them', () => {
    const { unread } = parse(['x', { sum: '1' }, 'x', null]);
    expect(new Set(unread.map(({ key }) => key)).size).toBe(3);
    expect(unread.every(({ key }) => key.startsWith('#'))).toBe(true);
    expect(unread[0]?.detail).toBe('«x»');
  });

  it('are none in an answer without a body', () => {
    expect(parse(undefined)).toEqual({ rows: [], unread: [] });
  });
});

/** What the client reads from an answer of the marketplace. */
async function reading(
  call: (
    operations: Pick<ShopClient, 'reportRows' | 'dailyReportRows' | 'listOrders' | 'listSales'>,
  ) => Promise<{
    rows: unknown[];
    unread: unknown[];
  }>,
  response: unknown,
) {
  // Only the schema of the answer is used of a request.
  const send = ((request: { response: z.ZodMiniType }) =>
    Promise.resolve(request.response.parse(response))) as unknown as Parameters<typeof reportOperations>[0];
  return call(reportOperations(send));
}

const readReport = (response: unknown) =>
  reading((client) => client.reportRows({ dateFrom: '', dateTo: '', afterRrdId: 0 }), response);

const SOME_ROW = { ...EMPTY_REPORT_ROW, rrdId: 15, rrDate: '2026-03-01' };

describe('a row of the detailed report', () => {
  it.each(Object.keys(EMPTY_REPORT_ROW))(
    'J-17г: whose «%s» goes by another name is not read as one that has none of it',
    async (name) => {
      const { [name]: value, ...others } = SOME_ROW as Record<string, unknown>;
      const { rows, unread } = await readReport([{ ...others, [`${name}Renamed`]: value }, SOME_ROW]);
      expect(rows).toHaveLength(1);
      expect(unread).toMatchObject([{ key: '15', detail: `нет ${name}` }]);
    },
  );

  it('is read when its numbers are written as texts', async () => {
    const { rows, unread } = await readReport([
      {
        ...SOME_ROW,
        rrdId: '15',
        nmId: '1 234',
        quantity: '1',
        forPay: '1 249,50',
        paidStorage: 3,
        penalty: null,
      },
    ]);
    expect(unread).toEqual([]);
    expect(rows).toMatchObject([
      { rrdId: 15, nmId: 1234, quantity: 1, forPayKopecks: 1_249_50, storageKopecks: 3_00 },
    ]);
  });

  it('of a daily report has no number: that may be larger than a number of JavaScript holds', async () => {
    const { rows, unread } = await reading(
      (client) => client.dailyReportRows({ dateFrom: '', dateTo: '', afterRrdId: 0 }),
      [{ ...SOME_ROW, reportId: 2e22 }],
    );
    expect(unread).toEqual([]);
    expect(rows).toMatchObject([{ rrdId: 15, reportId: null }]);
  });

  it('is asked for with all that is read of it and nothing else', async () => {
    const asked: string[] = [];
    const send = ((request: { body: { fields: string[] } }) => {
      asked.push(...request.body.fields);
      return Promise.resolve({ rows: [], unread: [] });
    }) as unknown as Parameters<typeof reportOperations>[0];
    await reportOperations(send).reportRows({ dateFrom: '', dateTo: '', afterRrdId: 0 });

    const read = new Set<string | symbol>();
    const row = new Proxy<Record<string, unknown>>(
      { ...SOME_ROW, srid: 'a' },
      {
        get(fields, name) {
          if (name !== 'constructor') read.add(name);
          return Reflect.get(fields, name) as unknown;
        },
      },
    );
    expect((await readReport([row])).unread).toEqual([]);
    expect(asked.sort()).toEqual([...read].sort());
  });

  it.each([
    [{ forPay: '1,249.50' }, 'forPay «1,249.50»'],
    [{ quantity: 'один' }, 'quantity «один»'],
    [{ rrDate: '2026-02-31' }, 'rrDate «2026-02-31»'],
  ])('with %j is not guessed at', async (wrong, detail) => {
    const { rows, unread } = await readReport([{ ...SOME_ROW, ...wrong }]);
    expect(rows).toEqual([]);
    expect(unread).toMatchObject([{ key: '15', detail }]);
  });
});

it('an order whose time is none is not read, and stops no other', async () => {
  const time = '2026-03-01T10:00:00';
  const money = { priceWithDisc: 450, finishedPrice: 399.5 };
  const order = { date: time, lastChangeDate: time, nmId: 1, srid: 'a', isCancel: false, ...money };
  const { rows, unread } = await reading(
    (client) => client.listOrders(''),
    [
      order,
      { ...order, srid: 'b', date: '2026-13-01T10:00:00' },
      { ...order, srid: 'c', lastChangeDate: '?' },
    ],
  );
  expect(rows).toHaveLength(1);
  expect(unread).toMatchObject([{ key: 'b' }, { key: 'c' }]);
});
