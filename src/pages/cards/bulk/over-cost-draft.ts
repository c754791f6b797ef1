import { MAX_MARGIN_BASIS_POINTS, MAX_RAISE_BASIS_POINTS, type PriceChange } from '#contract/bulk-rules.ts';
import { formatInteger } from '#lib/numbers.ts';

/** What the discounted price is bound by, while it is filled in: of a card and of a shop alike. */
export interface OverCostDraft {
  floor: 'NONE' | 'MARKUP' | 'MARGIN';
  floorPercent: number | null;
}

export const NO_FLOOR_DRAFT: OverCostDraft = { floor: 'NONE', floorPercent: 0 };

type FloorOverCost = Pick<PriceChange, 'floorBasisPoints' | 'floorMarginBasisPoints'>;

/** The part of the change, or what is missing to it. */
export function overCostOf({ floor, floorPercent }: OverCostDraft): FloorOverCost | { problem: string } {
  if (floor === 'NONE') return {};
  if (floorPercent === null) return { problem: floor === 'MARKUP' ? 'Укажите наценку' : 'Укажите маржу' };
  const basisPoints = Math.round(floorPercent * 100);
  if (floor === 'MARKUP') {
    return basisPoints > MAX_RAISE_BASIS_POINTS
      ? { problem: `Наценка — до ${formatInteger(MAX_RAISE_BASIS_POINTS / 100)}\u00a0%` }
      : { floorBasisPoints: basisPoints };
  }
  return basisPoints > MAX_MARGIN_BASIS_POINTS
    ? { problem: 'Маржа бывает только меньше 100\u00a0%' }
    : { floorMarginBasisPoints: basisPoints };
}

export function overCostDraftOf({ floorBasisPoints, floorMarginBasisPoints }: FloorOverCost): OverCostDraft {
  if (floorMarginBasisPoints !== undefined)
    return { floor: 'MARGIN', floorPercent: floorMarginBasisPoints / 100 };
  if (floorBasisPoints !== undefined) return { floor: 'MARKUP', floorPercent: floorBasisPoints / 100 };
  return NO_FLOOR_DRAFT;
}
