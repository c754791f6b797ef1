import type { TaxYear } from '#contract/profit-parts.ts';
import { addDays, formatDay, formatPeriod } from '#lib/dates.ts';
import { formatKopecks } from '#lib/money.ts';
import { NBSP } from '#lib/numbers.ts';
import { countOf } from '#lib/plurals.ts';

interface FigureTaxesProps {
  line: 'VAT' | 'TAX';
  years: readonly TaxYear[];
  /** The first of the days that the figure is of. */
  from: string;
  /** The figure above has a minus: here are amounts of the tax. */
  isEffect: boolean;
}

/** What a tax is counted from: the income since 1 January, the rates, and what was owed before these days. */
export function FigureTaxes({ line, years, from, isEffect }: FigureTaxesProps) {
  return years.map((year) => {
    const start = `${year.year}-01-01`;
    const owed = owedOf(line, year.owed);
    const before = owedOf(line, year.before);
    const name = line === 'VAT' ? 'НДС' : 'Налог';
    return (
      <section key={`${year.taxpayerId}:${year.year}`} aria-label={`${year.name}, ${year.year}`}>
        <h3 className="font-medium">
          {year.name} · {year.year}{' '}
          <span className="text-sm text-muted">
            · {countOf(year.shopCount, ['магазин', 'магазина', 'магазинов'])}
          </span>
        </h3>
        <dl className="mt-1.5 flex flex-col gap-1.5">
          {year.rates.map((rate) => (
            <Line
              key={`${rate.basis}:${rate.ratePercent}:${rate.vatPercent}`}
              name={rateName(line, rate)}
              note={rateNote(line, rate)}
              kopecks={owedOf(line, rate)}
            />
          ))}
          {line === 'TAX' && year.minimumKopecks !== null ? (
            <Line
              name={`Минимальный налог, 1${NBSP}% дохода`}
              note="платят его, когда он больше"
              kopecks={year.minimumKopecks}
            />
          ) : null}
          <Line name={`${name} за ${formatPeriod(start, year.until)}`} kopecks={owed} />
          {from > start ? (
            <>
              <Line
                name={`Было до ${formatDay(from)}`}
                note={formatPeriod(start, addDays(from, -1))}
                kopecks={-before}
              />
              <Line
                name="Выросло за эти дни"
                {...(isEffect && { note: 'на столько меньше прибыль' })}
                kopecks={owed - before}
                isStrong
              />
            </>
          ) : null}
        </dl>
      </section>
    );
  });
}

type Owed = TaxYear['owed'];

function owedOf(line: 'VAT' | 'TAX', { vatKopecks, taxKopecks }: Owed): number {
  return line === 'VAT' ? vatKopecks : taxKopecks;
}

type Rate = TaxYear['rates'][number];

function rateName(line: 'VAT' | 'TAX', { basis, ratePercent, vatPercent }: Rate): string {
  if (line === 'VAT') return vatPercent === 0 ? 'Без НДС' : `НДС ${percent(vatPercent)}`;
  return `${basis === 'INCOME' ? 'Доходы' : 'Доходы − расходы'}, ${percent(ratePercent)}`;
}

function rateNote(line: 'VAT' | 'TAX', { incomeKopecks, expensesKopecks, vatKopecks }: Rate): string {
  if (line === 'VAT') return `внутри ${formatKopecks(incomeKopecks + vatKopecks)}`;
  return expensesKopecks === null
    ? `с${NBSP}${formatKopecks(incomeKopecks)}`
    : `с${NBSP}${formatKopecks(incomeKopecks)} − ${formatKopecks(expensesKopecks)}`;
}

function percent(value: number): string {
  return `${String(value).replace('.', ',')}\u00a0%`;
}

interface LineProps {
  name: string;
  note?: string;
  kopecks: number;
  isStrong?: boolean;
}

function Line({ name, note, kopecks, isStrong = false }: LineProps) {
  return (
    <div className="flex items-baseline gap-3">
      <dt className="min-w-0 grow break-words">
        {name} {note ? <span className="text-sm text-muted">· {note}</span> : null}
      </dt>
      <dd className={`shrink-0 whitespace-nowrap tabular-nums ${isStrong ? 'font-medium' : ''}`}>
        {formatKopecks(kopecks)}
      </dd>
    </div>
  );
}
