import type { ApplicationGuards, ApplicationKind, LeftOutReason } from '#contract/promotion-applications.ts';

/** What the guards of an application look at. Pure; kopecks. */
export interface GuardedCard {
  /** Whether the marketplace has it in the promotion now. */
  isInAction: boolean;
  /** With the discount; null: nobody knows which price it had before. */
  newPriceKopecks: number | null;
  /** «≈», of one piece at the new price; null: not known. */
  profitKopecks: number | null;
  floorKopecks: number | null;
}

/** Why the card is not sent; null: it is. What nobody can overrule comes first. */
export function leftOutBy(
  kind: ApplicationKind,
  card: GuardedCard,
  { minProfitKopecks, minMarginPercent }: ApplicationGuards,
): LeftOutReason | null {
  if (card.isInAction === (kind === 'JOIN')) return 'ALREADY';
  if (card.newPriceKopecks === null) return 'NO_EARLIER_PRICE';
  if (card.floorKopecks !== null && card.newPriceKopecks < card.floorKopecks) return 'FLOOR';
  if (minProfitKopecks === null && minMarginPercent === null) return null;
  if (card.profitKopecks === null) return 'UNKNOWN_PROFIT';
  if (minProfitKopecks !== null && card.profitKopecks < minProfitKopecks) return 'PROFIT';
  const isThin =
    minMarginPercent !== null && card.profitKopecks * 100 < minMarginPercent * card.newPriceKopecks;
  return isThin ? 'MARGIN' : null;
}
