import type { ReactNode } from 'react';
import type { Profit, ProfitTotals } from '#contract/analytics.ts';
import type { ProfileShop } from '#contract/users.ts';
import { formatPeriod } from '#lib/dates.ts';
import { about, MINUS } from '#lib/numbers.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { SourceList } from './data-sources.tsx';
import { figures, formatFigure, type FigureName, type Term } from './figure-names.ts';
import { figureText, isPreliminaryFigure, isUnknownFigure } from './figure-said.ts';
import { sourceNames, sourcesOfFigure } from './figure-sources.ts';
import { CANNOT_BE_TOLD, measureText, whyNotTold } from './measure-said.ts';
import type { PartsQuery } from './parts-query.ts';
import type { ProfitMark } from './profit-marks.ts';
import { measures, sumOfTerms, type MeasureName } from './profit-measures.ts';

interface MeasureDialogProps {
  name: MeasureName;
  totals: ProfitTotals;
  /** What is not whole of these totals. */
  mark: ProfitMark;
  query: PartsQuery;
  shops: ReadonlyMap<number, ProfileShop>;
  /** Whose figures, and whether days are preliminary, in words. */
  note: ReactNode;
  /** Of all shops that the page shows. */
  sources: NonNullable<Profit['sources']>;
  onOpen: (name: FigureName) => void;
  onClose: () => void;
}

/** What a measure is: one figure divided by another, each of which opens to its rows. */
export function MeasureDialog(props: MeasureDialogProps) {
  const { name, totals, mark, query, shops, note, sources, onOpen, onClose } = props;
  const { title, formula, of, by } = measures[name];
  const why = whyNotTold(name, totals, mark);
  const asked = sources.filter(
    ({ shopId }) => query.shop.length === 0 || query.shop.includes(String(shopId)),
  );
  const read = new Set([...of, ...by].flatMap((term) => sourcesOfFigure(term.name)));
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={
        <>
          {title}: <span className="tabular-nums">{measureText(name, totals, mark) ?? CANNOT_BE_TOLD}</span>
        </>
      }
      description={
        <>
          <p className="text-sm text-muted">Как посчитано</p>
          <p>
            {asSentence(formula)}
            {why === null ? '' : ` ${why}`}
          </p>
          <p className="text-sm text-muted">
            {formatPeriod(query.from, query.to)}
            {note}
          </p>
        </>
      }
      footer={<Button onClick={onClose}>Закрыть</Button>}
    >
      <div className="flex flex-col gap-4">
        <Terms title="Что делится" terms={of} totals={totals} mark={mark} onOpen={onOpen} />
        <Terms title="На что делится" terms={by} totals={totals} mark={mark} onOpen={onOpen} />
        {asked.length > 0 ? (
          <SourceList
            sources={asked}
            names={sourceNames.filter((source) => read.has(source))}
            shops={shops}
          />
        ) : null}
      </div>
    </Dialog>
  );
}

function asSentence(formula: string): string {
  return `${formula.charAt(0).toUpperCase()}${formula.slice(1)}.`;
}

interface TermsProps {
  title: string;
  terms: readonly Term[];
  totals: ProfitTotals;
  mark: ProfitMark;
  onOpen: (name: FigureName) => void;
}

/** The figures that one side of the division adds up from; of several, also what they come to. */
function Terms({ title, terms, totals, mark, onOpen }: TermsProps) {
  return (
    <section aria-label={title}>
      <h3 className="text-sm text-muted">{title}</h3>
      <ul>
        {terms.map(({ name, sign }) => (
          <li key={name} className="border-b border-line-soft last:border-b-0">
            <button
              type="button"
              onClick={() => onOpen(name)}
              className="flex min-h-9 w-full items-center gap-3 rounded-md py-1.5 text-left hover:text-accent-ink"
            >
              <span className="min-w-0 grow break-words">
                {sign < 0 ? `${MINUS} ` : ''}
                {figures[name].title}
              </span>
              <span className="shrink-0 whitespace-nowrap tabular-nums">
                {figureText(name, totals, mark) ?? CANNOT_BE_TOLD}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {terms.length > 1 ? (
        <p className="flex items-center gap-3 py-1.5 font-medium">
          <span className="grow">Вместе</span>
          <span className="whitespace-nowrap tabular-nums">{sumText(terms, totals, mark)}</span>
        </p>
      ) : null}
    </section>
  );
}

/** As whole, and as known, as the least of its terms. */
function sumText(terms: readonly Term[], totals: ProfitTotals, mark: ProfitMark): string {
  const [first] = terms;
  if (!first || terms.some(({ name }) => isUnknownFigure(name, totals, mark))) return CANNOT_BE_TOLD;
  const amount = formatFigure(first.name, sumOfTerms(terms, totals));
  return terms.some(({ name }) => isPreliminaryFigure(name, totals, mark)) ? about(amount) : amount;
}
