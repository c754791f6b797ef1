import type { PriceFloorChange } from '#contract/bulk-rules.ts';
import { floorOf, floorValuesOf, type FloorValues } from '#pages/cards/form/floor-values.ts';

/** What the form of the lowest price holds while it is filled in. */
export interface FloorDraft extends FloorValues {
  action: 'SET' | 'CLEAR';
}

export const EMPTY_FLOOR_DRAFT: FloorDraft = { action: 'SET', roubles: null, overCostPercent: null };

/** The change, or what is missing to it. */
export function priceFloorChangeOf({
  action,
  ...values
}: FloorDraft): PriceFloorChange | { problem: string } {
  if (action === 'CLEAR') return { kind: 'PRICE_FLOOR', floorKopecks: null, overCostBasisPoints: null };
  if (values.roubles === null && values.overCostPercent === null)
    return { problem: 'Укажите минимальную цену' };
  const floor = floorOf(values);
  return 'problem' in floor ? floor : { kind: 'PRICE_FLOOR', ...floor };
}

export function floorDraftOf(change: PriceFloorChange): FloorDraft {
  const isNone = change.floorKopecks === null && change.overCostBasisPoints === null;
  return { action: isNone ? 'CLEAR' : 'SET', ...floorValuesOf(change) };
}
