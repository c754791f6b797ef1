import type { ProfitTotals } from '#contract/analytics.ts';
import { formatRoubles } from '#lib/money.ts';
import { about, formatInteger } from '#lib/numbers.ts';
import { figures, formatFigure, type FigureName } from './figure-names.ts';
import { sourcesOfFigure } from './figure-sources.ts';
import type { ProfitMark } from './profit-marks.ts';

/** Of orders, and the feed of them does not reach these days: that nothing is known is no zero. */
export function isUnknownFigure(name: FigureName, totals: ProfitTotals, mark: ProfitMark): boolean {
  return (
    mark.isWithoutOrders && sourcesOfFigure(name).includes('orders') && figures[name].valueOf(totals) === 0
  );
}

/** By what it was read from: of a preliminary profit, orders are whole. */
export function isPreliminaryFigure(name: FigureName, totals: ProfitTotals, mark: ProfitMark): boolean {
  if (!mark.isPreliminary) return false;
  // A share of revenue is not whole before the revenue is; where nobody has said any cost, nothing is waited for.
  if (name === 'OWN_COSTS') return figures[name].valueOf(totals) !== 0;
  return sourcesOfFigure(name).includes('report');
}

/** A figure as a window says it, to the kopeck: «≈ −20 600,15 ₽»; null where nothing is known of it. */
export function figureText(
  name: FigureName,
  totals: ProfitTotals,
  mark: ProfitMark,
  sign: 1 | -1 = 1,
): string | null {
  return said(name, totals, mark, formatFigure(name, sign * figures[name].valueOf(totals)));
}

/** The same in a row of a table, to the rouble. */
export function shortFigureText(name: FigureName, totals: ProfitTotals, mark: ProfitMark): string | null {
  const { valueOf, isCount } = figures[name];
  return said(name, totals, mark, (isCount ? formatInteger : formatRoubles)(valueOf(totals)));
}

function said(name: FigureName, totals: ProfitTotals, mark: ProfitMark, amount: string): string | null {
  if (isUnknownFigure(name, totals, mark)) return null;
  return isPreliminaryFigure(name, totals, mark) ? about(amount) : amount;
}
