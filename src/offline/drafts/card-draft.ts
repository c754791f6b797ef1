import { z } from 'zod/mini';
import type { CardContent } from '#contract/cards.ts';

/** A draft may hold what could not be saved yet: the right types, whatever their values. */
const draftContentShape = {
  vendorCode: z.string(),
  title: z.string(),
  description: z.string(),
  shopTexts: z.optional(z.array(z.object({ shopId: z.int(), title: z.string(), description: z.string() }))),
  subjectId: z.int(),
  brand: z.string(),
  dimensions: z.object({
    lengthCm: z.number(),
    widthCm: z.number(),
    heightCm: z.number(),
    weightKg: z.number(),
  }),
  characteristics: z.array(z.object({ id: z.int(), values: z.array(z.string()) })),
  sizes: z.array(z.object({ techSize: z.string(), wbSize: z.string(), skus: z.array(z.string()) })),
  photos: z.array(z.string()),
  video: z.optional(z.string()),
  tags: z.array(z.string()),
  priceKopecks: z.number(),
  discount: z.number(),
  clubDiscount: z.number(),
  costPriceKopecks: z.nullable(z.number()),
};

const contentDraftSchema = z.object(draftContentShape);
const patchSchema = z.partial(contentDraftSchema);

/** What was typed into a card, and what it was typed over: without that, restoring would undo others' changes. */
export interface CardDraft {
  patch: Partial<CardContent>;
  base: Partial<CardContent>;
  version: number;
}
// A draft is stored as JSON, which has no `undefined`: an absent field is absent.
export const cardDraftSchema = z.object({
  patch: patchSchema,
  base: patchSchema,
  version: z.int(),
}) as unknown as z.ZodMiniType<CardDraft>;

export interface NewCardDraft {
  content: CardContent;
  subjectName: string;
}
export const newCardDraftSchema = z.object({ content: contentDraftSchema, subjectName: z.string() });

export function cardDraftKey(cardId: number): string {
  return `card:${cardId}`;
}

export const NEW_CARD_DRAFT_KEY = 'card:new';

export const emptyCard: CardContent = {
  vendorCode: '',
  title: '',
  description: '',
  shopTexts: [],
  subjectId: 0,
  brand: '',
  dimensions: { lengthCm: 0, widthCm: 0, heightCm: 0, weightKg: 0 },
  characteristics: [],
  sizes: [],
  photos: [],
  video: '',
  tags: [],
  priceKopecks: 0,
  discount: 0,
  clubDiscount: 0,
  costPriceKopecks: null,
};
