import { z } from 'zod/mini';
import { barcodeHolderSchema } from './barcodes.ts';
import { cardRowSchema } from './card-list.ts';
import { cardSelectionSchema } from './card-operations.ts';
import { cardContentSchema, cardSizeSchema, characteristicValueSchema } from './cards.ts';
import { endpoint } from './endpoint.ts';
import { idParams, idSchema } from './fields.ts';

export const MAX_COPIES = 50;
/** Of many, so many are made at a time at most. */
export const MAX_COPIES_AT_ONCE = 100;
/** Characteristics are long: so many cards are a moment of the server. */
export const MAX_COPY_SOURCES = 250;

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

const copiesMadeSchema = z.object({
  cards: z.array(cardRowSchema),
  /** Barcodes of the copies that other cards have too, with those cards: no refusal, as on a card that is edited. */
  sharedBarcodes: z.optional(z.array(barcodeHolderSchema)),
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
  response: copiesMadeSchema,
  status: 201,
  idempotency: 'required',
});

/** What a copy of a card would be called if nobody changed anything. */
const copyNameSchema = z.object({ cardId: idSchema, vendorCode: z.string(), title: z.string() });

/** What a copy is of. */
const copySourceSchema = z.object({
  cardId: idSchema,
  sourceVendorCode: z.string(),
  sourceTitle: z.string(),
  photo: z.nullable(z.string()),
  /** The card's own; null where its subject has no colour. A server of before says nothing of it. */
  colour: z.optional(
    z.nullable(z.object({ values: characteristicValueSchema.shape.values, maxCount: z.int() })),
  ),
  /** Shops have titles of their own for it, which the copy does not get. */
  hasShopTitles: z.optional(z.boolean()),
  /** Of the card, in its order; empty for goods without sizes that nobody has written. */
  sizes: z.optional(z.array(z.object({ techSize: cardSizeSchema.shape.techSize }))),
});

/** Both of a card. */
const namedSourceSchema = z.extend(copySourceSchema, copyNameSchema.shape);

/** Said by whoever makes copies of many cards, the same with each part: what is made under one key is one copying. */
const copyingKeySchema = z.string().check(z.regex(/^[\w.:-]{1,100}$/));

const copiedSelectionSchema = z.strictObject({
  selection: cardSelectionSchema,
  /** Cards that it has copied already are left out. */
  copyingKey: z.optional(copyingKeySchema),
});

/**
 * What a copy of each chosen card would be called, by the card's id: the choice is looked at once, and no name is offered twice. 400
 * for more than {@link MAX_COPIED_CARDS}.
 */
export const nameCopiesEndpoint = endpoint({
  method: 'POST',
  path: '/cards/copies/names/all/',
  summary: 'Свободные артикулы и наименования для копий выбранных карточек',
  access: 'user',
  body: copiedSelectionSchema,
  response: z.object({
    /** Of the selection, with those that are left out. */
    cardTotal: z.int(),
    /** Of these, how many are left out. */
    madeCount: z.int(),
    results: z.array(copyNameSchema),
  }),
});

/** What the copies are of, by the card's id. 404 where one of the cards is not there any more. */
export const readCopySourcesEndpoint = endpoint({
  method: 'POST',
  path: '/cards/copies/sources/',
  summary: 'Карточки, с которых делаются копии: фото, цвет и размеры',
  access: 'user',
  body: z.strictObject({
    cardIds: z.array(idSchema).check(z.minLength(1), z.maxLength(MAX_COPY_SOURCES)),
  }),
  response: z.object({ results: z.array(copySourceSchema) }),
});

/** Both of them part by part, for builds of before: each part looks at the choice anew. */
export const readCopiesOfManyEndpoint = endpoint({
  method: 'POST',
  path: '/cards/copies/names/parts/',
  summary: 'Свободные артикулы и наименования для копий выбранных карточек, по частям',
  access: 'user',
  body: z.extend(copiedSelectionSchema, {
    /** The part begins after this card; without it the first one is asked for. */
    afterId: z.optional(idSchema),
  }),
  response: z.object({
    /** Of the selection, in all parts, with those that are left out. */
    cardTotal: z.int(),
    /** Of these, how many are left out. */
    madeCount: z.int(),
    results: z.array(namedSourceSchema),
    /** Where the next part begins; null: this was the last. */
    nextAfterId: z.nullable(idSchema),
  }),
});

/** Both at once, for builds of before those: 400 for more than {@link MAX_COPIES_AT_ONCE}. */
export const listCopiesOfManyEndpoint = endpoint({
  method: 'POST',
  path: '/cards/copies/names/',
  summary: 'Свободные артикулы и наименования для копий до ста карточек',
  access: 'user',
  body: z.strictObject({ selection: cardSelectionSchema }),
  response: z.array(namedSourceSchema),
});

/**
 * One copy of each card that a row names, all or none. A colour or barcodes that a row leaves out are the card's colour and no
 * barcodes, for a barcode belongs to one thing. 404 for a card that is not there; 400 at the cell where the card has no colour or
 * other sizes than the row. With a `copyingKey` a card is copied once, however often it is asked for: a part that was made before is
 * told again, and one of which only some were is refused with 409.
 */
export const copyCardsEndpoint = endpoint({
  method: 'POST',
  path: '/cards/copies/',
  summary: 'Создать по копии нескольких карточек',
  access: 'user',
  body: z.strictObject({
    copyingKey: z.optional(copyingKeySchema),
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
      .check(z.minLength(1), z.maxLength(MAX_COPIES_AT_ONCE)),
  }),
  response: copiesMadeSchema,
  status: 201,
  idempotency: 'required',
});
