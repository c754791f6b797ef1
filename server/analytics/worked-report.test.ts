import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AskedBasis, ProfitTotals } from '#contract/analytics.ts';
import { vatRates, type TaxRate } from '#contract/taxpayers.ts';
import type { Database } from '#server/db/database.ts';
import { reportOperations } from '#server/marketplace/report-operations.ts';
import { EMPTY_REPORT_ROW } from '#tests/fixtures/report-row.ts';
import { insertAccount, insertCard } from '#tests/support/analytics/fixtures.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import { readProfit } from './read-profit.ts';
import { readProfitCards } from './read-profit-cards.ts';
import { storeReportRows } from './store-sales.ts';

const text = readFileSync(new URL('../../tests/fixtures/worked-report.md', import.meta.url), 'utf8');

/** What a row leaves out is nothing, and the marketplace says so in each. */
function rowsWritten(block: string): object[] {
  const rows: object[] = JSON.parse(block);
  return rows.map((row) => ({ ...EMPTY_REPORT_ROW, ...row }));
}

/** A block of rows by its name, as the marketplace would send it, read by the client. */
async function rowsOf(name: string) {
  const block = text.split(`\`\`\`json ${name}\n`)[1]?.split('```')[0] ?? '';
  const client = reportOperations(async ({ response }) => response.parse(rowsWritten(block)));
  const { rows, unread } = await client.reportRows({
    dateFrom: '2026-01-01',
    dateTo: '2026-12-31',
    afterRrdId: 0,
  });
  expect(unread).toEqual([]);
  return rows;
}

/** The lines of the table below a heading, cell by cell, without its head. */
function tableBelow(heading: string): string[][] {
  const section = text.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const lines = section.split('\n').filter((line) => line.startsWith('| '));
  return lines.slice(1).map((line) =>
    line
      .split('|')
      .map((cell) => cell.trim())
      .slice(1, -1),
  );
}

const kopecks = (roubles: string | undefined) => Math.round(Number(roubles) * 100);

let database: Database;
let reader: { accountId: number; userId: number };
let shopId = 0;

beforeAll(async () => {
  database = await openTestDatabase();
  const { accountId, shopIds } = await insertAccount(database.db);
  reader = { accountId, userId: 0 };
  [shopId = 0] = shopIds;
  await insertCard(database.db, accountId, { costPriceKopecks: 120_00, nmIds: { [shopId]: 1234567 } });
  await storeReportRows(database.db, accountId, shopId, await rowsOf('rows'));
});
afterAll(() => database.close());

async function rates(taxRates: TaxRate[]): Promise<void> {
  await database.db
    .updateTable('taxpayers')
    .set({ tax_rates: JSON.stringify(taxRates) })
    .where('account_id', '=', reader.accountId)
    .execute();
}

const rate = (basis: TaxRate['basis'], vatPercent: TaxRate['vatPercent'], from = '2026-01-01'): TaxRate => ({
  from,
  basis,
  ratePercent: basis === 'INCOME' ? 6 : 15,
  vatPercent,
});
const MARCH = { from: '2026-03-01', to: '2026-03-31' };

/** Of the period, checked against the sum of its days and of its cards. */
async function totalsOf(period = MARCH, basis: AskedBasis = 'OWN'): Promise<ProfitTotals> {
  const { totals, days } = (await readProfit(database.db, reader, { ...period, basis })).SELECTED;
  const { results } = await readProfitCards(database.db, reader, {
    ...period,
    basis,
    limit: 50,
    offset: 0,
    ordering: '-profit',
    shopRows: true,
  });
  const ofDays = days.reduce((sum, day) => sum + day.profitKopecks, 0);
  const ofCards = results.reduce((sum, card) => sum + card.totals.profitKopecks, 0);
  expect([ofDays, ofCards]).toEqual([totals.profitKopecks, totals.profitKopecks]);
  return totals;
}

const basisOf = (cell: string | undefined): TaxRate['basis'] =>
  cell === 'INCOME' ? 'INCOME' : 'INCOME_MINUS_EXPENSES';

describe('the worked report, to the kopeck', () => {
  it.each(tableBelow('До налога'))('%s', async (name, _, roubles) => {
    const totals: Record<string, unknown> = { ...(await totalsOf()) };
    expect(totals[`${name}Kopecks`]).toBe(kopecks(roubles));
  });

  const taxes = tableBelow('Налог и прибыль по каждой ставке НДС');
  it('has both objects at each rate of VAT', () => {
    expect(taxes.map(([basis, vat]) => `${basis} ${vat}`)).toEqual(
      ['INCOME', 'INCOME_MINUS_EXPENSES'].flatMap((basis) => vatRates.map((vat) => `${basis} ${vat}`)),
    );
  });

  it.each(taxes)('%s with VAT of %s %%', async (basis, vatPercent, vat, tax, profit) => {
    const percent = vatRates.find((one) => String(one) === vatPercent) ?? 0;
    await rates([rate(basisOf(basis), percent)]);
    expect(await totalsOf()).toMatchObject({
      vatKopecks: kopecks(vat),
      taxKopecks: kopecks(tax),
      profitKopecks: kopecks(profit),
    });
  });

  it.each(tableBelow('НДС 5 % с 19 марта, посреди недели'))(
    '%s with VAT that begins in the middle',
    async (basis, vat, tax, profit) => {
      await rates([rate(basisOf(basis), 0), rate(basisOf(basis), 5, '2026-03-19')]);
      expect(await totalsOf()).toMatchObject({
        vatKopecks: kopecks(vat),
        taxKopecks: kopecks(tax),
        profitKopecks: kopecks(profit),
      });
    },
  );

  it('the minimal tax of a year that begins at a loss', async () => {
    await storeReportRows(database.db, reader.accountId, shopId, await rowsOf('january'));
    await rates([rate('INCOME_MINUS_EXPENSES', 0)]);
    const periods = [
      { from: '2026-01-01', to: '2026-01-31' },
      MARCH,
      { from: '2026-01-01', to: '2026-12-31' },
    ];
    const counted = [];
    for (const period of periods) counted.push((await totalsOf(period)).taxKopecks);
    expect(counted).toEqual(
      tableBelow('Минимальный налог: январь в убытке').map(([, roubles]) => kopecks(roubles)),
    );
  });
});
