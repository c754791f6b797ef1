import { z } from 'zod/mini';
import { cardRowSchema } from './card-list.ts';
import { cardContentSchema } from './cards.ts';
import { endpoint } from './endpoint.ts';
import { idParams } from './fields.ts';

export const MAX_COPIES = 50;

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
