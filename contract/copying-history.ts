import { z } from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { idParams, idSchema, idTextSchema, timestampSchema } from './fields.ts';
import { historyCardsSchema } from './history-cards.ts';

/** Copies that were made with one call (`card-copies.ts`), as «История изменений» tells of them. */
export const copyingSchema = z.object({
  id: idSchema,
  /** How many copies. */
  count: z.int(),
  /** Of these, by where they are now: drafts were sent nowhere, and alone are put into the archive. */
  draftCount: z.int(),
  archivedCount: z.int(),
  sentCount: z.int(),
  createdAt: timestampSchema,
  userName: z.string(),
});
export type Copying = z.infer<typeof copyingSchema>;

const MAX_COPYINGS = 200;

/** The last first, for 30 days. */
export const listCopyingsEndpoint = endpoint({
  method: 'GET',
  path: '/cards/copies/',
  summary: 'Какие карточки скопировали вместе',
  access: 'user',
  query: z.strictObject({ beforeId: z.optional(idTextSchema) }),
  response: z.object({
    results: z.array(copyingSchema).check(z.maxLength(MAX_COPYINGS)),
    /** Where the next part begins; null: this was the last. */
    nextBeforeId: z.nullable(idSchema),
  }),
});

/** The copies themselves; of many, the first. */
export const listCopiesMadeEndpoint = endpoint({
  method: 'GET',
  path: '/cards/copies/{id}/cards/',
  summary: 'Копии, сделанные вместе',
  access: 'user',
  params: idParams,
  response: historyCardsSchema,
});

/**
 * Puts those copies into the archive that were sent nowhere: a move as any other, with its own way back. 409 when there is none.
 */
export const archiveCopiesEndpoint = endpoint({
  method: 'POST',
  path: '/cards/copies/{id}/archive/',
  summary: 'Убрать в архив копии, которых нет ни в одном магазине',
  access: 'user',
  params: idParams,
  response: z.object({
    /** How many moved; so far, where it is not done. */
    count: z.int(),
    operationId: idSchema,
    isDone: z.boolean(),
  }),
  idempotency: 'optional',
});
