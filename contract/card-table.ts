import { z } from 'zod/mini';
import { cardOrderings } from './card-list.ts';
import { cardSelectionSchema } from './card-operations.ts';
import { endpoint } from './endpoint.ts';
import { idSchema } from './fields.ts';

/** What the table over the chosen cards shows of one. */
export const tableCardSchema = z.object({
  id: idSchema,
  vendorCode: z.string(),
  title: z.string(),
  description: z.string(),
  priceKopecks: z.int(),
  discount: z.int(),
  clubDiscount: z.int(),
  /** null: nobody has said it. */
  costPriceKopecks: z.nullable(z.int()),
  /** An older server says nothing of it, nor of what is below. */
  brand: z.optional(z.string()),
  lengthCm: z.optional(z.number()),
  widthCm: z.optional(z.number()),
  heightCm: z.optional(z.number()),
  weightKg: z.optional(z.number()),
  tags: z.optional(z.array(z.string())),
  subjectId: z.optional(idSchema),
  /** Of the shops that have a price of their own. */
  ownPrices: z.optional(z.array(z.object({ shopId: idSchema, priceKopecks: z.int() }))),
  /** Of those that have a discount of their own. */
  ownDiscounts: z.optional(z.array(z.object({ shopId: idSchema, discount: z.int() }))),
});
export type TableCard = z.infer<typeof tableCardSchema>;

/** 400 for more cards than a table edit takes. */
export const readCardTableEndpoint = endpoint({
  method: 'POST',
  path: '/cards/table/',
  summary: 'Выбранные карточки для таблицы, по частям',
  access: 'user',
  body: z.strictObject({
    selection: cardSelectionSchema,
    /** Of the list that they were chosen in: with the first part comes how they stand in it. */
    ordering: z.optional(z.enum(cardOrderings)),
    /** The part begins after this card; without it the first one is asked for. */
    afterId: z.optional(idSchema),
  }),
  response: z.object({
    /** Of the selection, in all parts. */
    cardTotal: z.int(),
    /** By id, ascending: in the order of their making. */
    results: z.array(tableCardSchema),
    /** All of them as the list has them; with the first part, where an ordering is asked for. */
    order: z.optional(z.array(idSchema)),
    /** Where the next part begins; null: this was the last. */
    nextAfterId: z.nullable(idSchema),
  }),
});

/** A part is a moment of the server. */
export const MAX_TABLE_VALUES_CARDS = 500;
export const MAX_TABLE_VALUES_CHARACTERISTICS = 30;

/** What cards of the table have of the characteristics that got a column: asked for those, since all of many cards are a lot. */
export const readTableValuesEndpoint = endpoint({
  method: 'POST',
  path: '/cards/table/characteristics/',
  summary: 'Значения характеристик карточек для столбцов таблицы',
  access: 'user',
  body: z.strictObject({
    cardIds: z.array(idSchema).check(z.minLength(1), z.maxLength(MAX_TABLE_VALUES_CARDS)),
    characteristicIds: z.array(idSchema).check(z.minLength(1), z.maxLength(MAX_TABLE_VALUES_CHARACTERISTICS)),
  }),
  response: z.object({
    /** Cards that have none of them are not there. */
    results: z.array(
      z.object({
        cardId: idSchema,
        characteristics: z.array(z.object({ id: idSchema, values: z.array(z.string()) })),
      }),
    ),
  }),
});
