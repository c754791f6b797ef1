import type { TaxYear } from '#contract/profit-parts.ts';
import { addDays, formatDay, formatPeriod } from '#lib/dates.ts';
import { formatKopecks } from '#lib/money.ts';
import { NBSP } from '#lib/numbers.ts';
import { basisLabels } from '#parts/basis-labels.ts';

export type TaxLine = 'VAT' | 'TAX';

/** One sum on the way to a tax: by a rate, of the year, before the asked days, on them. */
export interface TaxYearLine {
  name: string;
  note: string | null;
  kopecks: number;
  /** What the tax of a rate is counted from; null: the line is of no rate, or expenses lower nothing. */
  incomeKopecks: number | null;
  expensesKopecks: number | null;
  isResult?: true;
}

/** How a taxpayer's tax has come about since 1 January, in the order in which it is counted. `from` is the first of the asked days. */
export function taxYearLines(line: TaxLine, year: TaxYear, from: string): TaxYearLine[] {
  const start = `${year.year}-01-01`;
  const owed = owedOf(line, year.owed);
  const before = owedOf(line, year.before);
  const lines = year.rates.map((rate) => rateLine(line, rate));
  if (line === 'TAX' && year.minimumKopecks !== null) {
    lines.push(
      sum(`Минимальный налог, 1${NBSP}% дохода`, 'платят его, когда он больше', year.minimumKopecks),
    );
  }
  lines.push(sum(`${line === 'VAT' ? 'НДС' : 'Налог'} за ${formatPeriod(start, year.until)}`, null, owed));
  if (from > start) {
    lines.push(sum(`Было до ${formatDay(from)}`, formatPeriod(start, addDays(from, -1)), -before), {
      ...sum('Выросло за эти дни', null, owed - before),
      isResult: true,
    });
  }
  return lines;
}

function sum(name: string, note: string | null, kopecks: number): TaxYearLine {
  return { name, note, kopecks, incomeKopecks: null, expensesKopecks: null };
}

type Rate = TaxYear['rates'][number];

function rateLine(line: TaxLine, rate: Rate): TaxYearLine {
  const { basis, ratePercent, vatPercent, vatKopecks, expensesKopecks } = rate;
  if (line === 'VAT') {
    const paidKopecks = rate.incomeKopecks + vatKopecks;
    return {
      ...sum(vatPercent === 0 ? 'Без НДС' : `НДС ${percent(vatPercent)}`, null, vatKopecks),
      note: `внутри ${formatKopecks(paidKopecks)}`,
      incomeKopecks: paidKopecks,
    };
  }
  const income = `с${NBSP}${formatKopecks(rate.incomeKopecks)}`;
  return {
    ...sum(`${basisLabels[basis]}, ${percent(ratePercent)}`, null, rate.taxKopecks),
    note: expensesKopecks === null ? income : `${income} − ${formatKopecks(expensesKopecks)}`,
    incomeKopecks: rate.incomeKopecks,
    expensesKopecks,
  };
}

function owedOf(line: TaxLine, { vatKopecks, taxKopecks }: TaxYear['owed']): number {
  return line === 'VAT' ? vatKopecks : taxKopecks;
}

function percent(value: number): string {
  return `${String(value).replace('.', ',')}${NBSP}%`;
}
