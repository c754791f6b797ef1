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
