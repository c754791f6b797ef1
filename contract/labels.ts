import { z } from 'zod/mini';
import { cardSelectionSchema } from './card-operations.ts';
import { endpoint } from './endpoint.ts';
import { idSchema } from './fields.ts';

/** A roll has a label to a page; an A4 sheet has as many as its name says. Both by their millimetres. */
export const labelFormats = [
  'ROLL_58_40',
  'ROLL_58_30',
  'ROLL_43_25',
  'SHEET_24_70_37',
  'SHEET_40_52_30',
  'SHEET_65_38_21',
] as const;
export type LabelFormat = (typeof labelFormats)[number];

/** What is wished for: a barcode that is no EAN-13 gets Code 128, and one that Code 128 has no room or no letters for gets QR. */
export const labelCodes = ['CODE_128', 'EAN_13', 'QR'] as const;
export type LabelCode = (typeof labelCodes)[number];

export const labelFields = ['TITLE', 'VENDOR_CODE', 'SIZE', 'COLOR', 'NM_ID'] as const;
export type LabelField = (typeof labelFields)[number];

/** Of one choice: a hundred thousand cards with two barcodes each. */
export const MAX_LABELS = 200_000;
/** In one PDF: twenty rolls, or a pack of paper; whole sheets of every format. What is more comes as several in a ZIP. */
export const LABELS_PER_FILE = 20_280;
export const MAX_LABEL_COPIES = 1000;
/** Barcodes with a number of their own. */
export const MAX_OWN_COUNTS = 10_000;

const copiesSchema = z.int().check(z.minimum(0), z.maximum(MAX_LABEL_COPIES));
const barcodeSchema = z.string().check(z.maxLength(50));

const labelCountSchema = z.discriminatedUnion('kind', [
  /** 0: only barcodes with a number of their own. */
  z.strictObject({ kind: z.literal('EACH'), copies: copiesSchema }),
  /** As many as there are in the warehouses, by our copy of the stocks: of all shops, or of the one that is named. */
  z.strictObject({ kind: z.literal('STOCK') }),
]);

export const labelSettingsSchema = z.strictObject({
  format: z.enum(labelFormats),
  code: z.enum(labelCodes),
  fields: z.array(z.enum(labelFields)).check(z.maxLength(labelFields.length)),
  /** Its name stands on the label, and what differs from shop to shop is this shop's; null: no shop. */
  shopId: z.nullable(idSchema),
  count: labelCountSchema,
});
export type LabelSettings = z.infer<typeof labelSettingsSchema>;

const labelsBodySchema = z.strictObject({
  selection: cardSelectionSchema,
  settings: labelSettingsSchema,
  /** Only these of the cards' barcodes; left out: all. */
  barcodes: z.optional(z.array(barcodeSchema).check(z.maxLength(5000))),
  /** Of these barcodes so many, whatever the settings' count says; 0 leaves one out. */
  ownCounts: z.optional(
    z
      .array(z.strictObject({ barcode: barcodeSchema, copies: copiesSchema }))
      .check(z.maxLength(MAX_OWN_COUNTS)),
  ),
});
export type LabelsInput = z.infer<typeof labelsBodySchema>;

/** Millimetres from the label's upper left corner. What the PDF is drawn from is also what a preview is drawn from. */
export const labelDrawingSchema = z.object({
  widthMm: z.number(),
  heightMm: z.number(),
  /** Black boxes: left, top, width, height. */
  bars: z.array(z.tuple([z.number(), z.number(), z.number(), z.number()])),
  lines: z.array(
    z.object({
      text: z.string(),
      leftMm: z.number(),
      baselineMm: z.number(),
      sizeMm: z.number(),
      /** How wide the text is, so that another renderer of the font sets it as wide. */
      widthMm: z.number(),
    }),
  ),
});
export type LabelDrawing = z.infer<typeof labelDrawingSchema>;

/** What a file would have, and one of its pages. */
export const previewLabelsEndpoint = endpoint({
  method: 'POST',
  path: '/cards/labels/preview/',
  summary: 'Сколько будет этикеток и как выглядит страница файла',
  access: 'user',
  body: z.extend(labelsBodySchema, {
    /** The first is 1; where the file has fewer, its last is shown. Left out: the first. */
    pageNumber: z.optional(z.int().check(z.minimum(1))),
  }),
  response: z.object({
    cardCount: z.int(),
    /** Up to a little over {@link MAX_LABELS}, where counting ends. */
    labelCount: z.int(),
    /** There are more than are made at once: none is. */
    isTooMany: z.boolean(),
    pageCount: z.int(),
    /** Cards that no label is made for. */
    withoutBarcodeCount: z.int(),
    /** With barcodes, but nothing in stock. */
    withoutStockCount: z.int(),
    /** With barcodes, all of which somebody has set to 0. */
    leftOutCount: z.int(),
    /** Of the own counts, those that none of the cards has; none where there are too many labels. */
    unknownBarcodes: z.array(z.string()),
    /** Barcodes that get another code than was wished for. */
    asCode128Count: z.int(),
    asQrCount: z.int(),
    /** null: there are no labels. */
    page: z.nullable(
      z.object({
        number: z.int(),
        widthMm: z.number(),
        heightMm: z.number(),
        drawings: z.array(labelDrawingSchema),
        places: z.array(z.object({ leftMm: z.number(), topMm: z.number(), drawing: z.int() })),
      }),
    ),
  }),
});
export type LabelsPreview = z.infer<(typeof previewLabelsEndpoint)['response']>;

/** The barcodes of chosen cards, a hundred cards at a time, in the order of their labels: to be given a number each. */
export const listLabelsEndpoint = endpoint({
  method: 'POST',
  path: '/cards/labels/rows/',
  summary: 'Баркоды выбранных карточек по порядку этикеток',
  access: 'user',
  body: z.strictObject({
    selection: cardSelectionSchema,
    /** As in the settings: whose stock it is, and whose article. */
    shopId: z.nullable(idSchema),
    search: z.optional(z.string().check(z.maxLength(200))),
    /** Cards up to this one were listed before; 0 begins. */
    afterId: z.int().check(z.minimum(0)),
  }),
  response: z.object({
    rows: z.array(
      z.object({
        cardId: idSchema,
        title: z.string(),
        vendorCode: z.string(),
        size: z.string(),
        barcode: z.string(),
        /** How many labels it gets by stock. */
        stock: z.int(),
      }),
    ),
    nextAfterId: z.nullable(idSchema),
  }),
});
export type LabelRow = z.infer<(typeof listLabelsEndpoint)['response']>['rows'][number];

/**
 * A label for each barcode of each card, in the order of the cards' making and of their sizes: a PDF, or a ZIP of several where
 * there are more than {@link LABELS_PER_FILE}.
 */
export const exportLabelsEndpoint = endpoint({
  method: 'POST',
  path: '/cards/labels/export/',
  summary: 'Этикетки выбранных карточек: файл PDF или, если их много, архив ZIP с несколькими',
  access: 'user',
  body: labelsBodySchema,
});
