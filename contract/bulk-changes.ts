import { z } from 'zod/mini';
import {
  dimensionFields,
  replacedFields,
  ruleSchema,
  type OwnPriceChange,
  type StockChange,
  type WbTagChange,
} from './bulk-rules.ts';
import { idSchema } from './fields.ts';

export const tableFigures = ['priceKopecks', 'discount', 'clubDiscount', 'costPriceKopecks'] as const;
export type TableFigure = (typeof tableFigures)[number];
export const tableFields = [...tableFigures, ...replacedFields, 'brand', ...dimensionFields, 'tags'] as const;
export type TableField = (typeof tableFields)[number];

/** Values of their own for each card, from the rows of a table. */
const tableChangeSchema = z.strictObject({
  kind: z.literal('TABLE'),
  fields: z.array(z.enum(tableFields)).check(z.minLength(1)),
});
export type TableChange = z.infer<typeof tableChangeSchema>;

/** What makes a card the one that it is. */
export const identityFields = ['vendorCode', 'subject', 'sizes', 'wbSizes'] as const;

/** What a file of cards may say of those that there are. */
export const fileFields = [...tableFields, 'characteristics', ...identityFields] as const;
export type FileField = (typeof fileFields)[number];

/** The same from a file, which may say more (`imports.ts`). */
const fileChangeSchema = z.strictObject({
  /** With any of {@link identityFields} a kind of its own, and with `wbSizes`: a build of before would show such a change without them. */
  kind: z.enum(['FILE', 'CARD_FILE', 'CARD_FILE_WITH_WB_SIZES']),
  fields: z.array(z.enum(fileFields)).check(z.minLength(1)),
  /** Those that some card is to have otherwise, as the marketplace names them. */
  characteristics: z.array(z.object({ id: idSchema, name: z.string() })),
});
export type FileChange = z.infer<typeof fileChangeSchema>;

/** What the table on the screen may say of its cards. */
export const gridFields = [...tableFields, 'ownPrices', 'ownDiscounts', 'characteristics'] as const;
export type GridField = (typeof gridFields)[number];

/** From the table on the screen, of more than a pasted one says. */
const gridChangeSchema = z.strictObject({
  /** With discounts of shops a kind of its own: a build of before would show such a change without them. */
  kind: z.enum(['GRID', 'GRID_WITH_DISCOUNTS']),
  fields: z.array(z.enum(gridFields)).check(z.minLength(1)),
  /** As in a change by a file. */
  characteristics: z.array(z.object({ id: idSchema, name: z.string() })),
  /** Shops that some card is to have another price of its own in. */
  shopIds: z.array(idSchema),
  /** The same of discounts; absent: in none. */
  discountShopIds: z.optional(z.array(idSchema)),
});
export type GridChange = z.infer<typeof gridChangeSchema>;

/** Amounts that were counted by hand, of each size its own (`stock-counts.ts`). */
const countChangeSchema = z.strictObject({
  kind: z.literal('COUNT'),
  warehouseIds: z.array(idSchema),
  name: z.string(),
  lineTotal: z.int(),
});
export type CountChange = z.infer<typeof countChangeSchema>;

/** Costs by shop, size and day, several of a card (`cost-tables.ts`). */
const costTableChangeSchema = z.strictObject({ kind: z.literal('COST_TABLE'), rowTotal: z.int() });

/** By its kind: a screen of an older build goes on beside one that it does not know (`src/api/response-shape.ts`). */
export const bulkChangeSchema = z.discriminatedUnion('kind', [
  ruleSchema,
  tableChangeSchema,
  fileChangeSchema,
  gridChangeSchema,
  countChangeSchema,
  costTableChangeSchema,
]);
export type BulkChange = z.infer<typeof bulkChangeSchema>;

/** Each card has values of its own, from its row in a file of cards. */
export function isOfFile(change: BulkChange): change is FileChange {
  return change.kind === 'FILE' || change.kind === 'CARD_FILE' || change.kind === 'CARD_FILE_WITH_WB_SIZES';
}

/** Each card has values of its own, typed into the table on the screen. */
export function isOfGrid(change: BulkChange): change is GridChange {
  return change.kind === 'GRID' || change.kind === 'GRID_WITH_DISCOUNTS';
}

/** Of amounts at the marketplace, which are read and written there. */
export function isOfStocks(change: BulkChange): change is StockChange | CountChange {
  return change.kind === 'STOCKS' || change.kind === 'COUNT';
}

/** Of the marks in the cabinet of the marketplace, which are written there. */
export function isOfWbTags(change: BulkChange): change is WbTagChange {
  return change.kind === 'WB_TAGS';
}

/** Of the prices that shops have in place of the card's, with a floor or without. */
export function isOfOwnPrices(change: BulkChange): change is OwnPriceChange {
  return change.kind === 'OWN_PRICES' || change.kind === 'OWN_PRICES_OVER_COST';
}
