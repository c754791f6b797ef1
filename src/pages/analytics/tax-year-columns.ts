import type { TaxYear } from '#contract/profit-parts.ts';
import type { Column } from '#contract/table-columns.ts';
import { taxYearLines, type TaxLine, type TaxYearLine } from './tax-year-lines.ts';

type TaxYearRow = TaxYearLine & { year: TaxYear };

/** Each line of each taxpayer's year, as the screen has them. */
export function taxYearRows(line: TaxLine, years: readonly TaxYear[], from: string): TaxYearRow[] {
  return years.flatMap((year) => taxYearLines(line, year, from).map((one) => ({ ...one, year })));
}

/** Of how a tax has come about. */
export function taxYearColumns(line: TaxLine): Column<TaxYearRow>[] {
  const income = line === 'VAT' ? 'Заплатили покупатели, ₽' : 'Доходы, ₽';
  return [
    { title: 'Налогоплательщик', width: 30, value: ({ year }) => year.name },
    { title: 'Год', width: 8, value: ({ year }) => year.year },
    { title: 'Магазинов', width: 12, value: ({ year }) => year.shopCount },
    { title: 'Что', width: 50, value: (row) => row.name },
    { title: income, width: 24, value: (row) => ({ kopecks: row.incomeKopecks }) },
    { title: 'Расходы, ₽', width: 18, value: (row) => ({ kopecks: row.expensesKopecks }) },
    {
      title: line === 'VAT' ? 'НДС, ₽' : 'Налог, ₽',
      width: 18,
      value: (row) => ({ kopecks: row.kopecks }),
    },
  ];
}
