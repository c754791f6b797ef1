import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { reportRow, reportSummary, rowIdsFrom, type Report } from '#simulator/reports/finance-responses.ts';
import { registerOperation, type Call, type Simulator } from '#simulator/gateway/gateway.ts';
import { mondayOf, moscowDay, parseMoscowTime, startOfMoscowDay } from '#simulator/state/moscow-time.ts';
import type { MoneyRow } from '#simulator/reports/money-row.ts';
import { moneyRows } from '#simulator/reports/report-rows.ts';
import { HISTORY_DAYS } from '#simulator/reports/sales-generator.ts';
import type { Seller } from '#simulator/state/state.ts';

const ROWS_MAX = 100_000;
const REPORTS_MAX = 1000;
const ROWS_AT_ONCE = 5000;
const ROWS_PER_CHUNK = 200;
/** Reports of a finished period are published in the morning after it. */
const PUBLISHED_AT_MS = 10 * 3_600_000;
/** Numbers of the reports by buy-outs stand beside those of the main ones. */
const BOUGHT_OUT_ID = 2;
/** Lines and reports of a day have numbers of their own; those of reports are larger than a number of JavaScript holds. */
const DAILY_LINES_FROM = 500_000;
const DAILY_REPORT_FACTOR = 1e10;
const ORIGIN = 'open-api-finreports';

const Period = z._default(z.enum(['daily', 'weekly']), 'weekly');
const ListRequest = z.object({
  dateFrom: z.string(),
  dateTo: z.string(),
  limit: z._default(z.int().check(z.minimum(1), z.maximum(REPORTS_MAX)), REPORTS_MAX),
  offset: z._default(z.int().check(z.minimum(0)), 0),
  period: Period,
});
const DetailedRequest = z.object({
  dateFrom: z.string(),
  dateTo: z.string(),
  limit: z._default(z.int().check(z.minimum(1), z.maximum(ROWS_MAX)), ROWS_MAX),
  rrdId: z._default(z.int().check(z.minimum(0)), 0),
  period: Period,
  fields: z.optional(z.array(z.string())),
});

/** The finance host: reports of realisation and their lines. */
export function registerFinanceRoutes(app: FastifyInstance, simulator: Simulator): void {
  const common = { method: 'POST', category: 'finance', shape: 'problem', isWrite: false } as const;
  registerOperation(
    app,
    simulator,
    {
      ...common,
      name: 'finance/sales-reports/list',
      path: '/finance/api/finance/v1/sales-reports/list',
      group: 'report-list',
      refusesBase: true,
    },
    (call) => listReports(simulator.state.seed, call),
  );
  registerOperation(
    app,
    simulator,
    {
      ...common,
      name: 'finance/sales-reports/detailed',
      path: '/finance/api/finance/v1/sales-reports/detailed',
      group: 'report-detailed',
    },
    (call) => listRows(simulator.state.seed, call),
  );
}

function refuse(call: Call, detail: string) {
  const problem = { status: 400, title: 'decode error', detail, requestId: randomUUID(), origin: ORIGIN };
  return call.reply.code(400).type('application/problem+json').send(JSON.stringify(problem));
}

function readRange(input: {
  dateFrom: string;
  dateTo: string;
}): { fromDay: number; toDay: number } | undefined {
  const from = parseMoscowTime(input.dateFrom);
  const to = parseMoscowTime(input.dateTo);
  if (from === undefined || to === undefined || from > to) return undefined;
  return { fromDay: moscowDay(from), toDay: moscowDay(to) };
}

function listReports(seed: number, call: Call) {
  const input = ListRequest.safeParse(call.body);
  const range = input.success ? readRange(input.data) : undefined;
  if (!input.success || !range) return refuse(call, 'invalid or missing dateFrom, dateTo, limit or offset');
  const published = reportsBetween(call, range, input.data.period);
  const [first] = published;
  const last = published.at(-1);
  if (!first || !last) return call.reply.code(204).send();
  const rows = moneyRows(seed, call.seller, { fromDay: first.fromDay, toDay: last.toDay, nowMs: call.nowMs });
  const reports = published.flatMap((report) => {
    const own = rows.filter((row) => isRowOf(report, row, call.nowMs));
    // The main report of a week is there in any case; that of what was bought out only with lines.
    return own.length > 0 || report.type === 1 ? [{ report, own }] : [];
  });
  const page = reports.slice(input.data.offset, input.data.offset + input.data.limit);
  if (page.length === 0) return call.reply.code(204).send();
  return page.map(({ report, own }) => reportSummary(call.seller, report, own));
}

