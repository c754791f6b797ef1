import { z } from 'zod/mini';
import { cardSelectionSchema } from './card-operations.ts';
import { endpoint } from './endpoint.ts';
import {
  discountSchema,
  idParams,
  idSchema,
  idTextSchema,
  kopecksSchema,
  pageOf,
  pageQueryShape,
  pricedKopecksSchema,
  repeated,
  timestampSchema,
} from './fields.ts';

/**
 * A bulk edit: one change of many cards that is looked at before it happens and can be taken back. The server keeps it: its
 * cards are frozen when it is made, each with what it was and what it is to be, and only what was seen is done.
 */

/** What a new price ends with: the nearest such price, the higher of two as near. */
export const priceEndings = ['ROUBLE', 'NINE', 'FIFTY', 'NINETY', 'NINETY_NINE'] as const;
export type PriceEnding = (typeof priceEndings)[number];

/** Hundredths of a percent. */
const basisPointsSchema = (minimum: number, maximum: number) =>
  z.int().check(z.minimum(minimum), z.maximum(maximum));

const amountChangeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('SET'), kopecks: pricedKopecksSchema }),
  /** Less than nothing takes away. */
  z.strictObject({ kind: z.literal('ADD'), kopecks: kopecksSchema }),
  z.strictObject({ kind: z.literal('PERCENT'), basisPoints: basisPointsSchema(-9_900, 1_000_000) }),
]);
export type AmountChange = z.infer<typeof amountChangeSchema>;

const discountChangeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('SET'), percent: discountSchema }),
  z.strictObject({ kind: z.literal('ADD'), percent: z.int().check(z.minimum(-99), z.maximum(99)) }),
]);
export type DiscountChange = z.infer<typeof discountChangeSchema>;

const priceChangeSchema = z
  .strictObject({
    kind: z.literal('PRICES'),
    price: z.optional(amountChangeSchema),
    ending: z.optional(z.enum(priceEndings)),
    discount: z.optional(discountChangeSchema),
    clubDiscount: z.optional(discountChangeSchema),
    /** The discounted price is no lower than the cost price and so much of it more. */
    floorBasisPoints: z.optional(basisPointsSchema(0, 1_000_000)),
  })
  .check(
    z.refine(
      ({ price, discount, clubDiscount }) =>
        price !== undefined || discount !== undefined || clubDiscount !== undefined,
      'Укажите, что изменить',
    ),
  );
export type PriceChange = z.infer<typeof priceChangeSchema>;

/** The cost price in roubles and kopecks; the marketplace never learns it. */
const costPriceChangeSchema = z.strictObject({
  kind: z.literal('COST_PRICE'),
  costPrice: amountChangeSchema,
});
export type CostPriceChange = z.infer<typeof costPriceChangeSchema>;

export const replacedFields = ['title', 'description'] as const;

const replacementSchema = z.strictObject({
  kind: z.literal('REPLACE'),
  fields: z.array(z.enum(replacedFields)).check(z.minLength(1), z.maxLength(replacedFields.length)),
  find: z.string().check(z.minLength(1, 'Укажите, что найти'), z.maxLength(200)),
  replacement: z.string().check(z.maxLength(500)),
  isCaseSensitive: z.boolean(),
  isWholeWord: z.boolean(),
});
export type Replacement = z.infer<typeof replacementSchema>;

/** One and the same for every card. */
const ruleSchema = z.union([priceChangeSchema, costPriceChangeSchema, replacementSchema]);
export type BulkRule = z.infer<typeof ruleSchema>;

export const tableFields = ['priceKopecks', 'discount', 'clubDiscount', 'costPriceKopecks'] as const;
export type TableField = (typeof tableFields)[number];

/** Values of their own for each card, from the rows of a table. */
const tableChangeSchema = z.strictObject({
  kind: z.literal('TABLE'),
  fields: z.array(z.enum(tableFields)).check(z.minLength(1)),
});

export const bulkChangeSchema = z.union([ruleSchema, tableChangeSchema]);
export type BulkChange = z.infer<typeof bulkChangeSchema>;

/** What a bulk edit may change; a row names the fields that its change is about. */
export const editedFactsSchema = z.object({
  priceKopecks: z.optional(z.int()),
  discount: z.optional(z.int()),
  clubDiscount: z.optional(z.int()),
  /** null: nobody has said it. */
  costPriceKopecks: z.optional(z.nullable(z.int())),
  title: z.optional(z.string()),
  description: z.optional(z.string()),
});
export type EditedFacts = z.infer<typeof editedFactsSchema>;

