import { figureAbove, termsOf, type DerivedName, type FigureName } from './figure-names.ts';

/**
 * A cost is said in two ways: as an amount, «Логистика 87 241 ₽», or as what it does to the profit, «−87 241 ₽». The window says it
 * the way it was pressed.
 */
const costs: ReadonlySet<FigureName> = new Set([
  'COMMISSION',
  'LOGISTICS',
  'STORAGE',
  'DELIVERY_AND_STORAGE',
  'ACCEPTANCE',
  'PENALTY',
  'DEDUCTION',
  'ADVERTISING',
  'OTHER_DEDUCTION',
  'UNNAMED_DEDUCTION',
  'LOYALTY',
  'CORRECTION',
  'COGS',
  'OWN_COSTS',
  'VAT',
  'TAX',
  'TAXES',
]);

export function isCost(name: FigureName): boolean {
  return costs.has(name);
}

/** What the amount of a figure is multiplied by to be said; what is no cost is always said as it is. */
export function signOf(name: FigureName, isEffect: boolean): 1 | -1 {
  return isEffect && isCost(name) ? -1 : 1;
}

interface ShownTerm {
  name: FigureName;
  isEffect: boolean;
  /** Its own sign is not the one that it has in the sum: a minus stands before its name. */
  isTakenOff: boolean;
}

/** What a derived figure adds up from, each said as its own window says it. */
export function shownTerms(name: DerivedName, isEffect: boolean): ShownTerm[] {
  return termsOf[name].map((term) => {
    const isTermEffect = isCost(name) ? isEffect : true;
    const inSum = signOf(name, isEffect) * term.sign;
    return { name: term.name, isEffect: isTermEffect, isTakenOff: inSum !== signOf(term.name, isTermEffect) };
  });
}

/** The figure above, said in the way that leads back to this one. */
export function shownAbove(
  name: FigureName,
  isEffect: boolean,
): { name: FigureName; isEffect: boolean } | undefined {
  const above = figureAbove(name);
  return above && { name: above, isEffect: isCost(name) ? isEffect : true };
}
