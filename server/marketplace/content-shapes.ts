import { z } from 'zod/mini';
import { orElse, presentOrElse } from './response-shapes.ts';
import { rowsOf } from './report-rows.ts';

const id = z.int().check(z.positive());

const photoSchema = z.looseObject({ big: z.string() });

/** A characteristic's value comes as texts, numbers or one of either. */
const characteristicValuesSchema = z.pipe(
  z.nullable(z.union([z.string(), z.number(), z.array(z.union([z.string(), z.number()]))])),
  z.transform((value) => (value === null ? [] : [value].flat().map(String))),
);

const sizeSchema = z.pipe(
  z.looseObject({
    chrtID: id,
    techSize: orElse(z.string(), ''),
    wbSize: orElse(z.string(), ''),
    skus: presentOrElse(z.array(z.string()), []),
  }),
  z.transform((size) => ({
    chrtId: size.chrtID,
    techSize: size.techSize,
    wbSize: size.wbSize,
    skus: size.skus,
  })),
);

const dimensionsSchema = z.pipe(
  z.looseObject({
    length: z.number(),
    width: z.number(),
    height: z.number(),
    weightBrutto: z.number(),
    isValid: z.boolean(),
  }),
  z.transform((size) => ({
    lengthCm: size.length,
    widthCm: size.width,
    heightCm: size.height,
    weightKg: size.weightBrutto,
    isValid: size.isValid,
  })),
);

export const tagSchema = z.pipe(
  z.looseObject({ id, name: z.string(), color: orElse(z.string(), '') }),
  z.transform(({ id, name, color }) => ({ id, name, color })),
);

const cardSchema = z.pipe(
  z.looseObject({
    nmID: id,
    imtID: z.int(),
    subjectID: id,
    subjectName: orElse(z.string(), ''),
    vendorCode: z.string(),
    brand: orElse(z.string(), ''),
    title: orElse(z.string(), ''),
    description: orElse(z.string(), ''),
    // Both are left out of a card that has none.
    photos: orElse(z.array(photoSchema), []),
    video: orElse(z.string(), ''),
    dimensions: dimensionsSchema,
    characteristics: presentOrElse(
      z.array(z.looseObject({ id, name: orElse(z.string(), ''), value: characteristicValuesSchema })),
      [],
    ),
    sizes: z.array(sizeSchema),
    tags: presentOrElse(z.array(tagSchema), []),
    createdAt: orElse(z.string(), ''),
    updatedAt: z.string(),
  }),
  z.transform((card) => ({
    nmId: card.nmID,
    imtId: card.imtID,
    subjectId: card.subjectID,
    subjectName: card.subjectName,
    vendorCode: card.vendorCode,
    brand: card.brand,
    title: card.title,
    description: card.description,
    /** Addresses of the photos in their order, 900×1200. */
    photos: card.photos.map((photo) => photo.big),
    video: card.video,
    dimensions: card.dimensions,
    characteristics: card.characteristics.map(({ id, name, value }) => ({ id, name, values: value })),
    sizes: card.sizes,
    tags: card.tags,
    /** ISO 8601 in UTC. */
    createdAt: card.createdAt,
    updatedAt: card.updatedAt,
  })),
);
export type MarketplaceCard = z.infer<typeof cardSchema>;

const readableCards = rowsOf(cardSchema, { keyField: 'nmID', dayField: 'updatedAt' });

/** Each card by itself, so that a strange one does not hide the others; several of which none can be read are no page. */
const cardsSchema = z.pipe(
  z.array(z.unknown()),
  z.transform((given, context) => {
    const cards = readableCards.parse(given);
    if (cards.rows.length === 0 && cards.unread.length > 1) {
      const [issue] = z.array(cardSchema).safeParse(given).error?.issues ?? [];
      context.issues.push({ code: 'custom', input: given, path: issue?.path ?? [] });
    }
    return cards;
  }),
);

