import {
  dimensionFields,
  type BrandChange,
  type DimensionChange,
  type DimensionField,
} from '#contract/bulk-rules.ts';

/** What the form of the brand holds while it is filled in. */
export interface BrandDraft {
  action: 'SET' | 'CLEAR';
  brand: string;
}

export const EMPTY_BRAND_DRAFT: BrandDraft = { action: 'SET', brand: '' };

/** The change, or what is missing to it. */
export function brandChangeOf({ action, brand }: BrandDraft): BrandChange | { problem: string } {
  if (action === 'CLEAR') return { kind: 'BRAND', brand: '' };
  return brand.trim() === '' ? { problem: 'Укажите бренд' } : { kind: 'BRAND', brand };
}

export function brandDraftOf({ brand }: BrandChange): BrandDraft {
  return { action: brand === '' ? 'CLEAR' : 'SET', brand };
}

/** null: stays as it is. */
export type DimensionDraft = Record<DimensionField, number | null>;

export const EMPTY_DIMENSION_DRAFT: DimensionDraft = {
  lengthCm: null,
  widthCm: null,
  heightCm: null,
  weightKg: null,
};

const MAX_DIMENSION = 1000;

/** The change, or what is missing to it. */
export function dimensionChangeOf(draft: DimensionDraft): DimensionChange | { problem: string } {
  const given = dimensionFields.filter((field) => draft[field] !== null);
  if (given.length === 0) return { problem: 'Укажите, что изменить' };
  if (given.some((field) => (draft[field] ?? 0) > MAX_DIMENSION)) {
    return { problem: 'Размеры — до 1000\u00a0см, вес — до 1000\u00a0кг' };
  }
  return { kind: 'DIMENSIONS', ...Object.fromEntries(given.map((field) => [field, draft[field]])) };
}

export function dimensionDraftOf(change: DimensionChange): DimensionDraft {
  const { lengthCm = null, widthCm = null, heightCm = null, weightKg = null } = change;
  return { lengthCm, widthCm, heightCm, weightKg };
}
