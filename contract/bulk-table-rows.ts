import { z } from 'zod/mini';
import {
  characteristicNameSchema,
  characteristicTextSchema,
  MAX_CHARACTERISTIC_VALUES,
} from './bulk-rules.ts';
import {
  BRAND_MAX_LENGTH,
  DESCRIPTION_MAX_LENGTH,
  MAX_TAGS,
  TAG_MAX_LENGTH,
  TITLE_MAX_LENGTH,
} from './card-rules.ts';
import { dimensionsSchema } from './cards.ts';
import { discountSchema, idSchema, pricedKopecksSchema } from './fields.ts';
import { gridFields, type GridField } from './bulk-changes.ts';
import type { CostPlace } from './bulk-rows.ts';

/** What the rows of a table name their cards by. */
export const tableKeys = ['VENDOR_CODE', 'NM_ID', 'BARCODE'] as const;
export type TableKey = (typeof tableKeys)[number];
/** The table on the screen knows its cards by their ids. */
export const rowKeys = [...tableKeys, 'CARD_ID'] as const;
export type RowKey = (typeof rowKeys)[number];

/** Of all texts together, old and new: they are looked at in one request. */
export const MAX_TABLE_TEXT_BYTES = 5_000_000;
export const MAX_TABLE_KEY_LENGTH = 75;
const MAX_ROW_SHOPS = 100;
const MAX_ROW_CHARACTERISTICS = 100;

const areDifferent = (ids: readonly number[]) => new Set(ids).size === ids.length;

/** What the person had before his eyes: a card that is not so any more is refused. */
const seenFactsSchema = z.strictObject({
  priceKopecks: z.optional(z.int()),
  discount: z.optional(z.int()),
  clubDiscount: z.optional(z.int()),
  costPriceKopecks: z.optional(z.nullable(z.int())),
  title: z.optional(z.string()),
  description: z.optional(z.string()),
  brand: z.optional(z.string()),
  lengthCm: z.optional(z.number()),
  widthCm: z.optional(z.number()),
  heightCm: z.optional(z.number()),
  weightKg: z.optional(z.number()),
  tags: z.optional(z.array(z.string())),
  /** Of those that the row changes; null: the shop had none. */
  ownPrices: z.optional(z.array(z.strictObject({ shopId: idSchema, priceKopecks: z.nullable(z.int()) }))),
  ownDiscounts: z.optional(z.array(z.strictObject({ shopId: idSchema, discount: z.nullable(z.int()) }))),
  characteristics: z.optional(z.array(z.strictObject({ id: idSchema, values: z.array(z.string()) }))),
});
export type SeenFacts = z.infer<typeof seenFactsSchema>;

export const tableRowSchema = z
  .strictObject({
    /** Where the person finds it: the table's first line is 1. */
    line: z.int().check(z.minimum(1)),
    /** Said as in the table, without spaces around it. */
    key: z.string().check(z.minLength(1), z.maxLength(MAX_TABLE_KEY_LENGTH)),
    priceKopecks: z.optional(pricedKopecksSchema),
    discount: z.optional(discountSchema),
    clubDiscount: z.optional(discountSchema),
    /** null: nobody is to know it any more. */
    costPriceKopecks: z.optional(z.nullable(pricedKopecksSchema)),
    title: z.optional(z.string().check(z.maxLength(TITLE_MAX_LENGTH))),
    description: z.optional(z.string().check(z.maxLength(DESCRIPTION_MAX_LENGTH))),
    brand: z.optional(z.string().check(z.maxLength(BRAND_MAX_LENGTH))),
    ...z.partial(dimensionsSchema).shape,
    tags: z.optional(
      z.array(z.string().check(z.minLength(1), z.maxLength(TAG_MAX_LENGTH))).check(z.maxLength(MAX_TAGS)),
    ),
    /** null: the shop takes the card's again. */
    ownPrices: z.optional(
      z
        .array(z.strictObject({ shopId: idSchema, priceKopecks: z.nullable(pricedKopecksSchema) }))
        .check(z.minLength(1), z.maxLength(MAX_ROW_SHOPS)),
    ),
    ownDiscounts: z.optional(
      z
        .array(z.strictObject({ shopId: idSchema, discount: z.nullable(discountSchema) }))
        .check(z.minLength(1), z.maxLength(MAX_ROW_SHOPS)),
    ),
    /** No values: the card is to have none of it. */
    characteristics: z.optional(
      z
        .array(
          z.strictObject({
            id: idSchema,
            name: characteristicNameSchema,
            values: z.array(characteristicTextSchema).check(z.maxLength(MAX_CHARACTERISTIC_VALUES)),
          }),
        )
        .check(z.minLength(1), z.maxLength(MAX_ROW_CHARACTERISTICS)),
    ),
    seen: z.optional(seenFactsSchema),
  })
  .check(
    z.refine((row) => gridFields.some((field) => row[field] !== undefined), 'Укажите, что изменить'),
    z.refine(
      ({ ownPrices = [], ownDiscounts = [] }) =>
        [ownPrices, ownDiscounts].every((shops) => areDifferent(shops.map(({ shopId }) => shopId))),
      'Магазин назван дважды',
    ),
    z.refine(
      ({ characteristics = [] }) => areDifferent(characteristics.map(({ id }) => id)),
      'Характеристика названа дважды',
    ),
  );
export type TableRow = z.infer<typeof tableRowSchema>;

/** Sizes and barcodes as a file says them: what it does not name stays. */
export interface SaidSizes {
  techSizes?: string[] | undefined;
  /** In the order of the sizes; a group is of one size, where there are as many of them. */
  barcodes?: string[][] | undefined;
}

/** «Рос. размер» of sizes, in their order; an empty one is not said. Without names those of all sizes of the card. */
export interface SaidWbSizes {
  techSizes?: string[] | undefined;
  values: string[];
}

/** What a row of a table or a file says that its card is to have, and of what it was said. */
export type WantedValues = Pick<TableRow, GridField | 'seen'> & {
  /** The day from which its cost price is valid; absent: what is valid today is corrected. */
  costPriceFrom?: string;
  vendorCode?: string;
  /** `lost`: what the card has and the new subject knows nothing of. */
  subject?: { id: number; name: string; lost: { id: number; name: string }[] };
  sizes?: SaidSizes;
  wbSizes?: SaidWbSizes;
  /** What a piece costs by shop, size and day; none of them stands twice. */
  costs?: (CostPlace & { costPriceKopecks: number })[];
  /** What was counted of its sizes, by warehouse. */
  counted?: { warehouseId: number; chrtId: number; amount: number }[];
};

/** Nothing has this key; several cards have it; several rows name the card, and nobody can tell which of them is meant. */
export const unmatchedReasons = ['NOT_FOUND', 'AMBIGUOUS', 'REPEATED'] as const;
export type UnmatchedReason = (typeof unmatchedReasons)[number];
