import { z } from 'zod/mini';

export const cardStates = ['DRAFT', 'PUBLISHED', 'UPDATING', 'HAS_ERRORS', 'ARCHIVED'] as const;
export type CardState = (typeof cardStates)[number];

/** What a person reads for a state, on screens and in files. */
export const cardStateNames: Record<CardState, string> = {
  DRAFT: 'Черновик',
  PUBLISHED: 'Опубликована',
  UPDATING: 'Обновляется',
  HAS_ERRORS: 'Есть ошибки',
  ARCHIVED: 'В архиве',
};

/**
 * «Изменена, не отправлена»: some shop has an older version. Beside the state, not one of them: a client that knows nothing of
 * it goes on. Never of an archived card.
 */
export const unsentMarkSchema = z.optional(z.boolean());
