import type { Replacement } from '#contract/bulk-rules.ts';

export const EMPTY_REPLACEMENT: Replacement = {
  kind: 'REPLACE',
  fields: ['title'],
  find: '',
  replacement: '',
  isCaseSensitive: false,
  isWholeWord: true,
};

/** The change, or what is missing to it. */
export function replacementOf(draft: Replacement): Replacement | { problem: string } {
  if (draft.find === '') return { problem: 'Укажите, что найти' };
  return draft.fields.length === 0 ? { problem: 'Выберите, где искать' } : draft;
}
