import { z } from 'zod/mini';
import {
  characteristicNameSchema,
  characteristicTextSchema,
  dimensionFields,
  MAX_CHARACTERISTIC_VALUES,
  replacedFields,
  ruleSchema,
  type OwnPriceChange,
  type StockChange,
  type WbTagChange,
} from './bulk-rules.ts';
import {
  BRAND_MAX_LENGTH,
  DESCRIPTION_MAX_LENGTH,
  MAX_TAGS,
  TAG_MAX_LENGTH,
  TITLE_MAX_LENGTH,
} from './card-rules.ts';
import { cardSizeSchema, dimensionsSchema } from './cards.ts';
import { cardSelectionSchema } from './card-operations.ts';
import { endpoint, type EndpointResponse } from './endpoint.ts';
import {
  daySchema,
  discountSchema,
  idParams,
  idSchema,
  idTextSchema,
  pageOf,
  pageQueryShape,
  pricedKopecksSchema,
  repeated,
  timestampSchema,
} from './fields.ts';
import { priceFloorSchema } from './price-floor.ts';
import { characteristicTypes, directoryNames } from './subjects.ts';
import { wbTagSchema } from './wb-tags.ts';

/**
 * A bulk edit: one change of many cards that is looked at before it happens and can be taken back. The server keeps it: its
 * cards are frozen when it is made, each with what it was and what it is to be, and only what was seen is done.
 */

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
export const identityFields = ['vendorCode', 'subject', 'sizes'] as const;

/** What a file of cards may say of those that there are. */
export const fileFields = [...tableFields, 'characteristics', ...identityFields] as const;
export type FileField = (typeof fileFields)[number];

/** The same from a file, which may say more (`imports.ts`). */
const fileChangeSchema = z.strictObject({
  /** With any of {@link identityFields} a kind of its own: a build of before would show such a change without them. */
  kind: z.enum(['FILE', 'CARD_FILE']),
  fields: z.array(z.enum(fileFields)).check(z.minLength(1)),
  /** Those that some card is to have otherwise, as the marketplace names them. */
  characteristics: z.array(z.object({ id: idSchema, name: z.string() })),
});
export type FileChange = z.infer<typeof fileChangeSchema>;

/** What the table on the screen may say of its cards. */
export const gridFields = [...tableFields, 'ownPrices', 'characteristics'] as const;
export type GridField = (typeof gridFields)[number];