/** READY is changed when the edit is applied; REFUSED never; CHANGED_SINCE and KEPT were spared: somebody has changed them since. */
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

/** Held back by the marketplace, below the cost price, without effect in a shop that has a price of its own. */
export const bulkWarnings = ['QUARANTINE', 'LOSS', 'OWN_PRICE'] as const;
export type BulkWarning = (typeof bulkWarnings)[number];

export const bulkEditRowSchema = z.object({
  cardId: idSchema,
  vendorCode: z.string(),
  title: z.string(),
  /** All fields that the change is about. */
  before: editedFactsSchema,
  /** Only what changes. */
  after: editedFactsSchema,
  state: z.enum(bulkRowStates),
  /** Why it stays as it is; null unless REFUSED. */
  refusal: z.nullable(z.string()),
  warnings: z.array(z.enum(bulkWarnings)),
});
export type BulkEditRow = z.infer<typeof bulkEditRowSchema>;

/** PREPARING, APPLYING and ROLLING_BACK go on by themselves; what is READY waits for the person; STOPPED may be applied again. */
export const bulkEditStates = [
  'PREPARING',
  'READY',
  'APPLYING',
  'STOPPED',
  'APPLIED',
  'ROLLING_BACK',
] as const;
export type BulkEditState = (typeof bulkEditStates)[number];

export const bulkEditSchema = z.object({
  id: idSchema,
  state: z.enum(bulkEditStates),
  change: bulkChangeSchema,
  /** Of the selection; those without a row have the wanted values already. */
  cardTotal: z.int(),
  /** How many of them were looked at: all unless PREPARING. */
  preparedCount: z.int(),
  /** Rows by what became of them. */
  counts: z.object({
    ready: z.int(),
    leftOut: z.int(),
    refused: z.int(),
    applied: z.int(),
    changedSince: z.int(),
    rolledBack: z.int(),
    kept: z.int(),
  }),
  /** Of those that are READY. */
  warnedCount: z.int(),
  createdAt: timestampSchema,
  appliedAt: z.nullable(timestampSchema),
  userName: z.string(),
});
export type BulkEdit = z.infer<typeof bulkEditSchema>;

/** Looks at the cards and keeps what would become of them; nothing changes. A big one goes on after the answer. */
export const createBulkEditEndpoint = endpoint({
  method: 'POST',
  path: '/cards/bulk-edits/',
  summary: 'Подготовить изменение многих карточек',
  access: 'user',
  body: z.strictObject({ selection: cardSelectionSchema, change: ruleSchema }),
  response: bulkEditSchema,
  status: 201,
  idempotency: 'optional',
});

/** What the rows of a table name their cards by. */
export const tableKeys = ['VENDOR_CODE', 'NM_ID', 'BARCODE'] as const;
export type TableKey = (typeof tableKeys)[number];
/** The table on the screen knows its cards by their ids. */
const rowKeys = [...tableKeys, 'CARD_ID'] as const;
export type RowKey = (typeof rowKeys)[number];

export const MAX_TABLE_ROWS = 10_000;
export const MAX_TABLE_KEY_LENGTH = 75;

/** What the person had before his eyes: a card that is not so any more is refused. */
const seenFactsSchema = z.strictObject({
  priceKopecks: z.optional(z.int()),
  discount: z.optional(z.int()),
  clubDiscount: z.optional(z.int()),
  costPriceKopecks: z.optional(z.nullable(z.int())),
});
export type SeenFacts = z.infer<typeof seenFactsSchema>;

const tableRowSchema = z
  .strictObject({
    /** Where the person finds it: the table's first line is 1. */
    line: z.int().check(z.minimum(1)),
    /** Said as in the table, without spaces around it. */
    key: z.string().check(z.minLength(1), z.maxLength(MAX_TABLE_KEY_LENGTH)),
    priceKopecks: z.optional(pricedKopecksSchema),
    discount: z.optional(discountSchema),
    clubDiscount: z.optional(discountSchema),
    costPriceKopecks: z.optional(pricedKopecksSchema),
    seen: z.optional(seenFactsSchema),
  })
  .check(z.refine((row) => tableFields.some((field) => row[field] !== undefined), 'Укажите, что изменить'));
export type TableRow = z.infer<typeof tableRowSchema>;