export const cardPageSchema = z.pipe(
  z
    .looseObject({
      cards: cardsSchema,
      cursor: z.looseObject({
        updatedAt: orElse(z.string(), null),
        nmID: orElse(z.int(), null),
        total: z.int(),
      }),
    })
    .check(
      // Only a page without cards says no place to go on from.
      z.refine(
        ({ cards, cursor }) => cards.rows.length === 0 || (cursor.updatedAt !== null && cursor.nmID !== null),
        { path: ['cursor'] },
      ),
    ),
  z.transform(({ cards, cursor }) => ({
    cards: cards.rows,
    /** Cards of the page that could not be read. */
    unread: cards.unread,
    cursor: { updatedAt: cursor.updatedAt ?? '', nmId: cursor.nmID ?? 0 },
    /** Cards of this page: fewer than asked for means that it is the last one. */
    total: cursor.total,
  })),
);

const textsSchema = z.record(z.string(), orElse(z.array(z.string()), []));
/** By vendor code. Looked into as a whole: what is told of a misfit names fields, and no seller's words. */
const errorsSchema = z.pipe(
  z.unknown().check(z.refine((errors) => textsSchema.safeParse(errors).success)),
  z.transform((errors) => textsSchema.parse(errors)),
);

const errorBatchSchema = z.pipe(
  z.looseObject({
    batchUUID: z.string(),
    errors: errorsSchema,
    updatedAt: z.string(),
  }),
  z.transform((batch) => ({
    batchUuid: batch.batchUUID,
    updatedAt: batch.updatedAt,
    cards: Object.entries(batch.errors).map(([vendorCode, errors]) => ({ vendorCode, errors })),
  })),
);

export const cardErrorPageSchema = z.pipe(
  z.looseObject({
    data: z.looseObject({
      items: z.array(errorBatchSchema),
      cursor: z.looseObject({
        next: z.boolean(),
        updatedAt: presentOrElse(z.string(), ''),
        batchUUID: presentOrElse(z.string(), ''),
      }),
    }),
  }),
  z.transform(({ data }) => ({
    batches: data.items,
    hasNext: data.cursor.next,
    cursor: { updatedAt: data.cursor.updatedAt, batchUuid: data.cursor.batchUUID },
  })),
);

export const subjectPageSchema = z.pipe(
  z.looseObject({
    data: z.array(
      z.looseObject({ subjectID: id, subjectName: z.string(), parentName: orElse(z.string(), '') }),
    ),
  }),
  z.transform(({ data }) =>
    data.map((subject) => ({
      id: subject.subjectID,
      name: subject.subjectName,
      parentName: subject.parentName,
    })),
  ),
);

const TEXT_TYPE = 1;
const NUMBER_TYPE = 4;

export const characteristicSchema = z.pipe(
  z.looseObject({
    charcID: id,
    name: z.string(),
    required: z.boolean(),
    unitName: orElse(z.string(), ''),
    maxCount: z.int(),
    popular: orElse(z.boolean(), false),
    charcType: z.int(),
    existNamedField: z.boolean(),
  }),
  z.transform((characteristic) => ({
    id: characteristic.charcID,
    name: characteristic.name,
    isRequired: characteristic.required,
    type: characteristic.charcType === NUMBER_TYPE ? ('NUMBER' as const) : ('TEXT' as const),
    /** The marketplace keeps it for history (type 0), or its type is new to us: it can not be filled. */
    // Written as a field of its own (title, description, barcodes, brand), so never among the characteristics.
    isUnused:
      (characteristic.charcType !== TEXT_TYPE && characteristic.charcType !== NUMBER_TYPE) ||
      characteristic.existNamedField,
    unit: characteristic.unitName,
    /** 0: no limit. */
    maxCount: characteristic.maxCount,
    isPopular: characteristic.popular,
  })),
);
export type MarketplaceCharacteristic = z.infer<typeof characteristicSchema>;

export const brandPageSchema = z.pipe(
  z.looseObject({
    brands: z.array(z.looseObject({ id: z.int(), name: z.string() })),
    next: orElse(z.int(), 0),
    total: z.int(),
  }),
  z.transform((page) => ({
    brands: page.brands.map(({ id, name }) => ({ id, name })),
    next: page.next,
    total: page.total,
  })),
);

export const quotaSchema = z.pipe(
  z.looseObject({ freeLimits: z.int(), paidLimits: z.int() }),
  z.transform(({ freeLimits, paidLimits }) => ({ free: freeLimits, paid: paidLimits })),
);

export const barcodesSchema = z.array(z.string());
