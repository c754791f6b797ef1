import type { ReactNode } from 'react';
import type { Profit, ProfitTotals } from '#contract/analytics.ts';
import type { ProfileShop } from '#contract/users.ts';
import { formatPeriod } from '#lib/dates.ts';
import { MINUS } from '#lib/numbers.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { SourceList } from './data-sources.tsx';
import { FigureParts } from './figure-parts.tsx';
import { figures, formatFigure, isDerived, type FigureName } from './figure-names.ts';
import { figureText, isUnknownFigure } from './figure-said.ts';
import { shownAbove, shownTerms, signOf } from './figure-signs.ts';
import { sourcesOfFigure } from './figure-sources.ts';
import { CANNOT_BE_TOLD } from './measure-said.ts';
import type { PartsQuery } from './parts-query.ts';
import type { ProfitMark } from './profit-marks.ts';

interface FigureDialogProps {
  name: FigureName;
  /** Costs are said as what they do to the profit: with a minus. */
  isEffect: boolean;
  totals: ProfitTotals;
  /** What is not whole of these totals. */
  mark: ProfitMark;
  query: PartsQuery;
  shops: ReadonlyMap<number, ProfileShop>;
  /** Whose shops, and whether days are preliminary, in words. */
  note: ReactNode;
  /** Of all shops that the page shows. */
  sources: NonNullable<Profit['sources']>;
  /** Of a card: where the same figure of its whole shop opens. */
  hrefOfShop?: string;
  /** The measure that it was opened from, where it is divided in it or by it: the way up leads there. */
  above?: { title: string; onOpen: () => void } | undefined;
  onOpen: (name: FigureName, isEffect: boolean) => void;
  onClose: () => void;
}

/** What a figure is made of: other figures, or kinds of rows down to each row. */
export function FigureDialog(props: FigureDialogProps) {
  const { name, isEffect, totals, mark, query, shops, note, sources, hrefOfShop, onOpen, onClose } = props;
  const { title, formula, valueOf } = figures[name];
  const sign = signOf(name, isEffect);
  const figureAbove = shownAbove(name, isEffect);
  const above =
    props.above ??
    (figureAbove && {
      title: figures[figureAbove.name].title,
      onOpen: () => onOpen(figureAbove.name, figureAbove.isEffect),
    });
  const read = sourcesOfFigure(name);
  const amountOf = (one: FigureName, isEffectOfOne: boolean) =>
    figureText(one, totals, mark, signOf(one, isEffectOfOne)) ?? CANNOT_BE_TOLD;
  const asked = sources.filter(
    ({ shopId }) => query.shop.length === 0 || query.shop.includes(String(shopId)),
  );
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={
        <>
          {title}: <span className="tabular-nums">{amountOf(name, isEffect)}</span>
        </>
      }
      description={
        <>
          <p className="text-sm text-muted">Как посчитано</p>
          <p>
            {formula}.{sign < 0 ? ' Здесь — со знаком, с которым входит в прибыль.' : ''}
          </p>
          <p className="text-sm text-muted">
            {formatPeriod(query.from, query.to)}
            {note}
          </p>
        </>
      }
      footer={
        <>
          {above ? (
            <Button icon="arrow-left" onClick={above.onOpen}>
              {above.title}
            </Button>
          ) : null}
          <Button onClick={onClose}>Закрыть</Button>
        </>
      }
    >
      {isDerived(name) ? (
        <ul aria-label="Из чего сложилось">
          {shownTerms(name, isEffect).map((term) => (
            <li key={term.name} className="border-b border-line-soft last:border-b-0">
              <button
                type="button"
                onClick={() => onOpen(term.name, term.isEffect)}
                className="flex min-h-9 w-full items-center gap-3 rounded-md py-1.5 text-left hover:text-accent-ink"
              >
                <span className="min-w-0 grow break-words">
                  {term.isTakenOff ? `${MINUS} ` : ''}
                  {figures[term.name].title}
                </span>
                <span className="shrink-0 whitespace-nowrap tabular-nums">
                  {amountOf(term.name, term.isEffect)}
                </span>
              </button>
            </li>
          ))}
        </ul>
      ) : (
        <FigureParts
          // What is open belongs to the line.
          key={name}
          hrefOfShop={hrefOfShop}
          line={name}
          shown={valueOf(totals)}
          sign={sign}
          isUnknown={isUnknownFigure(name, totals, mark)}
          query={query}
          shops={shops}
          format={(part) => formatFigure(name, sign * part)}
        />
      )}
      {asked.length > 0 ? (
        <div className="mt-4">
          <SourceList sources={asked} names={read} shops={shops} />
        </div>
      ) : null}
    </Dialog>
  );
}
