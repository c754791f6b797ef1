import { z } from 'zod/mini';
import { replacedFields } from './bulk-rules.ts';
import { cardSizeSchema } from './cards.ts';
import { daySchema, idSchema } from './fields.ts';
import { priceFloorSchema } from './price-floor.ts';
import { wbTagSchema } from './wb-tags.ts';

const costPlaceShape = {
  /** null: always. */
  from: z.nullable(daySchema),
  /** null: in every shop. */
  shopId: z.nullable(idSchema),
  /** null: of every size. */
  techSize: z.nullable(z.string()),
};

/** What a bulk edit may change; a row names the fields that its change is about. */
export const editedFactsSchema = z.object({
  priceKopecks: z.optional(z.int()),
  discount: z.optional(z.int()),
  clubDiscount: z.optional(z.int()),
  /** null: nobody has said it. */
  costPriceKopecks: z.optional(z.nullable(z.int())),
  /** What a piece costs from a day on; `isOwn`: it is said of that day itself, and not valid from before. */
  datedCost: z.optional(
    z.object({ from: daySchema, costPriceKopecks: z.nullable(z.int()), isOwn: z.boolean() }),
  ),
  /** What a piece costs by shop, size and day; `isOwn`: it is said, null of it: it is said not to be known. */
  costs: z.optional(
    z.array(z.object({ ...costPlaceShape, costPriceKopecks: z.nullable(z.int()), isOwn: z.boolean() })),
  ),
  /** The lowest price, as a whole. */
  priceFloor: z.optional(priceFloorSchema),
  vendorCode: z.optional(z.string()),
  subject: z.optional(z.object({ id: idSchema, name: z.string() })),
  /** All of the card's, with their barcodes. */
  sizes: z.optional(z.array(cardSizeSchema)),
  title: z.optional(z.string()),
  description: z.optional(z.string()),
  brand: z.optional(z.string()),
  lengthCm: z.optional(z.number()),
  widthCm: z.optional(z.number()),
  heightCm: z.optional(z.number()),
  weightKg: z.optional(z.number()),
  /** Only those that the change is about; no values: the card has none. */
  characteristics: z.optional(z.array(z.object({ id: idSchema, values: z.array(z.string()) }))),
  /** All of the card's. */
  tags: z.optional(z.array(z.string())),
  /** All that the card carries in the shop that the change is about, as the marketplace was last seen to show them. */
  wbTags: z.optional(z.array(wbTagSchema)),
  /** By shop; null: the shop takes the card's. */
  ownPrices: z.optional(
    z.array(
      z.object({
        shopId: idSchema,
        priceKopecks: z.optional(z.nullable(z.int())),
        discount: z.optional(z.nullable(z.int())),
      }),
    ),
  ),
  /** By size and warehouse. */
  stocks: z.optional(
    z.array(
      z.object({
        warehouseId: idSchema,
        /** History outlives the warehouse. */
        warehouseName: z.string(),
        chrtId: z.int(),
        techSize: z.string(),
        amount: z.int(),
      }),
    ),
  ),
});
export type EditedFacts = z.infer<typeof editedFactsSchema>;
/** Where and since when a cost is valid. */
export type CostPlace = Pick<CostFact, 'from' | 'shopId' | 'techSize'>;
export type CostFact = NonNullable<EditedFacts['costs']>[number];
export type StockFact = NonNullable<EditedFacts['stocks']>[number];
export type OwnPriceFacts = NonNullable<EditedFacts['ownPrices']>[number];

/**
 * READY is changed when the edit is applied; REFUSED never; CHANGED_SINCE was spared as a whole: somebody has changed the card since.
 * KEPT: of what was to go back, something was left for the same reason; the rest has gone back, and the row says which.
 */
export const bulkRowStates = [
  'READY',
  'LEFT_OUT',
  'REFUSED',
  'APPLIED',
  'CHANGED_SINCE',
  'ROLLED_BACK',
  'KEPT',
] as const;
export type BulkRowState = (typeof bulkRowStates)[number];

/**
 * Held back by the marketplace, below the cost price, without effect in a shop that has a price of its own, a package of which
 * something is still not known, a required characteristic that would be empty, some of the card's stocks stay as they are; the
 * new subject has no such characteristics, a new barcode is another card's as well, its check digit is wrong.
 */
export const bulkWarnings = [
  'QUARANTINE',
  'LOSS',
  'OWN_PRICE',
  'NO_DIMENSIONS',
  'REQUIRED_EMPTY',
  'PARTLY',
  'CHARACTERISTICS_LOST',
  'BARCODE_SHARED',
  'CHECK_DIGIT',
] as const;
export type BulkWarning = (typeof bulkWarnings)[number];

/** What is to be done about a refusal, or about what was left. */
const mendSchema = z.object({
  advice: z.string(),
  /** Of the card's editor, where it can be mended; null: it lies in what was asked for. */
  field: z.nullable(z.string()),
});
export type Mend = z.infer<typeof mendSchema>;

export const bulkEditRowSchema = z.object({
  cardId: idSchema,
  vendorCode: z.string(),
  title: z.string(),
  /** All fields that the change is about. */
  before: editedFactsSchema,
  /** Only what changes. */
  after: editedFactsSchema,
  state: z.enum(bulkRowStates),
  /** Why it stays as it is: REFUSED, or a part of its stocks; of one that is APPLIED, also why it has not gone back; KEPT: what was left and why. */
  refusal: z.nullable(z.string()),
  /** KEPT: what has gone back, and what can be done about the rest; null of one of which nothing has. */
  mend: z.nullable(mendSchema),
  warnings: z.array(z.enum(bulkWarnings)),
  /** A price is the floor that was asked for: without it, it would be lower. Absent: none is. */
  isRaised: z.optional(z.boolean()),
  /** New values that the marketplace's list does not have: it may refuse them. Absent: none. */
  unlisted: z.optional(z.array(z.string())),
  /** New texts that some shop has of its own, which stay there. Absent: none. */
  ownTexts: z.optional(z.array(z.enum(replacedFields))),
});
export type BulkEditRow = z.infer<typeof bulkEditRowSchema>;
