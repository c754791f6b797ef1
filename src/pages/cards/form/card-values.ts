import type { Card, CardContent } from '#contract/cards.ts';

/** The fields of a card that a person edits, in the order in which they are compared. */
export const contentFields = [
  'vendorCode',
  'title',
  'description',
  'subjectId',
  'brand',
  'dimensions',
  'characteristics',
  'sizes',
  'photos',
  'tags',
  'priceKopecks',
  'discount',
  'clubDiscount',
  'costPriceKopecks',
] as const satisfies (keyof CardContent)[];
export type ContentField = (typeof contentFields)[number];

/**
 * Prices act on a live marketplace: two people's changes to them are never joined without asking, and they are saved
 * only while the server answers.
 */
export const priceFields: ReadonlySet<ContentField> = new Set(['priceKopecks', 'discount', 'clubDiscount']);

/** The editable part of a card. */
export function contentOf(card: Card): CardContent {
  return {
    vendorCode: card.vendorCode,
    title: card.title,
    description: card.description,
    subjectId: card.subjectId,
    brand: card.brand,
    dimensions: card.dimensions,
    characteristics: card.characteristics,
    sizes: card.sizes,
    photos: card.photos,
    tags: card.tags,
    priceKopecks: card.priceKopecks,
    discount: card.discount,
    clubDiscount: card.clubDiscount,
    costPriceKopecks: card.costPriceKopecks,
  };
}

export type ContentPatch = Partial<CardContent>;

/** What `mine` changes in `base`: exactly the body of a save. */
export function changedContent(base: CardContent, mine: CardContent): ContentPatch {
  const changed = contentFields.filter((field) => !isSame(base[field], mine[field]));
  return Object.fromEntries(changed.map((field) => [field, mine[field]]));
}

/** The part of `patch` that acts on prices, and the rest. */
export function splitPrices(patch: ContentPatch): { prices: ContentPatch; rest: ContentPatch } {
  const fields = changedFields(patch);
  const part = (isPrice: boolean): ContentPatch =>
    Object.fromEntries(
      fields.filter((field) => priceFields.has(field) === isPrice).map((field) => [field, patch[field]]),
    );
  return { prices: part(true), rest: part(false) };
}

export function changedFields(patch: ContentPatch): ContentField[] {
  return contentFields.filter((field) => field in patch);
}

export interface MergeResult {
  /** Theirs with my changes that nobody else touched. */
  merged: CardContent;
  /** Fields that both changed, to different values: a person decides. */
  conflicts: ContentField[];
  /** Fields that only they changed. */
  taken: ContentField[];
}

/**
 * Three-way merge field by field. Disjoint changes join; the same change made twice is no conflict; a price changed by
 * them while I change any price is a conflict of mine, because prices belong together.
 */
export function mergeContent(base: CardContent, mine: CardContent, theirs: CardContent): MergeResult {
  const myChanges = changedFields(changedContent(base, mine));
  const theirChanges = changedFields(changedContent(base, theirs));
  const theyTouchedPrices = theirChanges.some((field) => priceFields.has(field));
  const conflicts = myChanges.filter(
    (field) =>
      !isSame(mine[field], theirs[field]) &&
      (theirChanges.includes(field) || (priceFields.has(field) && theyTouchedPrices)),
  );
  const joined = myChanges.filter((field) => !conflicts.includes(field));
  return {
    merged: { ...theirs, ...Object.fromEntries(joined.map((field) => [field, mine[field]])) },
    conflicts,
    taken: theirChanges.filter((field) => !myChanges.includes(field)),
  };
}

/** Values of a card are plain JSON, so their text tells them apart. */
function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
