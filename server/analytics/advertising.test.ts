import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PartedLine } from '#contract/profit-parts.ts';
import type { Database } from '#server/db/database.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import { insertAccount, reportRow } from '#tests/support/analytics/fixtures.ts';
import { keepDayLines } from './keep-day-lines.ts';
import { readProfit } from './read-profit.ts';
import { readProfitParts } from './read-profit-parts.ts';
import { readProfitRows } from './read-profit-rows.ts';
import { storeReportRows } from './store-sales.ts';

const WEEK = { from: '2026-03-02', to: '2026-03-08', basis: 'INCOME' as const };
const withheld = (rrdId: number, deductionKopecks: number, operationNote: string) =>
  reportRow({
    rrdId,
    day: '2026-03-08',
    operation: 'Удержание',
    docTypeName: '',
    deductionKopecks,
    operationNote,
  });
const advertising = withheld(1, 700_00, 'Оказание услуг «ВБ.Продвижение», документ №1');
const insurance = withheld(2, 40_00, 'Страхование товара');
const nameless = withheld(3, 5_00, '');

let database: Database;
let reader: { accountId: number; userId: number };
let shopId: number;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

beforeEach(async () => {
  const { accountId, shopIds } = await insertAccount(database.db);
  reader = { accountId, userId: 0 };
  shopId = shopIds[0] ?? 0;
  await storeReportRows(database.db, accountId, shopId, [advertising, insurance, nameless]);
});

const totals = async () => (await readProfit(database.db, reader, WEEK)).SELECTED.totals;
const totalOf = async (line: PartedLine) =>
  (await readProfitParts(database.db, reader.accountId, { ...WEEK, line })).total;
/** As rows are that were read before the text was kept. */
const forgetNotes = () =>
  sql`UPDATE report_rows SET operation_note = NULL WHERE account_id = ${reader.accountId}`.execute(
    database.db,
  );

describe('withholdings', () => {
  it('for advertising are counted apart by what the report calls them, and open to their rows with its words', async () => {
    expect(await totals()).toMatchObject({
      deductionKopecks: 745_00,
      advertisingKopecks: 700_00,
      otherDeductionKopecks: 40_00,
    });
    const { results } = await readProfitRows(database.db, reader.accountId, {
      ...WEEK,
      line: 'ADVERTISING',
      source: 'report_rows',
      operation: 'Удержание',
      limit: 10,
      offset: 0,
    });
    expect(results).toMatchObject([{ key: '1', amount: 700_00, note: advertising.operationNote }]);
  });

  it('that were read before the text was kept are not said to be none, until they are read again', async () => {
    await forgetNotes();
    expect(await totals()).toMatchObject({
      deductionKopecks: 745_00,
      advertisingKopecks: 0,
      otherDeductionKopecks: 0,
    });
    expect([await totalOf('UNNAMED_DEDUCTION'), await totalOf('ADVERTISING')]).toEqual([745_00, 0]);
    await keepDayLines(database, reader.accountId);
    await storeReportRows(database.db, reader.accountId, shopId, [advertising, insurance, nameless]);
    for (const keep of [false, true]) {
      if (keep) await keepDayLines(database, reader.accountId);
      expect(await totals()).toMatchObject({ advertisingKopecks: 700_00, otherDeductionKopecks: 40_00 });
    }
    expect(await totalOf('UNNAMED_DEDUCTION')).toBe(5_00);
  });

  it('in sums that were kept before they were told apart are of unknown purpose', async () => {
    await forgetNotes();
    await keepDayLines(database, reader.accountId);
    await sql`UPDATE day_lines SET lines = lines - 'advertisingKopecks' - 'otherDeductionKopecks'
      WHERE account_id = ${reader.accountId}`.execute(database.db);
    expect(await totals()).toMatchObject({
      deductionKopecks: 745_00,
      advertisingKopecks: 0,
      otherDeductionKopecks: 0,
    });
  });
});
