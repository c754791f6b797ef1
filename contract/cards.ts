import { z } from 'zod/mini';
import {
  DESCRIPTION_MAX_LENGTH,
  MAX_TAGS,
  TAG_MAX_LENGTH,
  TITLE_MAX_LENGTH,
  VENDOR_CODE_MAX_LENGTH,
  WB_SIZE_MAX_LENGTH,
} from './card-rules.ts';
import { cardStates } from './card-states.ts';
import { endpoint } from './endpoint.ts';
import {
  discountSchema,
  idParams,
  idSchema,
  kopecksSchema,
  nmIdSchema,
  pricedKopecksSchema,
  timestampSchema,
  unsentMarkSchema,
} from './fields.ts';

/** Tabs of a card, named after token categories. */
export const cardTabs = ['CONTENT', 'PRICE_AND_DISCOUNT', 'MARKETPLACE', 'ANALYTICS', 'STATISTICS'] as const;
export type CardTab = (typeof cardTabs)[number];

const dimensionSchema = z.int().check(z.minimum(0), z.maximum(1000));
/** With packaging. Centimetres and kilograms; zero means «not known». */
export const dimensionsSchema = z.strictObject({
  lengthCm: dimensionSchema,
  widthCm: dimensionSchema,
  heightCm: dimensionSchema,
  weightKg: z.number().check(z.minimum(0), z.maximum(1000)),
});

/** The value of a characteristic: several strings or one number, as the characteristic's type says. */
export const characteristicValueSchema = z.strictObject({
  id: idSchema,
  values: z.array(z.string().check(z.maxLength(500))).check(z.maxLength(50)),
});
export type CharacteristicValue = z.infer<typeof characteristicValueSchema>;

export const cardSizeSchema = z.strictObject({
  /** Empty for goods without sizes. */
  techSize: z.string().check(z.maxLength(50)),
  wbSize: z.string().check(z.maxLength(WB_SIZE_MAX_LENGTH)),
  skus: z.array(z.string().check(z.maxLength(50))).check(z.maxLength(50)),
});
export type CardSize = z.infer<typeof cardSizeSchema>;

export const MAX_CHARACTERISTICS = 200;
/** More than a seller has shops. */
const MAX_SHOP_TEXTS = 200;

const lineText = (maxLength: number) =>
  z.string().check(z.maxLength(maxLength, `Не длиннее ${maxLength} символов`));

/** What one shop gets in place of the card's own; an empty text takes the card's. */
const shopTextSchema = z.strictObject({
  shopId: idSchema,
  title: lineText(TITLE_MAX_LENGTH),
  description: lineText(DESCRIPTION_MAX_LENGTH),
});
export type ShopText = z.infer<typeof shopTextSchema>;

/** What a person writes on a card; the body of create and, in part, of an edit. */
export const cardContentShape = {
  vendorCode: lineText(VENDOR_CODE_MAX_LENGTH).check(z.trim(), z.minLength(1, 'Укажите артикул продавца')),
  title: lineText(TITLE_MAX_LENGTH),
  description: lineText(DESCRIPTION_MAX_LENGTH),
  /** Optional: a client of last week, and a copy on its device, know nothing of it. */
  shopTexts: z.optional(z.array(shopTextSchema).check(z.maxLength(MAX_SHOP_TEXTS))),
  subjectId: idSchema,
  brand: lineText(100),
  dimensions: dimensionsSchema,
  characteristics: z.array(characteristicValueSchema).check(z.maxLength(MAX_CHARACTERISTICS)),
  sizes: z.array(cardSizeSchema).check(z.maxLength(100)),
  /** Addresses of photos, the first is the cover. */
  photos: z.array(z.string().check(z.maxLength(500))).check(z.maxLength(30, 'Не больше 30 фото')),
  /** Address of a stored video; empty: none. Optional as `shopTexts` is. */
  video: z.optional(z.string().check(z.maxLength(100))),
  tags: z
    .array(z.string().check(z.maxLength(TAG_MAX_LENGTH, `Ярлык — не длиннее ${TAG_MAX_LENGTH} символов`)))
    .check(z.maxLength(MAX_TAGS, `Не больше ${MAX_TAGS} ярлыков`)),
  priceKopecks: pricedKopecksSchema,
  discount: discountSchema,
  clubDiscount: discountSchema,
  costPriceKopecks: z.nullable(pricedKopecksSchema),
};

export const cardContentSchema = z.strictObject(cardContentShape);
export type CardContent = z.infer<typeof cardContentSchema>;

/** What is on the screen before it is fit to be saved: texts may be empty or too long, a subject not chosen yet. */
export const unsavedContentSchema = z.strictObject({
  ...cardContentShape,
  vendorCode: z.string().check(z.maxLength(1000)),
  title: z.string().check(z.maxLength(1000)),
  description: z.string().check(z.maxLength(100_000)),
  shopTexts: z.optional(
    z
      .array(
        z.strictObject({
          shopId: idSchema,
          title: z.string().check(z.maxLength(1000)),
          description: z.string().check(z.maxLength(100_000)),
        }),
      )
      .check(z.maxLength(MAX_SHOP_TEXTS)),
  ),
  brand: z.string().check(z.maxLength(1000)),
  subjectId: z.int().check(z.minimum(0)),
  discount: z.int(),
  clubDiscount: z.int(),
});

export const cardSchema = z.object({
  ...cardContentShape,
  id: idSchema,
  subjectName: z.string(),
  nmId: z.nullable(nmIdSchema),
  finalPriceKopecks: kopecksSchema,
  stock: z.int(),
  shopIds: z.array(idSchema),
  state: z.enum(cardStates),
  hasUnsentChanges: unsentMarkSchema,
  version: z.int(),
  createdAt: timestampSchema,
  updatedAt: timestampSchema,
  /** Who saved it last; for the conflict dialog. */
  updatedBy: z.nullable(z.string()),
});
export type Card = z.infer<typeof cardSchema>;

export const getCardEndpoint = endpoint({
  method: 'GET',
  path: '/cards/{id}/',
  summary: 'Карточка',
  access: 'user',
  params: idParams,
  response: cardSchema,
});

export const updateCardEndpoint = endpoint({
  method: 'PATCH',
  path: '/cards/{id}/',
  summary: 'Изменить карточку',
  access: 'user',
  params: idParams,
  body: z.partial(cardContentSchema),
  response: cardSchema,
  ifMatch: 'required',
  idempotency: 'optional',
});