/** From the table on the screen, of more than a pasted one says. */
const gridChangeSchema = z.strictObject({
  kind: z.literal('GRID'),
  fields: z.array(z.enum(gridFields)).check(z.minLength(1)),
  /** As in a change by a file. */
  characteristics: z.array(z.object({ id: idSchema, name: z.string() })),
  /** Shops that some card is to have another price of its own in. */
  shopIds: z.array(idSchema),
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
  return change.kind === 'FILE' || change.kind === 'CARD_FILE';
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

/** What is to be done about a refusal. */
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
  /** Why it stays as it is: REFUSED, or a part of its stocks. */
  refusal: z.nullable(z.string()),
  mend: z.nullable(mendSchema),
  warnings: z.array(z.enum(bulkWarnings)),
  /** A price is the floor that was asked for: without it, it would be lower. Absent: none is. */
  isRaised: z.optional(z.boolean()),
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
  /** How far what goes back is, the whole edit or a part of it; null: nothing does. Absent: a server of before says nothing of it. */
  rollback: z.optional(z.nullable(z.object({ doneCount: z.int(), total: z.int() }))),
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

/** Which characteristics the chosen cards can have, by how many of them; read from the marketplace where nobody has asked yet. */
export const listSelectedCharacteristicsEndpoint = endpoint({
  method: 'POST',
  path: '/cards/bulk-edits/characteristics/',
  summary: 'Характеристики выбранных карточек',
  access: 'user',
  body: z.strictObject({ selection: cardSelectionSchema }),
  response: z.object({
    cardTotal: z.int(),
    /** One of the cards, to show an example by; null: none is chosen. */
    exampleCardId: z.nullable(idSchema),
    characteristics: z.array(
      z.object({
        id: idSchema,
        name: z.string(),
        type: z.enum(characteristicTypes),
        unit: z.string(),
        /** The smallest of their subjects; 0: no limit. */
        maxCount: z.int(),
        /** How many of the cards have a subject with it. */
        cardCount: z.int(),
        /** Some subject requires it. Absent, as what is below, from responses of before. */
        isRequired: z.optional(z.boolean()),
        directory: z.optional(z.enum(directoryNames)),
        /** Which of their subjects have it, and how many values each takes. */
        subjects: z.optional(z.array(z.object({ id: idSchema, maxCount: z.int() }))),
      }),
    ),
  }),
});
export type SelectedCharacteristic = EndpointResponse<
  typeof listSelectedCharacteristicsEndpoint
>['characteristics'][number];

/** What the rows of a table name their cards by. */
export const tableKeys = ['VENDOR_CODE', 'NM_ID', 'BARCODE'] as const;
export type TableKey = (typeof tableKeys)[number];
/** The table on the screen knows its cards by their ids. */
const rowKeys = [...tableKeys, 'CARD_ID'] as const;
export type RowKey = (typeof rowKeys)[number];

export const MAX_TABLE_ROWS = 10_000;
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
  characteristics: z.optional(z.array(z.strictObject({ id: idSchema, values: z.array(z.string()) }))),
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
      ({ ownPrices = [] }) => areDifferent(ownPrices.map(({ shopId }) => shopId)),
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

/** What a row of a table or a file says that its card is to have, and of what it was said. */
export type WantedValues = Pick<TableRow, GridField | 'seen'> & {
  /** The day from which its cost price is valid; absent: what is valid today is corrected. */
  costPriceFrom?: string;
  vendorCode?: string;
  /** `lost`: what the card has and the new subject knows nothing of. */
  subject?: { id: number; name: string; lost: { id: number; name: string }[] };
  sizes?: SaidSizes;
  /** What a piece costs by shop, size and day; none of them stands twice. */
  costs?: (CostPlace & { costPriceKopecks: number })[];
  /** What was counted of its sizes, by warehouse. */
  counted?: { warehouseId: number; chrtId: number; amount: number }[];
};

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
  query: z.strictObject({
    ...pageQueryShape,
    /** Whoever does not say so is of a build that can read no kinds but the first: the others are not told. */
    readsAnyKind: z.optional(z.literal('true')),
  }),
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

/** By words of their cards, as in the card list. */
const rowSearchSchema = z.string().check(z.maxLength(200));

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
    search: z.optional(rowSearchSchema),
  }),
  response: z.object({
    results: z.array(bulkEditRowSchema).check(z.maxLength(MAX_ROWS)),
    /** How many there are in all parts; null: not counted, this is not the first. */
    count: z.nullable(z.int()),
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

/** Rows that are looked at, all of them, named by how they were found. */
const foundRowsSchema = z.strictObject({
  search: z.optional(rowSearchSchema),
  /** Only those that something is to be said of. */
  isWarned: z.optional(z.literal(true)),
  /** Those that were taken out or put back together, as one call has said. */
  lot: z.optional(z.int()),
});
export type FoundRows = z.infer<typeof foundRowsSchema>;

/** As `left-out/`, all that are found. 409 (`selection_changed`) when they are not so many as the person has seen. */
export const leaveOutFoundRowsEndpoint = endpoint({
  method: 'POST',
  path: '/cards/bulk-edits/{id}/left-out/found/',
  summary: 'Убрать найденные карточки из изменения или вернуть в него',
  access: 'user',
  params: idParams,
  body: z.strictObject({
    found: foundRowsSchema,
    isLeftOut: z.boolean(),
    expectedCount: z.optional(z.int().check(z.minimum(1))),
  }),
  response: z.object({
    edit: bulkEditSchema,
    count: z.int(),
    /** Names those rows to whoever takes it back. */
    lot: z.int(),
  }),
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

/**
 * Each field gets its old value back, where it still has the one that the edit gave it. What is found is frozen when it is asked for;
 * 409 (`selection_changed`) when it is not so much as the person has seen. A part of an edit that is STOPPED leaves it so. The same
 * request again, with its key, goes on with what it has begun.
 */
export const rollBackBulkEditEndpoint = endpoint({
  method: 'POST',
  path: '/cards/bulk-edits/{id}/rollback/',
  summary: 'Откатить изменение, целиком, у названных карточек или у найденных',
  access: 'user',
  params: idParams,
  body: z
    .strictObject({
      cardIds: z.optional(z.array(idSchema).check(z.minLength(1), z.maxLength(10_000))),
      found: z.optional(foundRowsSchema),
      /** Of those found. */
      expectedCount: z.optional(z.int().check(z.minimum(1))),
    })
    .check(
      z.refine(
        ({ cardIds, found }) => cardIds === undefined || found === undefined,
        'Назовите карточки или то, как они найдены',
      ),
    ),
  response: bulkEditSchema,
  idempotency: 'optional',
});