/** Nothing has this key; several cards have it; several rows name the card, and nobody can tell which of them is meant. */
export const unmatchedReasons = ['NOT_FOUND', 'AMBIGUOUS', 'REPEATED'] as const;
export type UnmatchedReason = (typeof unmatchedReasons)[number];

/**
 * Finds the cards of a table's rows and makes a bulk edit of those found, each with the values of its row. Rows that name no
 * card, or not one, are told and take no part; `edit` is null when no row is left.
 */
export const createTableEditEndpoint = endpoint({
  method: 'POST',
  path: '/cards/bulk-edits/table/',
  summary: 'Подготовить изменение карточек по таблице',
  access: 'user',
  body: z.strictObject({
    key: z.enum(rowKeys),
    rows: z.array(tableRowSchema).check(z.minLength(1), z.maxLength(MAX_TABLE_ROWS)),
  }),
  response: z.object({
    edit: z.nullable(bulkEditSchema),
    unmatched: z.array(z.object({ line: z.int(), key: z.string(), reason: z.enum(unmatchedReasons) })),
  }),
  status: 201,
  idempotency: 'optional',
});

/** «История изменений»: those that were applied, the last first, for 30 days. */
export const listBulkEditsEndpoint = endpoint({
  method: 'GET',
  path: '/cards/bulk-edits/',
  summary: 'История изменений',
  access: 'user',
  query: z.strictObject(pageQueryShape),
  response: pageOf(bulkEditSchema),
});

export const getBulkEditEndpoint = endpoint({
  method: 'GET',
  path: '/cards/bulk-edits/{id}/',
  summary: 'Изменение многих карточек',
  access: 'user',
  params: idParams,
  response: bulkEditSchema,
});

const MAX_ROWS = 200;

/** A part of the rows by card id, ascending. */
export const listBulkEditRowsEndpoint = endpoint({
  method: 'GET',
  path: '/cards/bulk-edits/{id}/rows/',
  summary: 'Что станет с карточками',
  access: 'user',
  params: idParams,
  query: z.strictObject({
    afterId: z.optional(idTextSchema),
    state: z.optional(repeated(z.enum(bulkRowStates))),
    /** Only those that something is to be said of. */
    warned: z.optional(z.literal('true')),
  }),
  response: z.object({
    results: z.array(bulkEditRowSchema).check(z.maxLength(MAX_ROWS)),
    /** Where the next part begins; null: this was the last. */
    nextAfterId: z.nullable(idSchema),
  }),
});

export const MAX_LEFT_OUT_AT_ONCE = 1000;

/** Rows taken out of an edit that is not applied yet, or put back. */
export const leaveOutBulkEditRowsEndpoint = endpoint({
  method: 'POST',
  path: '/cards/bulk-edits/{id}/left-out/',
  summary: 'Убрать карточки из изменения или вернуть в него',
  access: 'user',
  params: idParams,
  body: z.strictObject({
    cardIds: z.array(idSchema).check(z.minLength(1), z.maxLength(MAX_LEFT_OUT_AT_ONCE)),
    isLeftOut: z.boolean(),
  }),
  response: bulkEditSchema,
});

/** 409 (`selection_changed`) when another number of rows is READY than the person has seen. */
export const applyBulkEditEndpoint = endpoint({
  method: 'POST',
  path: '/cards/bulk-edits/{id}/apply/',
  summary: 'Применить изменение',
  access: 'user',
  params: idParams,
  body: z.strictObject({ expectedCount: z.int().check(z.minimum(1)) }),
  response: bulkEditSchema,
});

/** What is applied stays so, and can be rolled back or gone on with. */
export const stopBulkEditEndpoint = endpoint({
  method: 'POST',
  path: '/cards/bulk-edits/{id}/stop/',
  summary: 'Остановить применение',
  access: 'user',
  params: idParams,
  response: bulkEditSchema,
});

/** Each field gets its old value back, where it still has the one that the edit gave it. */
export const rollBackBulkEditEndpoint = endpoint({
  method: 'POST',
  path: '/cards/bulk-edits/{id}/rollback/',
  summary: 'Откатить изменение, целиком или у названных карточек',
  access: 'user',
  params: idParams,
  body: z.strictObject({
    cardIds: z.optional(z.array(idSchema).check(z.minLength(1), z.maxLength(10_000))),
  }),
  response: bulkEditSchema,
});
