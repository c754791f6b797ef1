import { z } from 'zod/mini';
import { orElse } from './response-shapes.ts';

const id = z.int().check(z.positive());

const photoSchema = z.looseObject({ big: z.string() });

/** A characteristic's value comes as texts, numbers or one of either. */
const characteristicValuesSchema = z.pipe(
  z.unknown(),
  z.transform((value) => {
    const values: unknown[] = Array.isArray(value) ? value : [value];
    return values.filter((one) => typeof one === 'string' || typeof one === 'number').map(String);
  }),
);

const sizeSchema = z.pipe(
  z.looseObject({
    chrtID: id,
    techSize: orElse(z.string(), ''),
    wbSize: orElse(z.string(), ''),
    skus: orElse(z.array(z.string()), []),
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
    length: orElse(z.number(), 0),
    width: orElse(z.number(), 0),
    height: orElse(z.number(), 0),
    weightBrutto: orElse(z.number(), 0),
    isValid: orElse(z.boolean(), true),
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
    imtID: orElse(z.int(), 0),
    subjectID: id,
    subjectName: orElse(z.string(), ''),
    vendorCode: z.string(),
    brand: orElse(z.string(), ''),
    title: orElse(z.string(), ''),
    description: orElse(z.string(), ''),
    photos: orElse(z.array(photoSchema), []),
    video: orElse(z.string(), ''),
    dimensions: orElse(dimensionsSchema, {
      lengthCm: 0,
      widthCm: 0,
      heightCm: 0,
      weightKg: 0,
      isValid: false,
    }),
    characteristics: orElse(
      z.array(z.looseObject({ id, name: orElse(z.string(), ''), value: characteristicValuesSchema })),
      [],
    ),
    sizes: orElse(z.array(sizeSchema), []),
    tags: orElse(z.array(tagSchema), []),
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

export const cardPageSchema = z.pipe(
  z.looseObject({
    cards: z.array(cardSchema),
    cursor: z.looseObject({
      updatedAt: orElse(z.string(), ''),
      nmID: orElse(z.int(), 0),
      total: z.int(),
    }),
  }),
  z.transform((page) => ({
    cards: page.cards,
    cursor: { updatedAt: page.cursor.updatedAt, nmId: page.cursor.nmID },
    /** Cards of this page: fewer than asked for means that it is the last one. */
    total: page.cursor.total,
  })),
);

const errorBatchSchema = z.pipe(
  z.looseObject({
    batchUUID: z.string(),
    errors: orElse(z.record(z.string(), orElse(z.array(z.string()), [])), {}),
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
      items: orElse(z.array(errorBatchSchema), []),
      cursor: z.looseObject({
        next: orElse(z.boolean(), false),
        updatedAt: orElse(z.string(), ''),
        batchUUID: orElse(z.string(), ''),
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
    data: orElse(
      z.array(z.looseObject({ subjectID: id, subjectName: z.string(), parentName: orElse(z.string(), '') })),
      [],
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

const NUMBER_TYPE = 4;
const UNUSED_TYPE = 0;

export const characteristicSchema = z.pipe(
  z.looseObject({
    charcID: id,
    name: z.string(),
    required: orElse(z.boolean(), false),
    unitName: orElse(z.string(), ''),
    maxCount: orElse(z.int(), 0),
    popular: orElse(z.boolean(), false),
    charcType: orElse(z.int(), 1),
    existNamedField: orElse(z.boolean(), false),
  }),
  z.transform((characteristic) => ({
    id: characteristic.charcID,
    name: characteristic.name,
    isRequired: characteristic.required,
    type: characteristic.charcType === NUMBER_TYPE ? ('NUMBER' as const) : ('TEXT' as const),
    /** The marketplace keeps it for history: it can not be filled. */
    // Written as a field of its own (title, description, barcodes, brand), so never among the characteristics.
    isUnused: characteristic.charcType === UNUSED_TYPE || characteristic.existNamedField,
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
    total: orElse(z.int(), 0),
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
