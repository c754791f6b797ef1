import type { UnitEconomics } from '#contract/unit-economics.ts';
import { mulDivRound } from './kopeck-math.ts';
import { lineNames, NO_LINES, profitTotals, type ProfitLines } from './profit-engine.ts';
import type { SoldLines } from './sold-lines.ts';
import { taxesOf, type TaxRule } from './taxes.ts';

/**
 * What is likely left of one piece at a price. Pure; kopecks. The pieces that were sold are sold once more at the new price, and the
 * profit engine is asked: so at the price of the past the estimate is what the reports say. What buyers pay and what the marketplace
 * transfers go with the price; logistics, storage and the like are by the piece.
 */

/** Fewer pieces say nothing: one return among three would be a third. */
const FEWEST_PIECES = 5;
/** Nobody asks for a price a hundred times the one that he thinks of. */
const BREAK_EVEN_CEILING = 100;
const ROUBLE_KOPECKS = 100;

export function piecesOf({ buyouts, returns }: Pick<ProfitLines, 'buyouts' | 'returns'>): number {
  return buyouts - returns;
}

/** Whether they say how such goods sell; also that they do not, where nearly all come back. */
export function isTelling({ buyouts }: ProfitLines): boolean {
  return buyouts >= FEWEST_PIECES;
}

/** Of pieces that have all come back there is nothing to divide by. */
export function canBeEstimated(lines: ProfitLines): boolean {
  return piecesOf(lines) > 0 && lines.revenueKopecks > 0;
}

/** What belongs to no card, in proportion to revenue. */
export function withShared(lines: SoldLines, shared: ProfitLines, shopRevenueKopecks: number): SoldLines {
  if (shopRevenueKopecks <= 0) return lines;
  const result = { ...lines };
  for (const name of lineNames) {
    result[name] += mulDivRound(shared[name], lines.revenueKopecks, shopRevenueKopecks);
  }
  return result;
}

/** Those who keep a piece pay for driving it to those who do not: the less is kept, the more of it each bears. */
export function atBuyout(lines: SoldLines, theirShare: number, ownShare: number): SoldLines {
  return { ...lines, logisticsKopecks: Math.round((lines.logisticsKopecks * theirShare) / ownShare) };
}

const BASIS_POINTS = 10_000;

/** With the commission of a tariff, of which the acquiring is no part. */
export function atTariff(lines: SoldLines, basisPoints: number): SoldLines {
  const commission = mulDivRound(lines.revenueKopecks, basisPoints, BASIS_POINTS);
  return { ...lines, forPayKopecks: lines.revenueKopecks - commission - (lines.acquiringKopecks ?? 0) };
}

/** One piece of which nothing is known but its price and the tariff. */
export function onePieceAt(priceKopecks: number, basisPoints: number): SoldLines {
  const lines = { ...NO_LINES, buyouts: 1, revenueKopecks: priceKopecks, realizedKopecks: priceKopecks };
  return atTariff({ ...lines, acquiringKopecks: null }, basisPoints);
}

type Estimate = Omit<UnitEconomics, 'source' | 'from' | 'to' | 'buyout' | 'commissionBasisPoints'>;

interface Terms {
  /** With the seller's discount. */
  priceKopecks: number;
  costPriceKopecks: number | null;
  rule: TaxRule;
}

/** Wants lines that {@link canBeEstimated}. */
export function estimatePiece(sold: SoldLines, terms: Terms): Estimate {
  const { costPriceKopecks } = terms;
  const estimate = estimateAt(sold, terms);
  return {
    ...estimate,
    costPriceKopecks,
    profitKopecks: costPriceKopecks === null ? null : estimate.profitKopecks,
    breakEvenKopecks: costPriceKopecks === null ? null : breakEven(sold, terms),
    pieces: piecesOf(sold),
  };
}

function estimateAt(sold: SoldLines, { priceKopecks, costPriceKopecks, rule }: Terms) {
  const pieces = piecesOf(sold);
  const revenueKopecks = pieces * priceKopecks;
  const withPrice = (kopecks: number) => mulDivRound(kopecks, revenueKopecks, sold.revenueKopecks);
  const cost = costPriceKopecks ?? 0;
  const lines = {
    ...sold,
    revenueKopecks,
    realizedKopecks: withPrice(sold.realizedKopecks),
    forPayKopecks: withPrice(sold.forPayKopecks),
    cogsKopecks: pieces * cost,
  };
  const totals = profitTotals(lines, taxesOf(lines, rule));
  const each = (kopecks: number) => mulDivRound(kopecks, 1, pieces);
  // It goes with the price, as the commission does, which it is a part of.
  const acquiring = sold.acquiringKopecks === null ? null : withPrice(sold.acquiringKopecks);
  const parts = {
    commissionKopecks: each(totals.commissionKopecks - (acquiring ?? 0)),
    ...(acquiring !== null && { acquiringKopecks: each(acquiring) }),
    logisticsKopecks: each(totals.logisticsKopecks),
    storageKopecks: each(totals.storageKopecks),
    otherKopecks: each(
      totals.acceptanceKopecks +
        totals.penaltyKopecks +
        totals.deductionKopecks +
        totals.loyaltyKopecks +
        totals.correctionKopecks,
    ),
    taxKopecks: each(totals.vatKopecks + totals.taxKopecks),
  };
  const taken = Object.values(parts).reduce((sum, part) => sum + part, 0);
  return {
    priceKopecks,
    // Reports that name no payment of a buyer do not say that he pays nothing.
    ...(lines.realizedKopecks > 0 && { buyerPriceKopecks: each(lines.realizedKopecks) }),
    ...parts,
    profitKopecks: priceKopecks - taken - cost,
  };
}

/** By halves: a higher price never leaves less, unless the marketplace and the tax take more than all of it. */
function breakEven(sold: SoldLines, terms: Terms): number | null {
  const isEnough = (roubles: number) =>
    estimateAt(sold, { ...terms, priceKopecks: roubles * ROUBLE_KOPECKS }).profitKopecks >= 0;
  const known = Math.max(terms.priceKopecks, terms.costPriceKopecks ?? 0, ROUBLE_KOPECKS);
  let enough = Math.ceil(known / ROUBLE_KOPECKS) * BREAK_EVEN_CEILING;
  if (!isEnough(enough)) return null;
  let tooLittle = 0;
  while (enough - tooLittle > 1) {
    const middle = Math.floor((enough + tooLittle) / 2);
    if (isEnough(middle)) enough = middle;
    else tooLittle = middle;
  }
  return enough * ROUBLE_KOPECKS;
}
