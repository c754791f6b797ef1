import { dimensionFields, type BrandChange, type DimensionChange } from '#contract/bulk-rules.ts';
import type { EditedFacts } from '#contract/bulk-rows.ts';
import { normaliseLine } from '#server/text/text-rules.ts';
import { differing, type CardChange, type CardFacts } from './card-change.ts';

const GRAMS_PER_KG = 1000;

export function changeBrand(card: CardFacts, change: BrandChange): CardChange {
  const before = { brand: card.brand };
  return { before, after: differing(before, { brand: normaliseLine(change.brand) }), refusal: null };
}

export function changeVendorCode(card: CardFacts, vendorCode: string): CardChange {
  const before = { vendorCode: card.vendorCode };
  return { before, after: differing(before, { vendorCode: normaliseLine(vendorCode) }), refusal: null };
}

/** A row is about the named dimensions only: somebody else may measure the others meanwhile. */
export function changeDimensions(card: CardFacts, change: DimensionChange): CardChange {
  const before: EditedFacts = {};
  const wanted: EditedFacts = {};
  for (const field of dimensionFields) {
    const value = change[field];
    if (value === undefined) continue;
    before[field] = card[field];
    wanted[field] = field === 'weightKg' ? Math.round(value * GRAMS_PER_KG) / GRAMS_PER_KG : value;
  }
  return { before, after: differing(before, wanted), refusal: null };
}
