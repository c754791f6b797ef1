import type { CardState } from '#contract/cards.ts';

/** Words and tones of a card's state; the tabs of the list use the plural ones. */
export const cardStateLabels: Record<
  CardState,
  { one: string; tab: string; tone: 'black' | 'orange' | 'red' | 'green' | 'neutral' }
> = {
  DRAFT: { one: 'Черновик', tab: 'Черновики', tone: 'black' },
  PUBLISHED: { one: 'Опубликована', tab: 'Опубликованы', tone: 'green' },
  UPDATING: { one: 'Обновляется', tab: 'Обновляются', tone: 'orange' },
  HAS_ERRORS: { one: 'Есть ошибки', tab: 'Есть ошибки', tone: 'red' },
  ARCHIVED: { one: 'В архиве', tab: 'Архив', tone: 'neutral' },
};
