import type { MonthOfShop, VatIncome } from '#contract/vat-income.ts';
import type { Db } from '#server/db/database.ts';
import { notFound } from '#server/errors/http-error.ts';
import { findTaxpayers } from '#server/taxpayers/taxpayer-rows.ts';
import { groupBy } from './group-by.ts';
import { addDays, moscowDay, nextMonth, type Day } from './moscow-days.ts';
import { readIncome } from './read-vat-thresholds.ts';
import { incomeOfYear, type TaxedIncome } from './vat-threshold.ts';

/** What the income of {@link readVatThresholds} adds up from, by month and shop. */
export async function readVatIncome(
  db: Db,
  accountId: number,
  taxpayerId: number,
  now: Date,
): Promise<VatIncome> {
  const taxpayer = (await findTaxpayers(db, accountId)).find(({ id }) => id === taxpayerId);
  if (!taxpayer) throw notFound('Налогоплательщик не найден');
  const today = moscowDay(now);
  const year = Number(today.slice(0, 4));
  const period = { from: `${year}-01-01`, to: today };
  const income = await readIncome(db, accountId, { shopIds: taxpayer.shopIds, period });
  const days = incomeOfYear(taxpayer, year, income);
  const months = [...groupBy(days, ({ shopId, day }) => `${day.slice(0, 7)} ${shopId}`).values()]
    .map((ofMonth) => monthOfShop(ofMonth, today))
    .filter(({ realizedKopecks, vatKopecks }) => realizedKopecks !== 0 || vatKopecks !== 0)
    .toSorted((one, other) => one.from.localeCompare(other.from) || one.shopId - other.shopId);
  return {
    taxpayerId,
    name: taxpayer.name,
    year,
    ...period,
    incomeKopecks: months.reduce((sum, { incomeKopecks }) => sum + incomeKopecks, 0),
    months,
  };
}

/** Days of one shop in one month. */
function monthOfShop(days: readonly TaxedIncome[], today: Day): MonthOfShop {
  const [first] = days;
  if (!first) throw new RangeError('A month without a day is none');
  const from = `${first.day.slice(0, 7)}-01`;
  const last = addDays(nextMonth(from), -1);
  const realizedKopecks = days.reduce((sum, day) => sum + day.realizedKopecks, 0);
  const vatKopecks = days.reduce((sum, day) => sum + day.vatKopecks, 0);
  return {
    shopId: first.shopId,
    from,
    to: last < today ? last : today,
    realizedKopecks,
    vatKopecks,
    incomeKopecks: realizedKopecks - vatKopecks,
  };
}
