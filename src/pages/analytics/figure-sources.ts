import type { PartedLine } from '#contract/profit-parts.ts';
import { isDerived, termsOf, type FigureName } from './figure-names.ts';

/** What is read from the marketplace: the feeds of orders and of sales, the reports. */
export const sourceNames = ['orders', 'sales', 'report'] as const;
export type SourceName = (typeof sourceNames)[number];

const ORDERS: readonly SourceName[] = ['orders'];
const REPORT: readonly SourceName[] = ['report'];
/** Of days that no report has yet, sales stand in. */
const SALES_AND_REPORT: readonly SourceName[] = ['sales', 'report'];

const sourcesOfLine: Record<PartedLine, readonly SourceName[]> = {
  ORDERS,
  CANCELS: ORDERS,
  ORDERED: ORDERS,
  BUYOUTS: SALES_AND_REPORT,
  RETURNS: SALES_AND_REPORT,
  REVENUE: SALES_AND_REPORT,
  REALIZED: SALES_AND_REPORT,
  FOR_PAY: SALES_AND_REPORT,
  COGS: SALES_AND_REPORT,
  VAT: SALES_AND_REPORT,
  TAX: SALES_AND_REPORT,
  LOGISTICS: REPORT,
  STORAGE: REPORT,
  ACCEPTANCE: REPORT,
  PENALTY: REPORT,
  DEDUCTION: REPORT,
  ADVERTISING: REPORT,
  OTHER_DEDUCTION: REPORT,
  UNNAMED_DEDUCTION: REPORT,
  LOYALTY: REPORT,
  CORRECTION: REPORT,
  // Said by the seller.
  OWN_COSTS: [],
};

/** The sources that a figure is made of, through all that it adds up from. */
export function sourcesOfFigure(name: FigureName): SourceName[] {
  const found = isDerived(name)
    ? termsOf[name].flatMap((term) => sourcesOfFigure(term.name))
    : sourcesOfLine[name];
  return sourceNames.filter((source) => found.includes(source));
}

/** True when the report alone says it, or a part of it: of days that the report does not reach, it is not whole. */
export function needsReport(name: FigureName): boolean {
  return isDerived(name)
    ? termsOf[name].some((term) => needsReport(term.name))
    : sourcesOfLine[name] === REPORT;
}
