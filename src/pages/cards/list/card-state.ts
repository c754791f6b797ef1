import type { CardRow } from '#contract/card-list.ts';
import { LOW_STOCK_MAX } from '#contract/card-rules.ts';
import { cardStateNames, type CardState } from '#contract/card-states.ts';

interface CardStateLook {
  one: string;
  tab: string;
  tone: 'black' | 'orange' | 'red' | 'green' | 'neutral';
}

/** Words and tones of a card's state; the tabs of the list use the plural ones. */
export const cardStateLabels: Record<CardState, CardStateLook> = {
  DRAFT: { one: cardStateNames.DRAFT, tab: 'Черновики', tone: 'black' },
  PUBLISHED: { one: cardStateNames.PUBLISHED, tab: 'Опубликованы', tone: 'green' },
  UPDATING: { one: cardStateNames.UPDATING, tab: 'Обновляются', tone: 'orange' },
  HAS_ERRORS: { one: cardStateNames.HAS_ERRORS, tab: 'Есть ошибки', tone: 'red' },
  ARCHIVED: { one: cardStateNames.ARCHIVED, tab: 'Архив', tone: 'neutral' },
};

/** The tab of cards that some shop has an older version of; they are in the tabs of their states too. */
export const unsentLook: CardStateLook = {
  one: 'Изменена, не\u00a0отправлена',
  tab: 'Не отправлены',
  tone: 'orange',
};

/** A published card says first that the shops have it otherwise; errors and work on its way go before that. */
export function cardLook({
  state,
  hasUnsentChanges,
}: Pick<CardRow, 'state' | 'hasUnsentChanges'>): CardStateLook {
  return hasUnsentChanges === true && state === 'PUBLISHED' ? unsentLook : cardStateLook(state);
}

/** A state that a newer server may add is shown as it came, neutrally. */
function cardStateLook(state: string): CardStateLook {
  const known = Object.hasOwn(cardStateLabels, state) ? cardStateLabels[state as CardState] : undefined;
  return known ?? { one: state, tab: state, tone: 'neutral' };
}

export function stockTone(stock: number): string {
  if (stock === 0) return 'font-medium text-red';
  return stock <= LOW_STOCK_MAX ? 'font-medium text-orange' : '';
}
