import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { insertAccount, orderRow, reportRow, saleRow } from '#tests/support/analytics/fixtures.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import { storeOrders, storeReportRows, storeSales } from './store-sales.ts';

/** Days are read again and again. A row that says what it said is not written: its day would be summed anew. */
const DAY = '2026-03-02';
const AT = `${DAY}T12:00:00`;
const order = orderRow({ srid: 'one', at: AT, nmId: 1, kopecks: 1000 });
const sale = saleRow({ saleId: 'S1', at: AT, nmId: 1, kopecks: 1000, forPayKopecks: 700 });
const line = reportRow({ day: DAY, srid: 'one', operation: 'Продажа', quantity: 1, forPayKopecks: 700 });

let database: Database;
let shop: { accountId: number; shopId: number };

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  const { accountId, shopIds } = await insertAccount(database.db);
  shop = { accountId, shopId: shopIds[0] ?? 0 };
});
afterAll(() => database.close());

async function store(changes: { order?: object; sale?: object; line?: object } = {}): Promise<void> {
  const { accountId, shopId } = shop;
  await storeOrders(database.db, accountId, shopId, [{ ...order, ...changes.order }]);
  await storeSales(database.db, accountId, shopId, [{ ...sale, ...changes.sale }]);
  await storeReportRows(database.db, accountId, shopId, [{ ...line, ...changes.line }]);
}

/** Which tables have another row than before, and how many days are to be summed anew. */
async function changedBy(work: () => Promise<void>) {
  const before = await writers();
  await sql`DELETE FROM day_line_marks WHERE account_id = ${shop.accountId}`.execute(database.db);
  await work();
  const after = await writers();
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM day_line_marks WHERE account_id = ${shop.accountId}`.execute(
    database.db,
  );
  return {
    tables: Object.keys(after).filter((table) => after[table] !== before[table]),
    isMarked: (rows[0]?.count ?? 0) > 0,
  };
}

async function writers(): Promise<Record<string, string>> {
  const tables = ['orders', 'sales', 'report_rows'];
  const { rows } = await sql<{ place: string; writer: string }>`${sql.join(
    tables.map(
      (table) => sql`SELECT ${table}::text AS place, string_agg(xmin::text, ',') AS writer
        FROM ${sql.table(table)} WHERE account_id = ${shop.accountId}`,
    ),
    sql` UNION ALL `,
  )}`.execute(database.db);
  return Object.fromEntries(rows.map(({ place, writer }) => [place, writer]));
}

it('SY-04: rows that say what they said are not written, and no day is summed anew', async () => {
  await store();
  expect(await changedBy(() => store())).toEqual({ tables: [], isMarked: false });
});

it('SY-04: a row that says something else is written, alone', async () => {
  await store();
  expect(await changedBy(() => store({ line: { penaltyKopecks: 5 } }))).toEqual({
    tables: ['report_rows'],
    isMarked: true,
  });
  expect(await changedBy(() => store({ line: { penaltyKopecks: 5 }, sale: { forPayKopecks: 1 } }))).toEqual({
    tables: ['sales'],
    isMarked: true,
  });
  const cancelled = { line: { penaltyKopecks: 5 }, sale: { forPayKopecks: 1 }, order: { isCancel: true } };
  expect((await changedBy(() => store(cancelled))).tables).toEqual(['orders']);
});

it('SY-04: what an earlier reading says does not come back', async () => {
  await store({ order: { lastChangeDate: '2026-03-03T10:00:00', isCancel: true } });
  const late = { order: { lastChangeDate: '2026-03-02T10:00:00', isCancel: false } };
  expect((await changedBy(() => store(late))).tables).toEqual([]);
});
