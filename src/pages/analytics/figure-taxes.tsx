import type { TaxYear } from '#contract/profit-parts.ts';
import { formatKopecks } from '#lib/money.ts';
import { countOf } from '#lib/plurals.ts';
import { ExportButton } from '#parts/exports/export-button.tsx';
import type { PartsQuery } from './parts-query.ts';
import { taxYearColumns, taxYearRows } from './tax-year-columns.ts';
import { taxYearLines, type TaxLine, type TaxYearLine } from './tax-year-lines.ts';

interface FigureTaxesProps {
  line: TaxLine;
  years: readonly TaxYear[];
  /** The days that the figure is of. */
  period: Pick<PartsQuery, 'from' | 'to'>;
  /** The figure above has a minus: here are amounts of the tax. */
  isEffect: boolean;
}

/** What a tax is counted from: the income since 1 January, the rates, and what was owed before these days. */
export function FigureTaxes({ line, years, period: { from, to }, isEffect }: FigureTaxesProps) {
  const sheet = line === 'VAT' ? 'Как посчитан НДС' : 'Как посчитан налог';
  return (
    <>
      {years.map((year) => (
        <section key={`${year.taxpayerId}:${year.year}`} aria-label={`${year.name}, ${year.year}`}>
          <h3 className="font-medium">
            {year.name} · {year.year}{' '}
            <span className="text-sm text-muted">
              · {countOf(year.shopCount, ['магазин', 'магазина', 'магазинов'])}
            </span>
          </h3>
          <dl className="mt-1.5 flex flex-col gap-1.5">
            {taxYearLines(line, year, from).map((one) => (
              <Line
                key={`${one.name}:${one.note}`}
                {...one}
                {...(one.isResult && isEffect && { note: 'на столько меньше прибыль' })}
              />
            ))}
          </dl>
        </section>
      ))}
      {years.length === 0 ? null : (
        <div>
          <ExportButton
            size="sm"
            fileName={`${sheet} ${from} — ${to}`}
            sheet={sheet}
            columns={taxYearColumns(line)}
            readRows={() => taxYearRows(line, years, from)}
          />
        </div>
      )}
    </>
  );
}

function Line({ name, note, kopecks, isResult }: TaxYearLine) {
  return (
    <div className="flex items-baseline gap-3">
      <dt className="min-w-0 grow break-words">
        {name} {note ? <span className="text-sm text-muted">· {note}</span> : null}
      </dt>
      <dd className={`shrink-0 whitespace-nowrap tabular-nums ${isResult ? 'font-medium' : ''}`}>
        {formatKopecks(kopecks)}
      </dd>
    </div>
  );
}
