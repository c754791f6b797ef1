import { z } from 'zod/mini';
import { characteristicValueSchema } from './cards.ts';
import { endpoint, type EndpointResponse } from './endpoint.ts';
import { idSchema } from './fields.ts';

/** Who wrote the text: the product's own rules or a configured language model. */
const textSourceSchema = z.enum(['rules', 'model']);
const textFactsSchema = z.strictObject({
  title: z.optional(z.string().check(z.maxLength(200))),
  subjectId: idSchema,
  brand: z.optional(z.string().check(z.maxLength(100))),
  characteristics: z.optional(z.array(characteristicValueSchema).check(z.maxLength(200))),
  count: z.optional(z.int().check(z.minimum(1), z.maximum(50))),
});

/** More of them, and what is longer, is not compared. */
export const MAX_OTHER_TEXTS = 50;
export const MAX_OTHER_TEXT_LENGTH = 5000;

const writtenDescriptionSchema = z.object({
  description: z.string(),
  source: textSourceSchema,
  /** The card says too little for a text of its own: another place has, or would get, the same. */
  isShared: z.optional(z.boolean()),
});
export type WrittenDescription = z.infer<typeof writtenDescriptionSchema>;

const descriptionFactsSchema = z.extend(textFactsSchema, {
  /** Worded for that shop: other shops get the same facts in other words. */
  shopId: z.optional(idSchema),
  /** What the card says in the other places, as it stands on the screen: the text is to be none of them. */
  otherTexts: z.optional(
    z.array(z.string().check(z.maxLength(MAX_OTHER_TEXT_LENGTH))).check(z.maxLength(MAX_OTHER_TEXTS)),
  ),
});

export const generateTitlesEndpoint = endpoint({
  method: 'POST',
  path: '/cards/generate-titles/',
  summary: 'Варианты наименования по данным карточки',
  access: 'user',
  body: z.extend(textFactsSchema, {
    /** Asks for a title for each of these shops too, no two alike and the same ones every time. */
    shopIds: z.optional(z.array(idSchema).check(z.maxLength(200))),
  }),
  response: z.object({
    titles: z.array(z.string()),
    /** A shop is missing when the card has no more to say. */
    byShop: z.optional(z.array(z.object({ shopId: idSchema, title: z.string() }))),
    source: textSourceSchema,
  }),
});

export type WrittenTitles = EndpointResponse<typeof generateTitlesEndpoint>;

export const generateDescriptionEndpoint = endpoint({
  method: 'POST',
  path: '/cards/generate-description/',
  summary: 'Описание по данным карточки',
  access: 'user',
  body: descriptionFactsSchema,
  response: writtenDescriptionSchema,
});

/** A part of the text as it is being written, to be looked at; the last line is the text as it may be stored. */
export const writtenTextLineSchema = z.union([z.object({ part: z.string() }), writtenDescriptionSchema]);
export type WrittenTextLine = z.infer<typeof writtenTextLineSchema>;

/** Answers lines of JSON, each a `writtenTextLineSchema`. Whoever stops listening stops the writing. */
export const streamDescriptionEndpoint = endpoint({
  method: 'POST',
  path: '/cards/generate-description/stream/',
  summary: 'Описание по данным карточки по мере написания: строки JSON',
  access: 'user',
  body: descriptionFactsSchema,
});