async function listRows(seed: number, call: Call) {
  const input = DetailedRequest.safeParse(call.body);
  const range = input.success ? readRange(input.data) : undefined;
  if (!input.success || !range) return refuse(call, 'invalid or missing dateFrom, dateTo, limit or rrdId');
  const published = reportsBetween(call, range, input.data.period);
  const reportOf = (row: MoneyRow) => published.find((report) => isRowOf(report, row, call.nowMs));
  const { limit, rrdId: lastRrdId, fields, period } = input.data;
  const numbered = numberRows(seed, call.seller, range, call.nowMs).map(({ rrdId, row }) => ({
    rrdId: period === 'daily' ? rrdId + DAILY_LINES_FROM : rrdId,
    row,
  }));
  const page = numbered.filter(({ rrdId, row }) => rrdId > lastRrdId && reportOf(row)).slice(0, limit);
  if (page.length === 0) return call.reply.code(204).send();
  const responses = async function* () {
    for (const [at, { rrdId, row }] of page.entries()) {
      // The demo's marketplace runs in the server, which answers others meanwhile.
      if (at % ROWS_PER_CHUNK === ROWS_PER_CHUNK - 1) await nextTurn();
      const report = reportOf(row);
      if (report) yield chooseFields(reportRow(seed, call.seller, report, rrdId, row), fields);
    }
  };
  // A page of the largest size is 200 MB of text: it is written as it is made.
  if (page.length > ROWS_AT_ONCE)
    return call.reply.type('application/json; charset=utf-8').send(Readable.from(jsonChunks(responses())));
  const rows: unknown[] = [];
  for await (const row of responses()) rows.push(row);
  return rows;
}

async function* jsonChunks(rows: AsyncIterable<unknown>): AsyncGenerator<string> {
  let texts: string[] = [];
  let separator = '[';
  for await (const row of rows) {
    texts.push(JSON.stringify(row));
    if (texts.length < ROWS_PER_CHUNK) continue;
    yield separator + texts.join(',');
    separator = ',';
    texts = [];
  }
  yield `${texts.length > 0 ? separator + texts.join(',') : ''}]`;
}

function chooseFields(row: Record<string, unknown>, fields: string[] | undefined): Record<string, unknown> {
  if (!fields || fields.length === 0) return row;
  return Object.fromEntries(Object.entries(row).filter(([name]) => fields.includes(name)));
}

/** Lines with their numbers: the number of the day, then the place within it. */
function numberRows(seed: number, seller: Seller, range: { fromDay: number; toDay: number }, nowMs: number) {
  let day = 0;
  let nextId = 0;
  return moneyRows(seed, seller, { ...range, nowMs }).map((row: MoneyRow) => {
    if (row.day !== day) {
      day = row.day;
      nextId = rowIdsFrom(day);
    }
    nextId += 1;
    return { rrdId: nextId, row };
  });
}

/** The published reports that touch the asked days. */
function reportsBetween(
  call: Call,
  range: { fromDay: number; toDay: number },
  period: 'daily' | 'weekly',
): Report[] {
  const oldest = moscowDay(call.nowMs) - HISTORY_DAYS;
  const start = Math.max(range.fromDay, oldest);
  const reports: Report[] = [];
  const length = period === 'weekly' ? 7 : 1;
  for (
    let fromDay = period === 'weekly' ? mondayOf(start) : start;
    fromDay <= range.toDay;
    fromDay += length
  ) {
    const createDay = fromDay + length;
    if (publishedMs(createDay) > call.nowMs) break;
    const number = fromDay * 10_000 + call.seller.ordinal * 10 + 1;
    const reportId = period === 'weekly' ? number : number * DAILY_REPORT_FACTOR;
    const days = { fromDay, toDay: createDay - 1, createDay };
    reports.push(
      { reportId, type: 1, ...days },
      { reportId: reportId + BOUGHT_OUT_ID * (reportId / number), type: 2, ...days },
    );
  }
  return reports;
}

/** A line that comes later is in the report, and in its sums, only since then. */
function isRowOf({ type, fromDay, toDay, createDay }: Report, row: MoneyRow, nowMs: number): boolean {
  if (row.reportType !== type || row.day < fromDay || row.day > toDay) return false;
  return publishedMs(createDay) + row.appearsLaterMs <= nowMs;
}

function publishedMs(createDay: number): number {
  return startOfMoscowDay(createDay) + PUBLISHED_AT_MS;
}
