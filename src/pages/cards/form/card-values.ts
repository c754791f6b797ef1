import { priceFields } from '#contract/card-rules.ts';
import type { Card, CardContent } from '#contract/cards.ts';
import { isSameJson, mergePatch, pick } from '#offline/outbox/three-way-merge.ts';

/** The fields of a card that a person edits, in the order in which they are compared. */
export const contentFields = [
  'vendorCode',
  'title',
  'description',
  'shopTexts',
  'subjectId',
  'brand',
  'dimensions',
  'characteristics',
  'sizes',
  'photos',
  'video',
  'tags',
  'priceKopecks',
  'discount',
  'clubDiscount',
  'costPriceKopecks',
] as const satisfies (keyof CardContent)[];
export type ContentField = (typeof contentFields)[number];

/** The editable part of a card. */
export function contentOf(card: Card): CardContent {
  return {
    vendorCode: card.vendorCode,
    title: card.title,
    description: card.description,
    shopTexts: card.shopTexts ?? [],
    subjectId: card.subjectId,
    brand: card.brand,
    dimensions: card.dimensions,
    characteristics: card.characteristics,
    sizes: card.sizes,
    photos: card.photos,
    video: card.video ?? '',
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
  return pick(
    mine,
    contentFields.filter((field) => !isSameJson(base[field], mine[field])),
  );
}

/** The part of `patch` that acts on prices, and the rest. */
export function splitPrices(patch: ContentPatch): { prices: ContentPatch; rest: ContentPatch } {
  const isPrice = (field: ContentField) => priceFields.some((one) => one === field);
  const fields = changedFields(patch);
  return {
    prices: pick(patch, fields.filter(isPrice)),
    rest: pick(
      patch,
      fields.filter((field) => !isPrice(field)),
    ),
  };
}

export function changedFields(patch: ContentPatch): ContentField[] {
  return contentFields.filter((field) => field in patch);
}

interface ContentMerge {
  /** Theirs with my changes that nobody else touched. */
  merged: CardContent;
  /** Fields that both changed, to different values: a person decides. */
  conflicts: ContentField[];
  /** Fields that only they changed. */
  taken: ContentField[];
}

/** My changes of `base` on top of theirs; prices belong together. */
export function mergeContent(base: CardContent, mine: CardContent, theirs: CardContent): ContentMerge {
  const patch = changedContent(base, mine);
  const { joined, conflicts } = mergePatch({ base, patch }, theirs, priceFields);
  const taken = changedFields(changedContent(base, theirs)).filter((field) => !(field in patch));
  return { merged: { ...theirs, ...joined }, conflicts, taken };
}
