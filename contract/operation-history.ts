import { z } from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { idSchema, idTextSchema, timestampSchema } from './fields.ts';

/** A move of cards to the archive or out of it (`card-operations.ts`), as «История изменений» tells of it. */
export const cardOperationSchema = z.object({
  id: idSchema,
  isArchived: z.boolean(),
  /** How many moved so far. */
  count: z.int(),
  /** How many it is to move; null when it is done. */
  total: z.nullable(z.int()),
  /** How many it was to move when it was stopped; absent: it was not. */
  stoppedOf: z.optional(z.int()),
  createdAt: timestampSchema,
  userName: z.string(),
  /** It is done, nobody has taken it back, and some of its cards are still where it has put them. */
  canTakeBack: z.boolean(),
  takenBack: z.nullable(
    z.object({
      /** How many were taken back so far. */
      count: z.int(),
      /** How many were moved again since, and stayed. */
      movedSince: z.int(),
      isDone: z.boolean(),
      createdAt: timestampSchema,
      userName: z.string(),
    }),
  ),
});
export type CardOperation = z.infer<typeof cardOperationSchema>;

const MAX_OPERATIONS = 200;

/** Those that moved something or are about to, the last first, for 30 days. What takes another back is told with that one. */
export const listCardOperationsEndpoint = endpoint({
  method: 'GET',
  path: '/cards/operations/',
  summary: 'Переносы карточек в архив и из него',
  access: 'user',
  query: z.strictObject({ beforeId: z.optional(idTextSchema) }),
  response: z.object({
    results: z.array(cardOperationSchema).check(z.maxLength(MAX_OPERATIONS)),
    /** Where the next part begins; null: this was the last. */
    nextBeforeId: z.nullable(idSchema),
  }),
});
