import { z } from 'zod/mini';
import { cardRowSchema } from './card-list.ts';
import { cardSelectionSchema } from './card-operations.ts';
import { cardContentSchema, cardSizeSchema, characteristicValueSchema } from './cards.ts';
import { endpoint } from './endpoint.ts';
import { idParams, idSchema } from './fields.ts';

export const MAX_COPIES = 50;
/** Of a choice each card is copied once: as many as one looks through in a table. */
export const MAX_COPIED_CARDS = 100;

/** One copy as a person wants it; fields that are left out are the card's. */
export const copyRowSchema = z.strictObject({
  vendorCode: cardContentSchema.shape.vendorCode,
  title: cardContentSchema.shape.title.check(z.trim(), z.minLength(1, 'Укажите наименование')),
  characteristics: z.optional(cardContentSchema.shape.characteristics),
  /** Left out: the card's sizes without barcodes, for a barcode belongs to one thing. */
  sizes: z.optional(cardContentSchema.shape.sizes),
});
export type CopyRow = z.infer<typeof copyRowSchema>;

/** What copies would be called that nobody names: unique in the account. */
export const listCopyNamesEndpoint = endpoint({
  method: 'GET',
  path: '/cards/{id}/copy-names/',
  summary: 'Свободные артикулы и наименования для копий карточки',
  access: 'user',
  params: idParams,
  query: z.strictObject({
    count: z.pipe(
      z.string().check(z.regex(/^([1-9]|[1-4]\d|50)$/, `От 1 до ${MAX_COPIES} копий`)),
      z.transform((text) => Number(text)),
    ),
  }),
  response: z.array(z.object({ vendorCode: z.string(), title: z.string() })),
});

/**
 * With `rows`, each copy is what its row says, or none is made: vendor codes and titles are one of a kind. Without, the copies
 * get unique ones.
 */
export const duplicateCardEndpoint = endpoint({
  method: 'POST',
  path: '/cards/{id}/duplicate/',
  summary: 'Создать от 1 до 50 копий карточки',
  access: 'user',
  params: idParams,
  body: z.strictObject({
    copies: z.int().check(z.minimum(1), z.maximum(MAX_COPIES)),
    /** As many as there are copies. */
    rows: z.optional(z.array(copyRowSchema).check(z.maxLength(MAX_COPIES))),
  }),
  response: z.object({ cards: z.array(cardRowSchema) }),
  status: 201,
  idempotency: 'required',
});

/** A copy for each chosen card, as it would be made if nobody changed anything, by the card's id. 400 for more than {@link MAX_COPIED_CARDS}. */
export const listCopiesOfManyEndpoint = endpoint({
  method: 'POST',
  path: '/cards/copies/names/',
  summary: 'Свободные артикулы и наименования для копий выбранных карточек',
  access: 'user',
  body: z.strictObject({ selection: cardSelectionSchema }),
  response: z.array(
    z.object({
      cardId: idSchema,
      sourceVendorCode: z.string(),
      sourceTitle: z.string(),
      photo: z.nullable(z.string()),
      vendorCode: z.string(),
      title: z.string(),
      /** The card's own; null where its subject has no colour. A server of before says nothing of it. */
      colour: z.optional(
        z.nullable(z.object({ values: characteristicValueSchema.shape.values, maxCount: z.int() })),
      ),
      /** Of the card, in its order; empty for goods without sizes that nobody has written. */
      sizes: z.optional(z.array(z.object({ techSize: cardSizeSchema.shape.techSize }))),
    }),
  ),
});

/**
 * One copy of each card that a row names, all or none. A colour or barcodes that a row leaves out are the card's colour and no
 * barcodes, for a barcode belongs to one thing. 404 for a card that is not there; 400 at the cell where the card has no colour or
 * other sizes than the row.
 */
export const copyCardsEndpoint = endpoint({
  method: 'POST',
  path: '/cards/copies/',
  summary: 'Создать по копии нескольких карточек',
  access: 'user',
  body: z.strictObject({
    rows: z
      .array(
        z.strictObject({
          cardId: idSchema,
          vendorCode: copyRowSchema.shape.vendorCode,
          title: copyRowSchema.shape.title,
          colours: z.optional(characteristicValueSchema.shape.values),
          /** All sizes of the card, in its order. */
          sizes: z.optional(z.array(z.omit(cardSizeSchema, { wbSize: true })).check(z.maxLength(100))),
        }),
      )
      .check(z.minLength(1), z.maxLength(MAX_COPIED_CARDS)),
  }),
  response: z.object({ cards: z.array(cardRowSchema) }),
  status: 201,
  idempotency: 'required',
});
